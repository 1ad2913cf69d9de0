// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import PredicateFormat

/// The keys that a download rule may read, as AVFoundation's headers publish them, so that a rule
/// can be linted without a playlist.
enum VariantKeys {
  static let schema = KeySchema([
    // BANDWIDTH is required of every variant, so that a peak bit rate is always declared.
    KeyDescription("peakBitRate", .number, unit: .bitsPerSecond, absence: .never),
    KeyDescription("averageBitRate", .number, unit: .bitsPerSecond, absence: .negative),
    KeyDescription("URL", .opaque, absence: .never),
    KeyDescription("videoAttributes", .object),
    KeyDescription(
      "videoAttributes.videoRange", .string, absence: .null,
      constants: [
        "AVVideoRangeSDR": "SDR", "AVVideoRangeHLG": "HLG", "AVVideoRangePQ": "PQ",
      ]),
    KeyDescription("videoAttributes.codecTypes", .list(.integer), unit: .fourCharacterCode),
    KeyDescription("videoAttributes.presentationSize", .opaque),
    KeyDescription(
      "videoAttributes.nominalFrameRate", .number, label: "frame rate",
      unit: .counted("frames/s"), absence: .negative),
    KeyDescription("videoAttributes.videoLayoutAttributes", .list(.object)),
    KeyDescription("videoAttributes.videoLayoutAttributes.stereoViewComponents", .list(.integer)),
    KeyDescription("audioAttributes", .object),
    KeyDescription(
      "audioAttributes.formatIDs", .list(.integer), label: "audio formats",
      unit: .fourCharacterCode),
  ])

  /// The schema where the predicate is about variants: where it reads one of their keys, its
  /// letter case aside. About anything else nothing is known.
  static func schema(for tree: PredicateTree) -> KeySchema {
    let known = Set(schema.paths.map { $0.lowercased() })
    return tree.keyPaths.contains { known.contains($0.lowercased()) } ? schema : .open
  }
}
