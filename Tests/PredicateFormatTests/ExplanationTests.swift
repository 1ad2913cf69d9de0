// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import PredicateFormat
import Testing

@Suite struct ExplanationTests {
  static let schema = KeySchema([
    KeyDescription("peakBitRate", .number, unit: .bitsPerSecond, absence: .never),
    KeyDescription("averageBitRate", .number, unit: .bitsPerSecond, absence: .negative),
    KeyDescription(
      "videoAttributes.videoRange", .string, absence: .null,
      constants: [
        "AVVideoRangeSDR": "SDR", "AVVideoRangeHLG": "HLG", "AVVideoRangePQ": "PQ",
      ]),
    KeyDescription("audioAttributes.formatIDs", .list(.integer), unit: .fourCharacterCode),
    KeyDescription("isHDR", .boolean, label: "HDR"),
  ])

  static let sentences: [(String, String)] = [
    (
      "peakBitRate < 5000000 AND videoAttributes.videoRange == 'AVVideoRangePQ'",
      "peak bit rate is below 5 Mbit/s, and video range is PQ"
    ),
    ("5000000 >= peakBitRate", "peak bit rate is at most 5 Mbit/s"),
    ("peakBitRate BETWEEN {265000, 4900000}", "peak bit rate is from 265 kbit/s to 4.9 Mbit/s"),
    ("%d IN audioAttributes.formatIDs", "format IDs include 'alac'"),
    ("ANY audioAttributes.formatIDs == %d", "at least one of format IDs is 'alac'"),
    ("videoAttributes.videoRange != nil", "video range is set"),
    (
      "videoAttributes.videoRange IN {'AVVideoRangePQ', 'AVVideoRangeHLG'}",
      "video range is one of PQ, HLG"
    ),
    ("isHDR == YES", "HDR is true"),
    ("name BEGINSWITH[cd] 'x'", "name begins with \"x\", ignoring case and accents"),
    ("NOT name LIKE 'x*'", "it is not so that name matches the pattern \"x*\""),
    ("a == 1 OR b == 2", "a is 1, or b is 2"),
    ("a == 1 AND (b == 2 OR c == 3)", "a is 1, and either b is 2 or c is 3"),
    ("a == 1 OR b == 2 AND c == 3", "a is 1, or both b is 2 and c is 3"),
    ("list.@count > 2", "the number of list is above 2"),
    ("cast_.@max.age > 2", "the greatest age of cast_ is above 2"),
    ("maximumFrameRate <= 30", "maximum frame rate is at most 30 frames/s"),
    ("sampleRate >= 48000", "sample rate is at least 48 kHz"),
    ("TRUEPREDICATE", "always"),
    ("SELF == 'x'", "the value is \"x\""),
  ]

  @Test(arguments: sentences)
  func `says it in plain English`(_ format: String, _ sentence: String) throws {
    let tree = try PredicateTree(format, 1_634_492_771)
    #expect(tree.plainEnglish(Self.schema) == sentence)
  }

  struct Variant: Sendable {
    var peak = 7_000_000.0
    var range: String? = "AVVideoRangeSDR"
  }

  static let keys = KeyTable<Variant>(
    .number("peakBitRate", unit: .bitsPerSecond) { $0.peak },
    .string("videoRange", constants: ["AVVideoRangePQ": "PQ", "AVVideoRangeSDR": "SDR"]) {
      $0.range
    })

  @Test func `says which parts failed and what was found`() throws {
    let rule = try PredicateTree(
      "peakBitRate < %d AND (videoRange == %@ OR videoRange == nil) AND peakBitRate > 1",
      5_000_000, "AVVideoRangePQ")
    let explanation = try rule.bound(to: Self.keys).explain(Variant())
    #expect(explanation.outcome == .fails)
    #expect(
      explanation.decisive.map(\.reason) == [
        "peak bit rate is below 5 Mbit/s (found 7 Mbit/s)",
        "video range is PQ (found SDR)",
        "video range is not set (found SDR)",
      ])
    #expect(
      explanation.description == """
        no   all of
          no   peak bit rate is below 5 Mbit/s (found 7 Mbit/s)
          no   any of
            no   video range is PQ (found SDR)
            no   video range is not set (found SDR)
          yes  peak bit rate is above 1 bit/s (found 7 Mbit/s)
        """)
  }

  @Test func `says which part of a disjunction held`() throws {
    let rule = try PredicateTree("peakBitRate > 6000000 OR NOT videoRange == nil")
    let explanation = try rule.bound(to: Self.keys).explain(Variant(range: nil))
    #expect(explanation.outcome == .holds)
    #expect(
      explanation.decisive.map(\.reason) == ["peak bit rate is above 6 Mbit/s (found 7 Mbit/s)"])
  }

  @Test func `a condition in code explains itself`() throws {
    let leaf = PredicateLeaf(
      "channelCount >= 6", plainEnglish: "audio has 6 channels or more",
      found: { (_: Variant) in "2" }, evaluate: { _ in false })
    let rule = try PredicateTree("peakBitRate < 5000000") || .leaf(leaf)
    #expect(
      rule.plainEnglish() == "peak bit rate is below 5 Mbit/s, or audio has 6 channels or more")
    let explanation = try rule.bound(to: Self.keys).explain(Variant())
    #expect(explanation.decisive.last?.reason == "audio has 6 channels or more (found 2)")
  }

  @Test func `an error is explained as one`() throws {
    let rule = try PredicateTree("foo < 3")
    let bound = try rule.bound(to: KeyTable<PredicateValue>.values)
    let explanation = bound.explain(["foo": "x"])
    #expect(explanation.outcome == .raises(PredicateFormatError(.typeMismatch, "")))
    #expect(explanation.description == "?    foo is below 3 (a string and a number have no order)")
  }
}
