// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import PredicateFormat
import Testing

@Suite struct LinterTests {
  private static let linter = PredicateLinter(schema: ExplanationTests.schema)

  static let cases: [(String, [PredicateFinding.Code])] = [
    ("peakBitRate < 5000000", []),
    ("averageBitRate > 0 AND peakBitRate < 5000000", []),
    ("averageBitRate < 1000000", [.matchesAbsent]),
    ("1000000 > averageBitRate", [.matchesAbsent]),
    ("averageBitRate != 1000000", [.matchesAbsent]),
    ("averageBitRate > 1000000", []),
    ("videoAttributes.videoRange == 'PQ'", [.literalConstant]),
    ("videoAttributes.videoRange == 'pq'", [.literalConstant]),
    ("videoAttributes.videoRange == 'AVVideoRangePQ'", []),
    ("videoAttributes.videoRange == 'HDR'", [.neverTrue]),
    ("videoAttributes.videoRange != 'AVVideoRangePQ'", [.matchesAbsent]),
    ("videoAttributes.videoRange == 5", [.neverTrue]),
    ("peakBitRate == '5000000'", [.neverTrue]),
    ("peakBitRate != '5000000'", [.alwaysTrue]),
    ("peakbitrate < 5000000", [.wouldRaise]),
    ("peakBitRate < '5'", [.wouldRaise]),
    ("peakBitRate BETWEEN {1}", [.wouldRaise]),
    ("peakBitRate BETWEEN {5, 1}", [.neverTrue]),
    ("peakBitRate == 29.97", [.floatEquality]),
    ("peakBitRate < 3000000 AND peakBitRate > 5000000", [.contradiction]),
    ("peakBitRate < 3000000 AND isHDR == YES AND peakBitRate >= 3000000", [.contradiction]),
    ("peakBitRate <= 3000000 AND peakBitRate >= 3000000", []),
    ("peakBitRate == 1 AND peakBitRate == 2", [.contradiction]),
    ("peakBitRate IN {1, 2} AND peakBitRate > 2", [.contradiction]),
    ("peakBitRate BETWEEN {1, 2} AND peakBitRate > 3", [.contradiction]),
    ("peakBitRate > 3000000 OR peakBitRate < 5000000", [.alwaysTrue]),
    ("peakBitRate == 1 OR peakBitRate != 1", [.alwaysTrue]),
    ("peakBitRate < 3000000 OR peakBitRate > 5000000", []),
    ("1 == 1", [.alwaysTrue]),
    ("'peakBitRate' == 5", [.neverTrue]),
    ("isHDR == YES OR peakBitRate > 1 AND peakBitRate < 5", [.precedence]),
    ("isHDR == YES OR (peakBitRate > 1 AND peakBitRate < 5)", []),
    ("NOT isHDR == YES AND peakBitRate > 1", [.precedence]),
    ("NOT (isHDR == YES) AND peakBitRate > 1", []),
    ("NOT (isHDR == YES AND peakBitRate > 1)", []),
    ("videoAttributes.videoRange MATCHES '(a+)+'", [.catastrophicPattern]),
    ("videoAttributes.videoRange CONTAINS ''", [.neverTrue]),
  ]

  @Test(arguments: cases)
  func `finds what surprises`(_ format: String, _ codes: [PredicateFinding.Code]) throws {
    let findings = try Self.linter.findings(inFormat: format)
    #expect(findings.map(\.code) == codes, "\(findings)")
  }

  @Test func `says what to write instead`() throws {
    let findings = try Self.linter.findings(inFormat: "averageBitRate < 1000000")
    #expect(
      findings.map(\.description) == [
        "warning: 'averageBitRate < 1000000' is also true where no average bit rate is declared: "
          + "it is negative then (write 'averageBitRate > 0 AND averageBitRate < 1000000' if that "
          + "is not meant) [matches-absent]"
      ])
    let literal = try Self.linter.findings(inFormat: "videoAttributes.videoRange == 'PQ'")
    #expect(
      literal.first?.remedy == "compare with the constant AVVideoRangePQ, as an argument of %@")
  }

  @Test(arguments: [
    ("name == 'a*'", [PredicateFinding.Code.wildcardInEquality]),
    ("name LIKE '%@'", [.quotedConversion]),
    ("name LIKE 'a*'", []),
    ("SUBQUERY(list, $x, $x.a == 1.5).@count > 0", []),
    ("TERNARY(a == 1.5, 1, 2) == 1", [.floatEquality]),
    ("$x < 5 AND ANY list == $y", []),
  ])
  func `needs no schema for what holds of any key`(
    _ format: String, _ codes: [PredicateFinding.Code]
  ) throws {
    #expect(try PredicateLinter().findings(inFormat: format).map(\.code) == codes)
  }

  @Test(arguments: [
    "(a+)+", "(a*)*", "(a+)+$", "(\\w+\\s?)+", "^(([a-z])+.)+[A-Z]([a-z])+$", "(a|a)*", "(.|a)+",
    "((a+))+", "(?:a*)+", "(a+){2,}",
  ])
  func `knows a pattern that can take exponential time`(_ pattern: String) throws {
    let findings = try PredicateLinter().findings(
      inFormat: "name MATCHES %@", arguments: [.string(pattern)])
    #expect(findings.map(\.code) == [.catastrophicPattern])
  }

  @Test(arguments: [
    "a+", "(abc)+", "(a|b)*", ".*x.*", "(\\d+\\.)+", "(a++)+", "(?>a+)+", "(a{1,3}b)+", "[(+)+]+",
    "t.*t[0-9]", "\\(a+\\)+", "([a-z]+,)*",
  ])
  func `leaves a harmless pattern alone`(_ pattern: String) throws {
    let findings = try PredicateLinter().findings(
      inFormat: "name MATCHES %@", arguments: [.string(pattern)])
    #expect(findings.isEmpty)
  }
}
