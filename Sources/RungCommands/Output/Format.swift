// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import LibAV

/// Numbers as tables show them; the same in every locale.
enum Format {
  /// Bits a second in kilobits: `4500k`.
  static func kilobits(_ bits: Int) -> String { "\((bits + 500) / 1000)k" }

  /// Bytes in the unit that suits them: `1.2 GB`.
  static func bytes(_ count: Int64) -> String {
    let units = ["B", "kB", "MB", "GB", "TB"]
    var (value, unit) = (Double(count), 0)
    while value >= 1000, unit < units.count - 1 { (value, unit) = (value / 1000, unit + 1) }
    return "\(unit == 0 ? "\(count)" : decimals(value, value < 10 ? 1 : 0)) \(units[unit])"
  }

  /// Seconds without needless zeros: `6`, `6.006`, `2.002`.
  static func seconds(_ seconds: Double) -> String {
    var text = decimals(seconds, 3)
    while text.hasSuffix("0") { text.removeLast() }
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  /// Frames a second: `25`, `29.97`, `23.976`.
  static func frameRate(_ rate: Rational) -> String { seconds(rate.value) }

  /// Levels and loudness: `-23.1`.
  static func tenths(_ value: Double) -> String { decimals(value, 1) }

  private static func decimals(_ value: Double, _ count: Int) -> String {
    String(format: "%.\(count)f", value)
  }
}
