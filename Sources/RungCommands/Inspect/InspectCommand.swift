// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import HLSEncoding
internal import LibAV

/// `rung inspect`: what a media file or a master playlist holds, whether it is HDR10, and what
/// several sources would become together.
struct InspectCommand: Command {
  static let specification = CommandSpecification(
    name: "inspect", abstract: "Show what a media file or a master playlist holds.",
    operands: [
      .init(
        "INPUT",
        "a media file, a master (path or URL), or '-' for y4m on standard input; several media "
          + "files for what they become together", .oneOrMore)
    ],
    options: [
      .flag("--hdr10", "check for HDR10, thing by thing; exit status 1 for what is none"),
      .flag("--measure-light", "with --hdr10: measure MaxCLL and MaxFALL beside the declared ones"),
    ],
    example: "rung inspect film.mov --hdr10")

  private let inputs: [String]
  private let checksHDR10: Bool
  private let measuresLight: Bool
  private let isJSON: Bool
  private let isQuiet: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    inputs = arguments.operands
    checksHDR10 = arguments.has("--hdr10")
    measuresLight = arguments.has("--measure-light")
    isJSON = arguments.has("--json")
    isQuiet = arguments.has("--quiet")
    if measuresLight, !checksHDR10 { throw UsageError("'--measure-light' needs '--hdr10'") }
    if checksHDR10, inputs.count > 1 {
      throw UsageError("unexpected argument '\(inputs[1])': '--hdr10' takes one input")
    }
  }

  func run(_ console: Console) async throws -> ExitCode {
    LibraryLog.silence()
    if checksHDR10 { return try await BlockingWork.run { try check(inputs[0], console) } }
    guard inputs.count == 1 else {
      let mix = SourceMix(try inputs.map { try SourceDescription.inspect($0) })
      if isJSON {
        try console.print(json: MixReport(mix))
      } else {
        console.print(MixTable(mix).text)
      }
      return .success
    }
    let master = MasterSource(name: inputs[0])
    if master.isPlaylist {
      let report = MasterReport(try await master.asset())
      if isJSON { try console.print(json: report) } else { console.print(report.text) }
      return .success
    }
    let source = try SourceDescription.inspect(inputs[0])
    if isJSON {
      try console.print(json: SourceReport(source))
    } else {
      console.print(SourceTable(source).text)
    }
    return .success
  }

  private func check(_ path: String, _ console: Console) throws -> ExitCode {
    let source = try SourceDescription.inspect(path)
    guard let check = HDR10Check(source) else {
      throw EncodingError(.source, path, "expected pictures to check for HDR10, found none")
    }
    let light = measuresLight ? try MeasuredLight.measure(source) : nil
    let report = HDR10Report(check, source, light)
    if isJSON {
      try console.print(json: report)
    } else if !isQuiet {
      console.print(report.text)
      report.warnings.forEach { console.note("warning: \($0)") }
      if measuresLight, light == nil {
        console.note("note: --measure-light: the source is not PQ, and nothing is measured")
      }
    }
    return report.exitCode
  }
}
