// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import HLSEncoding
internal import X265

extension ParsedArguments {
  /// The curve of `--tone-map`.
  func toneMap() throws(UsageError) -> ToneMap {
    let curves = ToneMap.allCases.map(\.rawValue).joined(separator: ", ")
    return try value("--tone-map", expecting: "one of \(curves)") { ToneMap(rawValue: $0) }
      ?? .bt2390
  }

  /// The preset of `--speed`.
  func speed() throws(UsageError) -> String {
    let presets = HEVCSettings.presets
    return try value("--speed", expecting: "one of \(presets.joined(separator: ", "))") {
      presets.contains($0) ? $0 : nil
    } ?? "medium"
  }

  /// The part of the source that `-ss` and `-t` name.
  func sourceRange() throws(UsageError) -> SourceRange {
    let kind = "seconds or [hh:]mm:ss"
    return SourceRange(
      start: try value("-ss", expecting: kind, ClockTime.seconds) ?? 0,
      duration: try value("-t", expecting: "\(kind), more than 0") { text in
        ClockTime.seconds(text).flatMap { $0 > 0 ? $0 : nil }
      })
  }
}
