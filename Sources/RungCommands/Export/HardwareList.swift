// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSEncoding

/// What Apple's devices export in hardware, as `rung export --list-hardware` prints it.
struct HardwareList: Encodable {
  struct Generation: Encodable {
    var generation: String
    var h264: HardwareExport.Support
    var hevc: HardwareExport.Support
    var hevcHDR: HardwareExport.Support
    var proRes: HardwareExport.Support
    var source: String
    /// How each preset's HDR is made, by its name on the command line.
    var presets: [String: HardwareExport.Support]
  }

  var generations = HardwareExport.all.map { row in
    Generation(
      generation: row.generation, h264: row.h264, hevc: row.hevc, hevcHDR: row.hevcHDR,
      proRes: row.proRes, source: row.source,
      presets: Dictionary(
        uniqueKeysWithValues: ExportPreset.all.map { ($0.commandName, row.support(for: $0)) }))
  }

  func print(on console: Console, _ isJSON: Bool) throws {
    guard !isJSON else { return try console.print(json: self) }
    var table = Table("devices", "H.264", "HEVC", "HEVC in HDR", "ProRes", "source")
    for (index, row) in generations.enumerated() {
      table.add(
        row.generation, row.h264.shown, row.hevc.shown, row.hevcHDR.shown, row.proRes.shown,
        "[\(index + 1)]")
    }
    let sources = generations.enumerated().map { "[\($0 + 1)] \($1.source)" }
    console.print("\(table)\n" + sources.joined(separator: "\n"))
  }
}

extension HardwareExport.Support {
  /// The word in the table.
  fileprivate var shown: String {
    switch self {
    case .hardware, .software, .none: rawValue
    case .unknown: "not published"
    }
  }
}
