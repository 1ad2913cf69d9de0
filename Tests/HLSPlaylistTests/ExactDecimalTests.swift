// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSPlaylist
import Testing

@Suite struct ExactDecimalTests {
  @Test(
    arguments: [
      ("6.006", 6006, 3), ("6.00600", 600_600, 5), (".36", 36, 2), ("123.", 123, 0),
      ("0.000011", 11, 6), ("-12.5", -125, 1), ("0", 0, 0), ("9223372036854775807", .max, 0),
      ("3.1415926535897932384", 3_141_592_653_589_793_238, 18),
    ] as [(String, Int64, Int)])
  func `reads digits exactly`(_ text: String, _ significand: Int64, _ scale: Int) throws {
    let isTruncated = text.count > 20
    let value = try #require(
      ExactDecimal(text) ?? (isTruncated ? ExactDecimal(String(text.dropLast())) : nil))
    #expect(value.significand == significand)
    #expect(Int(value.scale) == scale)
  }

  @Test(arguments: ["", ".", "-", "1e5", "NaN", "inf", "+1", "1.2.3", " 1", "9223372036854775808"])
  func `refuses what is no decimal`(_ text: String) {
    #expect(ExactDecimal(text) == nil)
  }

  @Test(arguments: [
    ("6.00600", "6.00600"), (".36", "0.36"), ("0.000011", "0.000011"),
    ("-0.5", "-0.5"), ("123.", "123"),
  ])
  func `prints the digits it was made from`(_ text: String, _ printed: String) throws {
    #expect(try #require(ExactDecimal(text)).description == printed)
  }

  @Test func `is equal by number and hashes alike`() {
    let (a, b): (ExactDecimal, ExactDecimal) = (6.006, 6.0060)
    #expect(a == ExactDecimal("6.00600"))
    #expect(Set([a, b]).count == 1)
    #expect((6.4 as ExactDecimal) < 6.5)
    #expect((-1 as ExactDecimal) < 0.5)
  }

  /// 60060/30000 s is two seconds at 29.97 frames a second; 86 AAC frames at 44.1 kHz are
  /// 1.99691609977… s.
  @Test(
    arguments: [
      (60060, 30000, 5, "2.00200"), (86 * 1024, 44100, 5, "1.99692"), (1, 3, 5, "0.33333"),
      (2, 3, 5, "0.66667"), (-2, 3, 5, "-0.66667"), (1, 2, 0, "1"), (0, 7, 5, "0.00000"),
    ] as [(Int64, Int64, Int, String)])
  func `rounds a fraction to the nearest decimal`(
    _ numerator: Int64, _ denominator: Int64, _ decimals: Int, _ text: String
  ) throws {
    let value = ExactDecimal(numerator, over: denominator, decimals: decimals)
    #expect(try #require(value).description == text)
  }

  @Test func `refuses fractions that have no decimal`() {
    #expect(ExactDecimal(1, over: 0) == nil)
    #expect(ExactDecimal(1, over: -1) == nil)
    #expect(ExactDecimal(.max, over: 1, decimals: 5) == nil)
    #expect(ExactDecimal(1, over: 3, decimals: 19) == nil)
  }

  @Test(arguments: [
    ("6.4", 6), ("6.5", 7), ("6.006", 6), ("0.49", 0), ("-0.5", 0), ("-1.51", -2),
    ("9223372036854775807", Int64.max),
  ])
  func `rounds to whole numbers, halves up`(_ text: String, _ whole: Int64) throws {
    #expect(try #require(ExactDecimal(text)).rounded == whole)
  }

  @Test func `adds exactly and never traps`() {
    #expect((0.1 as ExactDecimal) + 0.2 == 0.3)
    #expect((5 as ExactDecimal) - 5.5 == -0.5)
    let greatest = ExactDecimal(.max)
    #expect(greatest + greatest == greatest)
    #expect((ExactDecimal(.min) - greatest) == ExactDecimal(.min))
    #expect((ExactDecimal("922337203685477.5807") ?? 0) + greatest == greatest)
  }
}
