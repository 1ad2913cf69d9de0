// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import HLSEncoding
internal import LibAV

/// The HDR10 check of a file as `rung inspect --hdr10` prints it. JSON keys are a contract.
struct HDR10Report: Encodable {
  let path: String
  let verdict: HDR10Check.Verdict
  let items: [HDR10Check.Item]
  let warnings: [String]
  /// What was measured, in cd/m²; none where that was not asked for.
  let measured: SourceReport.LightLevel?

  private let declared: ContentLightLevel?

  private enum CodingKeys: CodingKey { case path, verdict, items, warnings, measured }

  init(_ check: HDR10Check, _ source: SourceDescription, _ light: MeasuredLight?) {
    path = source.path
    verdict = check.verdict
    items = check.items
    warnings = check.warnings
    measured = light.map { SourceReport.LightLevel($0.contentLightLevel) }
    declared = source.mainVideo?.video?.contentLightLevel
  }

  var exitCode: ExitCode { verdict == .notHDR10 ? .failure : .success }

  /// The verdict in words.
  private var sentence: String {
    switch verdict {
    case .hdr10: "HDR10"
    case .pqWithoutMetadata: "PQ without static metadata that can be true"
    case .notHDR10: "not HDR10"
    }
  }

  var text: String {
    var table = Table("what", "status", "found")
    for item in items { table.add(item.subject.name, item.status.rawValue, item.found) }
    var lines = ["\(path): \(sentence)", "\(table)"]
    lines += items.compactMap { item in
      item.consequence.map { "on a display, \(item.subject.name): \($0)" }
    }
    if let measured {
      var table = Table("light", ">declared", ">measured")
      func text(_ level: UInt16?) -> String { level.map { "\($0)" } ?? "none" }
      table.add("MaxCLL", text(declared?.maximumContentLightLevel), "\(measured.maxCLL)")
      table.add("MaxFALL", text(declared?.maximumFrameAverageLightLevel), "\(measured.maxFALL)")
      lines.append("\(table)")
    }
    return lines.joined(separator: "\n")
  }
}
