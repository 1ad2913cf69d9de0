// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import HLSEncoding
internal import LibAV

/// `rung inspect`: what a media file holds.
struct InspectCommand: Command {
  static let specification = CommandSpecification(
    name: "inspect", abstract: "Show what a media file holds.",
    operands: [.init("INPUT", "a media file, or '-' for y4m on standard input")],
    example: "rung inspect film.mov")

  private let input: String
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    input = arguments.operands[0]
    isJSON = arguments.has("--json")
  }

  func run(_ console: Console) async throws -> ExitCode {
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
