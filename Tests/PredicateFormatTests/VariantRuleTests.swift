// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import PredicateFormat
import Testing

/// Rules over variants as AVFoundation shows them to predicates: what is not declared is negative,
/// zero or nil.
@Suite struct VariantRuleTests {
  struct Variant: Sendable {
    struct Video: Sendable {
      var range = "AVVideoRangeSDR"
      var codecTypes: [Int] = []
      var frameRate = -1.0
    }

    struct Audio: Sendable {
      var formatIDs: [Int] = []
    }

    var peak = -1.0
    var average = -1.0
    var video: Video?
    var audio: Audio?

    static let keys = KeyTable<Variant>(
      .number("peakBitRate") { $0.peak },
      .number("averageBitRate") { $0.average },
      .object(
        "videoAttributes",
        KeyTable<Video>(
          .string("videoRange") { $0.range },
          .list("codecTypes", of: .integer) { $0.codecTypes },
          .number("nominalFrameRate") { $0.frameRate })
      ) { $0.video },
      .object(
        "audioAttributes",
        KeyTable<Audio>(.list("formatIDs", of: .integer) { $0.formatIDs })
      ) { $0.audio })
  }

  static let lossless = 1_634_492_771
  static let hevc = 1_752_589_105

  static let cases: [(String, [PredicateValue], Variant, Bool)] = [
    ("peakBitRate < 5000000", [], Variant(peak: 4_900_000), true),
    ("peakBitRate < 5000000", [], Variant(peak: 5_000_000), false),
    ("peakBitRate > 265000", [], Variant(peak: 4_900_000), true),
    ("peakBitRate <= 1e+16", [], Variant(peak: 4_900_000), true),
    (
      "videoAttributes.videoRange == %@", ["AVVideoRangePQ"],
      Variant(video: .init(range: "AVVideoRangePQ")), true
    ),
    (
      "videoAttributes.videoRange == 'PQ'", [], Variant(video: .init(range: "AVVideoRangePQ")),
      false
    ),
    (
      "videoAttributes.videoRange == %@ && peakBitRate < 5000000", ["AVVideoRangePQ"],
      Variant(peak: 4e6, video: .init(range: "AVVideoRangePQ")), true
    ),
    (
      "%d IN audioAttributes.formatIDs", [1_634_492_771],
      Variant(audio: .init(formatIDs: [lossless])), true
    ),
    (
      "%d in audioAttributes.formatIDs", [1_634_492_771], Variant(audio: .init(formatIDs: [1])),
      false
    ),
    ("%d IN audioAttributes.formatIDs", [1_634_492_771], Variant(), false),
    ("averageBitRate < 1000000", [], Variant(), true),
    ("averageBitRate > 0 AND averageBitRate < 1000000", [], Variant(), false),
    ("videoAttributes.nominalFrameRate <= 30", [], Variant(video: .init()), true),
    ("videoAttributes.nominalFrameRate <= 30", [], Variant(), false),
    ("videoAttributes.videoRange != %@", ["AVVideoRangePQ"], Variant(), true),
    ("videoAttributes.videoRange == %@", ["AVVideoRangeSDR"], Variant(), false),
    ("videoAttributes.videoRange == %@", ["AVVideoRangeSDR"], Variant(video: .init()), true),
    ("peakBitRate <= 0", [], Variant(peak: 1), false),
    (
      "1752589105 IN videoAttributes.codecTypes", [], Variant(video: .init(codecTypes: [hevc])),
      true
    ),
    ("1752589105 IN videoAttributes.codecTypes", [], Variant(video: .init(codecTypes: [1])), false),
    (
      "ANY videoAttributes.codecTypes == 1752589105", [], Variant(video: .init(codecTypes: [hevc])),
      true
    ),
  ]

  @Test(arguments: cases)
  func `answers as AVFoundation's headers say`(
    _ format: String, _ arguments: [PredicateValue], _ variant: Variant, _ expected: Bool
  ) throws {
    let bound = try PredicateTree(format: format, arguments: arguments).bound(to: Variant.keys)
    #expect(try bound.evaluate(variant) == expected)
  }
}
