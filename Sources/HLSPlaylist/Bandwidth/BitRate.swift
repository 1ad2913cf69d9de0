// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Bits a second as an exact fraction, so that rates add up before they are rounded.
public struct BitRate: Sendable {
  private let bits: UInt128
  private let seconds: UInt128

  /// The rate of a number of bytes over a duration; `nil` when the duration is not positive.
  public init?(bytes: UInt64, over duration: ExactDecimal) {
    guard duration.significand > 0 else { return nil }
    let power = UInt128(ExactDecimal.powersOfTen[Int(duration.scale)])
    // At most 2^64 * 2^3 * 10^18, which is below 2^127.
    self.init(UInt128(bytes) * 8 * power, UInt128(duration.significand))
  }

  /// The rate of a number of bytes over a positive time in units of 10^-18 s.
  init(bytes: UInt64, time: UInt128) {
    self.init(UInt128(bytes) * 8 * 1_000_000_000_000_000_000, time)
  }

  private init(_ bits: UInt128, _ seconds: UInt128) {
    var (a, b) = (bits, seconds)
    while b != 0 { (a, b) = (b, a % b) }
    let divisor = max(a, 1)
    self.bits = bits / divisor
    self.seconds = seconds / divisor
  }

  /// No bits at all.
  public static let zero = BitRate(0, 1)

  /// The rate in whole bits a second, rounded up, as playlists declare it.
  public var roundedUp: UInt64 {
    let (quotient, remainder) = bits.quotientAndRemainder(dividingBy: seconds)
    return UInt64(clamping: quotient + (remainder > 0 ? 1 : 0))
  }
}

extension BitRate: Hashable, Comparable {
  /// Whether one rate is below another, compared exactly.
  public static func < (a: BitRate, b: BitRate) -> Bool {
    let left = a.bits.multipliedFullWidth(by: b.seconds)
    let right = b.bits.multipliedFullWidth(by: a.seconds)
    return (left.high, left.low) < (right.high, right.low)
  }

  /// The sum of two rates: exact, or of rates rounded up where the fraction would not fit.
  public static func + (a: BitRate, b: BitRate) -> BitRate {
    let left = a.bits.multipliedReportingOverflow(by: b.seconds)
    let right = b.bits.multipliedReportingOverflow(by: a.seconds)
    let seconds = a.seconds.multipliedReportingOverflow(by: b.seconds)
    let sum = left.partialValue.addingReportingOverflow(right.partialValue)
    guard !left.overflow, !right.overflow, !seconds.overflow, !sum.overflow else {
      return BitRate(UInt128(a.roundedUp) + UInt128(b.roundedUp), 1)
    }
    return BitRate(sum.partialValue, seconds.partialValue)
  }
}
