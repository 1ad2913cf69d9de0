// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CLibAV

/// A ratio of two integers: a frame rate, a time base, an aspect. Always in lowest terms with a
/// positive denominator.
public struct Rational: Hashable, Sendable {
  /// The part above the line.
  public let numerator: Int64

  /// The part below the line, at least 1.
  public let denominator: Int64

  /// Creates a ratio in lowest terms; a denominator of zero gives zero.
  public init(_ numerator: Int64, _ denominator: Int64 = 1) {
    guard denominator != 0, denominator != .min, numerator != .min else {
      self.numerator = 0
      self.denominator = 1
      return
    }
    let divisor = Self.greatestCommonDivisor(numerator.magnitude, denominator.magnitude)
    let sign: Int64 = denominator < 0 ? -1 : 1
    self.numerator = sign * numerator / Int64(divisor)
    self.denominator = sign * denominator / Int64(divisor)
  }

  init(_ value: AVRational) { self.init(Int64(value.num), Int64(value.den)) }

  private static func greatestCommonDivisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return max(a, 1)
  }

  /// The nearest `Double`.
  public var value: Double { Double(numerator) / Double(denominator) }

  /// One over the ratio; zero stays zero.
  public var inverse: Rational { Rational(denominator, numerator) }

  /// `count` units of this time base in units of another, rounded to nearest.
  public func rescale(_ count: Int64, to other: Rational) -> Int64 {
    Self.multiply(
      count, numerator: numerator * other.denominator, denominator: denominator * other.numerator)
  }

  /// `count` times the ratio, rounded to nearest; saturates instead of overflowing.
  public func multiplied(by count: Int64) -> Int64 {
    Self.multiply(count, numerator: numerator, denominator: denominator)
  }

  /// The product with another ratio, rounded to nearest; saturates instead of overflowing.
  public func multiplied(by other: Rational) -> Int64 {
    Self.rounded(
      Int128(numerator) * Int128(other.numerator),
      over: Int128(denominator) * Int128(other.denominator))
  }

  private static func multiply(_ count: Int64, numerator: Int64, denominator: Int64) -> Int64 {
    guard denominator != 0 else { return 0 }
    return rounded(Int128(count) * Int128(numerator), over: Int128(denominator))
  }

  private static func rounded(_ product: Int128, over denominator: Int128) -> Int64 {
    let half = denominator / 2
    return Int64(clamping: (product + (product >= 0 ? half : -half)) / denominator)
  }

  var native: AVRational {
    AVRational(num: Int32(clamping: numerator), den: Int32(clamping: denominator))
  }
}

extension Rational: Comparable {
  /// Compares without rounding.
  public static func < (a: Rational, b: Rational) -> Bool {
    Int128(a.numerator) * Int128(b.denominator) < Int128(b.numerator) * Int128(a.denominator)
  }
}

extension Rational: CustomStringConvertible {
  /// `30000/1001`, or `25` when whole.
  public var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}
