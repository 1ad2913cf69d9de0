// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import HLSEncoding
internal import LibAV

/// What an export would make, as `--plan --json` prints it. Keys are a contract.
struct ExportPlanReport: Encodable {
  struct Output: Encodable {
    var path: String
    var fileType: String
    var preset: String?
    var codec: String?
    var width: Int?
    var height: Int?
    var frameRate: String?
    var range: String?
    var bitRate: Int?
    var sound: [String]
    /// Tracks of the source that are copied.
    var copiedTracks: [Int]
    /// Bytes; 0 where nobody can say.
    var estimatedLength: Int64
  }

  var source: String
  var outputs: [Output]
  var warnings: [String]

  init(_ plan: ExportPlan) {
    source = plan.source.path
    outputs = plan.outputs.map { Output($0, plan) }
    warnings = plan.warnings
  }
}

extension ExportPlanReport.Output {
  init(_ output: ExportPlan.Output, _ plan: ExportPlan) {
    path = output.request.path
    fileType = output.request.fileType.rawValue
    preset = output.request.preset?.name
    codec = output.picture?.codec.codecType
    width = output.picture?.width
    height = output.picture?.height
    frameRate = output.picture?.frameRate.description
    range = output.picture?.range.rawValue
    bitRate = output.picture.flatMap { $0.codec.isProRes ? nil : $0.bitRate }
    sound = output.sound.map(\.codec.rawValue)
    copiedTracks = output.copied.map(\.index)
    estimatedLength = plan.estimatedLength(of: output)
  }
}

/// What an export has made, as `--json` prints it. Keys are a contract.
struct ExportReport: Encodable {
  struct File: Encodable {
    var path: String
    var bytes: Int64
    /// What inspection found in it.
    var inspection: SourceReport
  }

  var source: String
  var files: [File]
  var warnings: [String]

  init(_ results: [ExportSession.Result], _ plan: ExportPlan) {
    source = plan.source.path
    files = results.map {
      File(
        path: $0.output.request.path, bytes: $0.bytes, inspection: SourceReport($0.description))
    }
    warnings = plan.warnings
  }
}
