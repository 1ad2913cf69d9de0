// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import AVFoundationHLS
import Testing

/// Rules of developer.apple.com/documentation/coremedia: CMTimeAdd, CMTimeCompare,
/// CMTimeConvertScale, CMTimeRoundingMethod.
struct CMTimeTests {
  struct Sum: CustomTestStringConvertible {
    var first: (Int64, Int32)
    var second: (Int64, Int32)
    var sum: (Int64, Int32)
    var isRounded = false
    var testDescription: String { "\(first) + \(second)" }
  }

  @Test(arguments: [
    // One timescale stays.
    Sum(first: (1, 600), second: (2, 600), sum: (3, 600)),
    // The least common multiple: of 30,000 and 48,000 it is 240,000.
    Sum(first: (1001, 30000), second: (1, 48000), sum: (8013, 240_000)),
    Sum(first: (1, 3), second: (1, 7), sum: (10, 21)),
    Sum(first: (-5, 600), second: (5, 600), sum: (0, 600)),
    // Primes whose product is too large: the largest timescale, rounded.
    Sum(
      first: (1, 0x7fff_ffff), second: (1, 2_147_483_629), sum: (2, 0x7fff_ffff), isRounded: true),
    // 2⁶⁴ − 2 units do not fit: half the timescale, and half the value.
    Sum(first: (.max, 600), second: (.max, 600), sum: (.max, 300)),
  ])
  func `the sum has the least common timescale`(_ sum: Sum) {
    let result =
      CMTime(value: sum.first.0, timescale: sum.first.1)
      + CMTime(value: sum.second.0, timescale: sum.second.1)
    #expect((result.value, result.timescale) == sum.sum)
    #expect(result.hasBeenRounded == sum.isRounded)
  }

  @Test
  func `what is not a number decides sums`() {
    let one = CMTime(value: 1, timescale: 1)
    #expect((one + .positiveInfinity).isPositiveInfinity)
    #expect((one - .positiveInfinity).isNegativeInfinity)
    #expect((one + .indefinite).isIndefinite)
    #expect(!(one + .invalid).isValid)
    #expect(!(CMTime.positiveInfinity + .negativeInfinity).isValid)
    #expect((CMTime.positiveInfinity - .negativeInfinity).isPositiveInfinity)
  }

  @Test
  func `times have one order, those without a number too`() {
    let order = [
      CMTime.negativeInfinity, CMTime(value: -1, timescale: 600), .zero,
      CMTime(value: 1, timescale: 601), CMTime(value: 1, timescale: 600),
      CMTime(value: 0, timescale: 600, flags: .valid, epoch: 1), .indefinite, .positiveInfinity,
      .invalid,
    ]
    for (first, one) in order.enumerated() {
      for (second, other) in order.enumerated() {
        #expect(CMTimeCompare(one, other) == (first < second ? -1 : first == second ? 0 : 1))
      }
    }
  }

  @Test
  func `equal times are one in a set`() {
    let half = [(1, 2), (300, 600), (24_000, 48_000)].map {
      CMTime(value: Int64($0.0), timescale: Int32($0.1))
    }
    #expect(Set(half).count == 1)
    #expect(CMTime(value: .min, timescale: 1).hashValue != CMTime.zero.hashValue)
  }

  struct Rounding: Sendable {
    var method: CMTimeRoundingMethod
    /// What 1.5, -1.5, 1.25 and -0.25 seconds are in whole seconds.
    var values: [Int64]
  }

  @Test(arguments: [
    Rounding(method: .roundHalfAwayFromZero, values: [2, -2, 1, 0]),
    Rounding(method: .roundTowardZero, values: [1, -1, 1, 0]),
    Rounding(method: .roundAwayFromZero, values: [2, -2, 2, -1]),
    Rounding(method: .quickTime, values: [1, -1, 1, -1]),
    Rounding(method: .roundTowardPositiveInfinity, values: [2, -1, 2, 0]),
    Rounding(method: .roundTowardNegativeInfinity, values: [1, -2, 1, -1]),
  ])
  func `a smaller timescale rounds as asked`(_ rounding: Rounding) {
    let quarters: [Int64] = [6, -6, 5, -1]
    let results = quarters.map {
      CMTime(value: $0, timescale: 4).convertScale(1, method: rounding.method)
    }
    #expect(results.map(\.value) == rounding.values)
    #expect(results.map(\.hasBeenRounded) == [true, true, true, true])
    #expect(!CMTime(value: 4, timescale: 4).convertScale(1, method: rounding.method).hasBeenRounded)
  }

  @Test
  func `QuickTime's rounding goes up to a larger timescale`() {
    let third = CMTime(value: 1, timescale: 3)
    #expect(third.convertScale(4, method: .quickTime).value == 2)
    #expect(third.convertScale(0, method: .default).isValid == false)
  }

  @Test
  func `seconds become the nearest units`() {
    let time = CMTime(seconds: 1.1, preferredTimescale: 600)
    #expect((time.value, time.timescale) == (660, 600))
    #expect(CMTime(seconds: .nan, preferredTimescale: 600).isValid == false)
    #expect(CMTime(seconds: .infinity, preferredTimescale: 600).isPositiveInfinity)
    #expect(CMTime(seconds: -1e300, preferredTimescale: 600).isNegativeInfinity)
    #expect(CMTime(value: 1, timescale: 0).isValid == false)
    // 2⁵⁶ seconds fit at 127 units a second and fewer: 600 is halved three times, to 75.
    #expect(CMTime(seconds: 0x1p56, preferredTimescale: 600).timescale == 75)
  }

  @Test
  func `a ratio multiplies exactly`() {
    let time = CMTimeMultiplyByRatio(
      CMTime(value: 1001, timescale: 30000), multiplier: 30000, divisor: 1001)
    #expect(time == CMTime(value: 1, timescale: 1))
    #expect(!time.hasBeenRounded)
    #expect(CMTimeMultiply(CMTime(value: .max, timescale: 2), multiplier: 2).timescale == 1)
    #expect(CMTimeMultiply(CMTime(value: .max, timescale: 1), multiplier: 2).isPositiveInfinity)
    #expect(!CMTimeMultiplyByRatio(.zero, multiplier: 1, divisor: 0).isValid)
  }
}

struct CMTimeRangeTests {
  private func range(_ start: Int64, _ end: Int64) -> CMTimeRange {
    CMTimeRange(
      start: CMTime(value: start, timescale: 600), end: CMTime(value: end, timescale: 600))
  }

  @Test
  func `a range holds its start and not its end`() {
    #expect(range(600, 1200).containsTime(CMTime(value: 1, timescale: 1)))
    #expect(!range(600, 1200).containsTime(CMTime(value: 2, timescale: 1)))
    #expect(range(600, 1200).containsTimeRange(range(700, 1200)))
    #expect(!range(600, 1200).containsTimeRange(range(700, 1201)))
    #expect(range(600, 600).isEmpty)
    #expect(!range(600, 599).isValid)
  }

  @Test
  func `ranges share and join`() {
    #expect(range(0, 600).intersection(range(300, 900)) == range(300, 600))
    #expect(range(0, 600).intersection(range(600, 900)).isEmpty)
    #expect(range(0, 600).union(range(900, 1200)) == range(0, 1200))
    #expect(!range(0, 600).union(.invalid).isValid)
  }

  @Test
  func `a range without end has an end at infinity`() {
    let open = CMTimeRange(start: .zero, duration: .positiveInfinity)
    #expect(open.end.isPositiveInfinity)
    #expect(open.containsTime(CMTime(value: .max, timescale: 1)))
  }
}
