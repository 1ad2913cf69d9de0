// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Numbers in words; the same in every locale.
enum RateText {
  /// Bits a second as `14.5 Mbit/s`, or `640 kbit/s` below one million.
  static func megabits(_ bits: Double) -> String {
    bits < 1_000_000
      ? "\(decimal(bits / 1000)) kbit/s" : "\(decimal(bits / 1_000_000)) Mbit/s"
  }

  /// Bytes as `812 MB` or `1.4 GB`.
  static func bytes(_ count: UInt64) -> String {
    let count = Double(count)
    if count < 1_000_000 { return "\(decimal(count / 1000)) kB" }
    return count < 1_000_000_000
      ? "\(decimal(count / 1_000_000)) MB" : "\(decimal(count / 1_000_000_000)) GB"
  }

  /// A number with at most two decimals, and none that are zero.
  static func decimal(_ value: Double) -> String {
    guard value.magnitude < 1e15 else { return "\(value)" }
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
    let sign = hundredths < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    return "\(sign)\(whole)."
      + (rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)")
  }
}
