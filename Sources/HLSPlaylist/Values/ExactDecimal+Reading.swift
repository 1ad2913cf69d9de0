// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension ExactDecimal {
  /// What a scan for a number found.
  enum Scan {
    /// A number; decimals beyond what fits were dropped when it is truncated.
    case number(ExactDecimal, isTruncated: Bool)
    /// No number here.
    case malformed
    /// A number whose whole part does not fit.
    case overflow
  }

  /// Scans `[-][digits][.[digits]]` with at least one digit, and leaves `position` after it.
  ///
  /// The draft's decimal-floating-point is `[0-9.]+`, so `.360` and `123.` are numbers.
  static func scan(_ bytes: Span<UInt8>, _ position: inout Int, _ end: Int) -> Scan {
    let start = position
    var at = position
    let isNegative = at < end && bytes[at] == UInt8(ascii: "-")
    if isNegative { at += 1 }
    let digitsStart = at
    var value: UInt64 = 0
    while at < end, case let digit = bytes[at] &- UInt8(ascii: "0"), digit < 10 {
      // 17 digits cannot overflow; the check is made from the 18th on.
      if at - digitsStart >= 17 {
        let (product, carry) = value.multipliedReportingOverflow(by: 10)
        let (sum, overflow) = product.addingReportingOverflow(UInt64(digit))
        guard !carry, !overflow, sum <= UInt64(Int64.max) else { return .overflow }
        value = sum
      } else {
        value = value &* 10 &+ UInt64(digit)
      }
      at += 1
    }
    var digits = at - digitsStart
    var scale: UInt8 = 0
    var isTruncated = false
    if at < end, bytes[at] == UInt8(ascii: ".") {
      at += 1
      let fractionStart = at
      // Below this a further digit always fits.
      let limit: UInt64 = 900_000_000_000_000_000
      while at < end, case let digit = bytes[at] &- UInt8(ascii: "0"), digit < 10 {
        if value < limit, scale < Self.maximumScale {
          value = value &* 10 &+ UInt64(digit)
          scale += 1
        } else if digit != 0 {
          isTruncated = true
        }
        at += 1
      }
      digits += at - fractionStart
    }
    guard digits > 0 else {
      position = start
      return .malformed
    }
    position = at
    let significand = Int64(value)
    return .number(
      ExactDecimal(unchecked: isNegative ? -significand : significand, scale),
      isTruncated: isTruncated)
  }
}
