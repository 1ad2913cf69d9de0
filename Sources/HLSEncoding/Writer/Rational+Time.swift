// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

extension Rational {
  /// Whether the ratio is a time in seconds that a writer can count with: within thirty years of 0,
  /// in units no smaller than those of Core Media.
  var isTime: Bool {
    denominator <= Int64(Int32.max) && abs(numerator / denominator) <= 1_000_000_000
  }

  /// The ticks of a rate from one time to this one, rounded to nearest; both are times, and the
  /// rate is a ratio of 32-bit numbers.
  func ticks(since origin: Rational, at rate: Rational) -> Int64 {
    let difference =
      Int128(numerator) * Int128(origin.denominator)
      - Int128(origin.numerator) * Int128(denominator)
    let product = difference * Int128(rate.numerator)
    let divisor = Int128(denominator) * Int128(origin.denominator) * Int128(rate.denominator)
    let half = divisor / 2
    return Int64(clamping: (product >= 0 ? product + half : product - half) / divisor)
  }

  /// The sum with another time, exact unless no ratio of 64-bit numbers is.
  func adding(_ other: Rational) -> Rational {
    var (a, b) = (denominator, other.denominator)
    while b != 0 { (a, b) = (b, a % b) }
    let (own, others) = (Int128(other.denominator / a), Int128(denominator / a))
    let sum = Int128(numerator) * own + Int128(other.numerator) * others
    return Rational(Int64(clamping: sum), Int64(clamping: Int128(denominator) * own))
  }

  /// So many times this time.
  func times(_ count: Int) -> Rational {
    Rational(Int64(clamping: Int128(numerator) * Int128(count)), denominator)
  }

  /// The milliseconds from another time to this one.
  func milliseconds(since other: Rational) -> Int64 { ticks(since: other, at: Rational(1000)) }
}
