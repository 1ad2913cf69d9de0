// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSVariantTesting
import HLSVariants
import PredicateFormat
import Testing

/// Rules against two ladders of HDR and SDR. What is expected follows from the published steps and
/// from the documented order of automatic selection.
@Suite struct SelectionRuleTests {
  static let pq = "videoAttributes.videoRange == 'AVVideoRangePQ'"
  static let five = "peakBitRate < 5000000"

  /// 1: 1.6 SDR 540p, 2: 4.5 SDR 1080p, 3: 4.08 PQ 720p, 4: 7 PQ 1080p, 5: 20 PQ 2160p.
  static let ladder = Master.hdr10AndSDR

  static let formats: [SelectionCase] = [
    SelectionCase(ladder, takes: 5),
    SelectionCase(ladder, five, takes: 3),
    SelectionCase(ladder, pq, takes: 5),
    SelectionCase(ladder, "\(pq) && \(five)", takes: 3),
    SelectionCase(ladder, "peakBitRate > 265000", takes: 5),
    SelectionCase(
      ladder, "peakBitRate < 1000000", takes: 5, warns: [.nothingMatched, .ruleMatchesNothing]),
    SelectionCase(
      ladder, "peakBitRate <= 0", takes: 5, warns: [.nothingMatched, .ruleMatchesNothing]),
    SelectionCase(
      ladder, "peakBitRate < 1000000", "peakBitRate < 2000000", takes: 1,
      warns: [.ruleMatchesNothing]),
    SelectionCase(ladder, pq, five, takes: 5),
    SelectionCase(ladder, five, pq, takes: 3),
    SelectionCase(ladder, "peakBitRate BETWEEN {4000000, 5000000}", takes: 3),
    SelectionCase(ladder, "peakBitRate == 4500000", takes: 2),
    SelectionCase(ladder, "peakBitRate >= 2000000", takes: 5),
    SelectionCase(ladder, "averageBitRate < 4000000", takes: 3),
    SelectionCase(
      ladder, "averageBitRate < 4100000 AND videoAttributes.videoRange == 'AVVideoRangeSDR'",
      takes: 2),
    SelectionCase(ladder, "averageBitRate <= 1400000", takes: 1),
    SelectionCase(ladder, "videoAttributes.videoRange != 'AVVideoRangePQ'", takes: 2),
    SelectionCase(ladder, "videoAttributes.videoRange == 'AVVideoRangeSDR'", takes: 2),
    SelectionCase(
      ladder, "videoAttributes.videoRange IN {'AVVideoRangeSDR', 'AVVideoRangeHLG'}", takes: 2),
    SelectionCase(
      ladder, "videoAttributes.videoRange == 'PQ'", takes: 5,
      warns: [.nothingMatched, .ruleMatchesNothing]),
    SelectionCase(
      ladder, "videoAttributes.videoRange == 'AVVideoRangeHLG'", takes: 5,
      warns: [.nothingMatched, .ruleMatchesNothing]),
    SelectionCase(ladder, "NOT videoAttributes.videoRange == 'AVVideoRangePQ'", takes: 2),
    SelectionCase(ladder, "\(five) OR \(pq)", takes: 5),
    // 1752589105 is 'hvc1', 1635148593 'avc1'.
    SelectionCase(ladder, "1752589105 IN videoAttributes.codecTypes", takes: 5),
    SelectionCase(ladder, "ANY videoAttributes.codecTypes == 1752589105", takes: 5),
    SelectionCase(
      ladder, "1635148593 IN videoAttributes.codecTypes", takes: 5,
      warns: [.nothingMatched, .ruleMatchesNothing]),
    // 1633772320 is 'aac ', 1634492771 'alac'.
    SelectionCase(ladder, "1633772320 IN audioAttributes.formatIDs", takes: 5),
    SelectionCase(
      ladder, "1634492771 IN audioAttributes.formatIDs", takes: 5,
      warns: [.nothingMatched, .ruleMatchesNothing]),
    SelectionCase(ladder, "videoAttributes.nominalFrameRate <= 24", takes: 5),
    SelectionCase(
      ladder, "videoAttributes.nominalFrameRate > 24", takes: 5,
      warns: [.nothingMatched, .ruleMatchesNothing]),
    SelectionCase(ladder, "videoAttributes != nil", takes: 5),
    SelectionCase(
      ladder, "audioAttributes == nil", takes: 5, warns: [.nothingMatched, .ruleMatchesNothing]),
    SelectionCase(ladder, "TRUEPREDICATE", takes: 5),
    SelectionCase(
      ladder, "FALSEPREDICATE", takes: 5, warns: [.nothingMatched, .ruleMatchesNothing]),
    SelectionCase(ladder, "bitrate < 5000000", takes: 5, warns: [.nothingMatched, .ruleRaises]),
    SelectionCase(
      ladder, "bitrate < 5000000", "peakBitRate < 5000000", takes: 3, warns: [.ruleRaises]),
  ]

  static let typed: [SelectionCase] = [
    SelectionCase(
      "width <= 1280", ladder, [.tree(.presentationWidth(.lessThanOrEqual, 1280))], takes: 3),
    SelectionCase("height == 1080", ladder, [.tree(.presentationHeight(.equal, 1080))], takes: 4),
    SelectionCase(
      "height <= 1080", ladder, [.tree(.presentationHeight(.lessThanOrEqual, 1080))], takes: 4),
    SelectionCase(
      "height > 1080", ladder, [.tree(.presentationHeight(.greaterThan, 1080))], takes: 5),
    SelectionCase(
      "height != 2160", ladder, [.tree(.presentationHeight(.notEqual, 2160))], takes: 4),
    SelectionCase(
      "width and rate", ladder,
      [
        .tree(
          .presentationWidth(.lessThanOrEqual, 1920)
            && .compare(.key("peakBitRate"), .lessThan, 5_000_000))
      ], takes: 3),
    SelectionCase(
      "width or rate", ladder,
      [
        .tree(
          .presentationWidth(.greaterThanOrEqual, 3840)
            || .compare(.key("peakBitRate"), .lessThan, 2_000_000))
      ], takes: 5),
    SelectionCase(
      "not above 720", ladder, [.tree(!.presentationHeight(.greaterThan, 720))], takes: 3),
    SelectionCase("variant 1", ladder, [.variant(1)], takes: 1),
    SelectionCase("variant before a rule", ladder, [.variant(1), .format(pq)], takes: 1),
    SelectionCase("variant after a rule", ladder, [.format(five), .variant(1)], takes: 3),
    SelectionCase(
      "variant after a rule that fails", ladder, [.format("peakBitRate < 1"), .variant(2)],
      takes: 2, warns: [.ruleMatchesNothing]),
    SelectionCase("least peak", ladder, [.least(.peakBitRate, .constant(true))], takes: 1),
    SelectionCase("greatest peak", ladder, [.greatest(.peakBitRate, .constant(true))], takes: 5),
    SelectionCase("least average", ladder, [.least(.averageBitRate, .constant(true))], takes: 1),
    SelectionCase(
      "greatest size", ladder, [.greatest(.presentationSize, .constant(true))], takes: 5),
    SelectionCase(
      "least peak of 4 Mbit/s", ladder,
      [.least(.peakBitRate, .compare(.key("peakBitRate"), .greaterThanOrEqual, 4_000_000))],
      takes: 3),
    SelectionCase("2 channels", ladder, [.tree(.channelCount(.equal, 2))], takes: 5),
    SelectionCase(
      "more than 2 channels", ladder, [.tree(.channelCount(.greaterThan, 2))], takes: 5,
      warns: [.nothingMatched, .ruleMatchesNothing]),
    SelectionCase(
      "an operator that is none of a comparison", ladder, [.tree(.channelCount(.like, 2))],
      takes: 5, warns: [.nothingMatched, .ruleMatchesNothing]),
  ]

  /// On devices: SDR alone, no HEVC, no HLG.
  static let devices: [SelectionCase] = [
    SelectionCase(ladder, on: "iphone-8", takes: 2),
    SelectionCase(ladder, five, on: "iphone-8", takes: 2),
    SelectionCase(
      ladder, pq, on: "iphone-8", takes: 2, warns: [.nothingMatched, .ruleMatchesUnplayable]),
    SelectionCase(ladder, pq, five, on: "iphone-8", takes: 2, warns: [.ruleMatchesUnplayable]),
    SelectionCase(ladder, on: "iphone-x", takes: 5),
    SelectionCase(ladder, on: "apple-tv-4k", takes: 5),
    SelectionCase(ladder, on: "apple-tv-hd", takes: 0),
    SelectionCase(
      "an explicit variant is stored although it does not play", ladder, [.variant(5)],
      on: "iphone-8", takes: 5, warns: [.notPlayable]),
    SelectionCase(
      "greatest of what plays", ladder, [.greatest(.peakBitRate, .constant(true))],
      on: "iphone-8", takes: 2),
  ]

  @Test(arguments: formats) func `format rules`(_ c: SelectionCase) throws { try c.check() }

  @Test(arguments: typed) func `typed rules`(_ c: SelectionCase) throws { try c.check() }

  @Test(arguments: devices) func `rules on devices`(_ c: SelectionCase) throws { try c.check() }

  /// Two variants above the cap of the talk's first rule: no match, hence automatic.
  @Test func `a cap below all variants takes the largest one, with a warning`() throws {
    let master = Master(
      .variant(14_500_000, size: "1920x1080", codecs: "hvc1.2.4.L123.B0,mp4a.40.2"),
      .variant(34_500_000, size: "3840x2160", codecs: "hvc1.2.4.L150.B0,mp4a.40.2"))
    let selection = try master.asset.select(
      DownloadConfiguration(try VariantQualifier("peakBitRate < 5000000")))
    #expect(selection.primary.variant.peakBitRate == 34_500_000)
    #expect(selection.primary.basis == .noneMatched)
    #expect(
      selection.warnings.map(\.message) == [
        "rule 1 (peakBitRate < 5000000) matches no variant of this playlist",
        "no rule matches a playable variant: automatic selection took 3840x2160 SDR, 34.5 Mbit/s "
          + "without an error",
      ])
  }
}
