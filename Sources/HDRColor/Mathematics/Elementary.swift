// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Logarithm, exponential and power from additions, multiplications and divisions alone.
///
/// Every operation is one that IEEE 754 rounds correctly and nothing is fused, so the results are
/// the same on every machine; a C library's need not be. The relative error of ``log2(_:)`` and
/// ``exp2(_:)`` is below 2⁻⁵⁰, that of ``power(_:_:)`` below 2⁻⁴⁵ as long as the result lies
/// between 2⁻³² and 2³².
package enum Elementary {
  /// ln 2.
  private static let ln2 = 0.693_147_180_559_945_3

  /// The logarithm to base 2: minus infinity for zero, not a number for what is below.
  package static func log2(_ x: Double) -> Double {
    guard x > 0, x < .infinity else {
      return x == 0 ? -.infinity : (x > 0 ? x : .nan)
    }
    guard x >= .leastNormalMagnitude else { return log2(x * 0x1p54) - 54 }
    // x = m * 2^e with m in [sqrt(1/2), sqrt(2)).
    let shifted = x.bitPattern &- 0x3FE6_A09E_667F_3BCD
    let exponent = Int64(bitPattern: shifted) >> 52
    let m = Double(bitPattern: x.bitPattern &- UInt64(bitPattern: exponent << 52))
    // ln m = 2 artanh(s); the first term that is left out is below 2⁻⁵⁸ of the sum.
    let s = (m - 1) / (m + 1)
    let z = s * s
    let low = 1 / 3.0 + z * (1 / 5.0 + z * (1 / 7.0 + z * (1 / 9.0 + z * (1 / 11.0))))
    let z5 = z * z * z * z * z
    let high = 1 / 13.0 + z * (1 / 15.0 + z * (1 / 17.0 + z * (1 / 19.0 + z * (1 / 21.0))))
    let series = s + s * (z * (low + z5 * high))
    return Double(exponent) + series * 2.885_390_081_777_926_8
  }

  /// Two to the power of `x`: zero below -1022, infinity from 1024.
  package static func exp2(_ x: Double) -> Double {
    guard x >= -1022 else { return x.isNaN ? x : 0 }
    guard x < 1023.5 else { return x < 1024 ? 2 * exp2(x - 1) : .infinity }
    // Adding and taking away 1.5 * 2^52 rounds to an integer without a call into a C library.
    let n = (x + 0x1.8p52) - 0x1.8p52
    let f = (x - n) * 0.693_147_180_559_945_3
    // The Taylor series of e^f, |f| <= 0.347; the first term that is left out is below 2⁻⁵⁷.
    let low = 1 / 6.0 + f * (1 / 24.0 + f * (1 / 120.0 + f * (1 / 720.0 + f * (1 / 5040.0))))
    let high =
      1 / 40320.0
      + f
      * (1 / 362880.0 + f * (1 / 3_628_800.0 + f * (1 / 39_916_800.0 + f * (1 / 479_001_600.0))))
    let f2 = f * f
    let f5 = f2 * f2 * f
    let series = 1 + (f + f2 * (0.5 + f * (low + f5 * high)))
    return series * Double(bitPattern: UInt64(Int64(n) + 1023) << 52)
  }

  /// `base` to the power of `exponent`, for a base of at least zero.
  package static func power(_ base: Double, _ exponent: Double) -> Double {
    exp2(exponent * log2(base))
  }

  /// The natural logarithm.
  package static func ln(_ x: Double) -> Double { log2(x) * ln2 }

  /// The natural exponential.
  package static func exp(_ x: Double) -> Double { exp2(x / ln2) }
}
