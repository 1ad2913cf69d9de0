// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
internal import ISOBMFF
public import PredicateFormat

// What predicates see: the keys of `AVAssetVariant` with Objective-C's values for what is absent.

extension AssetVariant: PredicateKeyed {
  /// The keys that AVFoundation's headers publish.
  public static let predicateKeys = KeyTable<AssetVariant>(
    // BANDWIDTH is required of every variant, so that a peak bit rate is always declared.
    .number("peakBitRate", unit: .bitsPerSecond, absence: .never) { $0.peakBitRateValue },
    .number("averageBitRate", unit: .bitsPerSecond, absence: .negative) { $0.averageBitRateValue },
    .opaque("URL") { _ in true },
    .object("videoAttributes", VideoAttributes.predicateKeys) { $0.videoAttributes },
    // A rule's favourite path is read at once, without a copy of what lies on the way.
    .string("videoAttributes.videoRange", constants: VideoAttributes.rangeNames) {
      $0.videoAttributes?.rangeConstant
    },
    .object("audioAttributes", AudioAttributes.predicateKeys) { $0.audioAttributes })
}

extension VideoAttributes: PredicateKeyed {
  /// The keys of `AVAssetVariant.VideoAttributes`.
  public static let predicateKeys = KeyTable<VideoAttributes>(
    .string("videoRange", constants: rangeNames) { $0.rangeConstant },
    .list("codecTypes", of: .integer, unit: .fourCharacterCode) { $0.codecTypes.map(\.rawValue) },
    .opaque("presentationSize") { _ in true },
    .number(
      "nominalFrameRate", label: "frame rate", unit: .counted("frames/s"), absence: .negative
    ) { $0.nominalFrameRate ?? -1 },
    .objects("videoLayoutAttributes", VideoLayout.predicateKeys) { $0.videoLayoutAttributes })

  /// The constants of `AVVideoRange` with the names that playlists have for them.
  static let rangeNames = [
    "AVVideoRangeSDR": "SDR", "AVVideoRangeHLG": "HLG", "AVVideoRangePQ": "PQ",
  ]

  /// The constant of `AVVideoRange`; one made alike for a range that is not known.
  var rangeConstant: String {
    switch videoRange {
    case .sdr: "AVVideoRangeSDR"
    case .hlg: "AVVideoRangeHLG"
    case .pq: "AVVideoRangePQ"
    default: "AVVideoRange" + videoRange.rawValue
    }
  }
}

extension VideoLayout: PredicateKeyed {
  /// The keys of `AVAssetVariant.VideoAttributes.LayoutAttributes`.
  public static let predicateKeys = KeyTable<VideoLayout>(
    .integer("stereoViewComponents") { Int($0.stereoViewComponents.rawValue) })
}

extension AudioAttributes: PredicateKeyed {
  /// The keys of `AVAssetVariant.AudioAttributes`.
  public static let predicateKeys = KeyTable<AudioAttributes>(
    .list("formatIDs", of: .integer, label: "audio formats", unit: .fourCharacterCode) {
      $0.formatIDs.map(\.rawValue)
    })
}
