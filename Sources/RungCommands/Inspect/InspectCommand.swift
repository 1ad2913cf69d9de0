// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import HLSEncoding
internal import LibAV

/// `rung inspect`: what a media file or a master playlist holds.
struct InspectCommand: Command {
  static let specification = CommandSpecification(
    name: "inspect", abstract: "Show what a media file or a master playlist holds.",
    operands: [
      .init("INPUT", "a media file, a master (path or URL), or '-' for y4m on standard input")
    ],
    example: "rung inspect film.mov")

  private let input: String
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    input = arguments.operands[0]
    isJSON = arguments.has("--json")
  }

  func run(_ console: Console) async throws -> ExitCode {
    let master = MasterSource(name: input)
    if master.isPlaylist {
      let report = MasterReport(try await master.asset())
      if isJSON { try console.print(json: report) } else { console.print(report.text) }
      return .success
    }
    LibraryLog.silence()
    let source = try SourceDescription.inspect(input)
    if isJSON {
      try console.print(json: SourceReport(source))
    } else {
      console.print(SourceTable(source).text)
    }
    return .success
  }
}
