// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import PredicateFormat
import RungTestSupport
import Testing

@Suite struct PredicateFormatDocumentationTests {
  struct Variant {
    var peakBitRate: Double
    var averageBitRate: Double?
    var videoRange: String
    var codecTypes: [Int]

    static let keys = KeyTable<Variant>(
      .number("peakBitRate", unit: .bitsPerSecond, absence: .never) { $0.peakBitRate },
      .number("averageBitRate", unit: .bitsPerSecond, absence: .negative) {
        $0.averageBitRate ?? -1
      },
      .string("videoRange", constants: ["AVVideoRangeSDR": "SDR", "AVVideoRangePQ": "PQ"]) {
        $0.videoRange
      },
      .list("codecTypes", of: .integer, unit: .fourCharacterCode) { $0.codecTypes })
  }

  @Test func `the article's examples do what it says`() throws {
    let variants = [
      Variant(peakBitRate: 7e6, videoRange: "AVVideoRangePQ", codecTypes: [1_752_589_105]),
      Variant(peakBitRate: 4e6, videoRange: "AVVideoRangePQ", codecTypes: [1_752_589_105]),
    ]

    let rule = try PredicateTree(
      "peakBitRate < %d AND videoRange == %@", 5_000_000, "AVVideoRangePQ")
    let bound = try rule.bound(to: Variant.keys)
    let matches = try variants.filter { try bound.evaluate($0) }

    #expect(matches.map(\.peakBitRate) == [4e6])

    let answer = try PredicateTree("ANY list > 1").evaluate(["name": "x", "list": [1, 2]])

    #expect(answer)

    let cheap = PredicateTree.compare(.key("peakBitRate"), .lessThan, 5_000_000)
    let isHEVC = PredicateLeaf("HEVC", plainEnglish: "the video is HEVC") { (variant: Variant) in
      variant.codecTypes.contains(1_752_589_105)
    }
    let both = cheap && .leaf(isHEVC)
    let text = both.predicateFormat
    let meaning = both.plainEnglish(Variant.keys.schema)

    #expect(text == "peakBitRate < 5000000 AND HEVC")
    #expect(meaning == "peak bit rate is below 5 Mbit/s, and the video is HEVC")
    #expect(try both.bound(to: Variant.keys).evaluate(variants[1]))

    let explanation = try rule.bound(to: Variant.keys).explain(variants[0])
    let reasons = explanation.decisive.map(\.reason)

    #expect(reasons == ["peak bit rate is below 5 Mbit/s (found 7 Mbit/s)"])

    let linter = PredicateLinter(schema: Variant.keys.schema)
    let findings = try linter.findings(inFormat: "averageBitRate < 1000000 AND videoRange == 'PQ'")

    #expect(findings.map(\.code) == [.matchesAbsent, .literalConstant])
  }

  @Test func `the examples stand in this file`() throws {
    let examples = try DocumentationExamples(
      article: "Sources/PredicateFormat/PredicateFormat.docc/PredicateFormat.md")
    #expect(examples.examples.count == 6)
    #expect(try examples.missing(from: #filePath) == [])
  }
}
