// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension Rational {
  /// The units of a sum that would need larger numbers than there is room for, a second: pictures
  /// and samples of every usual rate are whole numbers of them ("flicks").
  private static let finest: Int128 = 705_600_000

  /// The sum: exact where the denominator of its lowest terms is below 2³¹, else rounded to less than
  /// two nanoseconds.
  public static func + (a: Rational, b: Rational) -> Rational {
    reduced(
      Int128(a.numerator) * Int128(b.denominator) + Int128(b.numerator) * Int128(a.denominator),
      Int128(a.denominator) * Int128(b.denominator))
  }

  /// The difference, as exact as a sum.
  public static func - (a: Rational, b: Rational) -> Rational {
    a + Rational(-b.numerator, b.denominator)
  }

  private static func reduced(_ numerator: Int128, _ denominator: Int128) -> Rational {
    var (a, b) = (numerator.magnitude, denominator.magnitude)
    while b != 0 { (a, b) = (b, a % b) }
    let divisor = Int128(max(a, 1))
    if let exact = Int64(exactly: numerator / divisor), exact != .min,
      let below = Int32(exactly: denominator / divisor)
    {
      return Rational(exact, Int64(below))
    }
    let whole = numerator / denominator
    let rest = Double(numerator % denominator) / Double(denominator)
    let limit = Int128(Int64.max)
    let units = whole.multipliedReportingOverflow(by: finest)
    let sum = units.partialValue + Int128((rest * Double(finest)).rounded())
    guard !units.overflow, sum.magnitude <= limit.magnitude else {
      return Rational(Int64(clamping: max(-limit, min(limit, whole))))
    }
    return Rational(Int64(sum), Int64(finest))
  }

  /// The nearest ratio to a number, in millionths; numbers beyond 2⁶³ millionths, and what is no
  /// number, give the nearest there is or zero.
  public init(nearest value: Double) {
    let millionths = (value * 1_000_000).rounded()
    guard !millionths.isNaN else {
      self.init(0)
      return
    }
    self.init(
      Int64(exactly: millionths) ?? (millionths < 0 ? -Int64.max : Int64.max), 1_000_000)
  }
}
