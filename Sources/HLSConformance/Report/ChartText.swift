// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

/// What charts have in common: a drawing that fills its width whatever that is, with its text
/// outside, where it keeps its size.
enum ChartText {
  /// The width and the height of the drawing, in its own units.
  static let size = (width: 960.0, height: 100.0)

  /// A drawing with its caption and what stands at the ends of its axis.
  static func figure(
    _ caption: String, _ label: String, _ content: String, from start: String, to end: String
  ) -> String {
    """
    <figure><figcaption>\(caption)</figcaption>
    <svg viewBox="0 0 960 100" preserveAspectRatio="none" role="img" aria-label="\(label)">\
    \(content)</svg>
    <div class="axis"><span>\(start)</span><span>\(end)</span></div></figure>

    """
  }

  /// A line across the drawing at a height.
  static func level(_ y: Double, dashes: String = "0") -> String {
    """
    <line x1="0" x2="960" y1="\(number(y))" y2="\(number(y))" stroke="black" stroke-width="1.5" \
    stroke-dasharray="\(dashes)"/>
    """
  }

  /// A coordinate with two decimals.
  static func number(_ value: Double) -> String {
    value.isFinite ? seconds((value * 100).rounded() / 100) : "0"
  }

  /// A bit rate with three digits and the unit that makes it readable.
  static func rate(_ bits: UInt64) -> String {
    let units = ["bit/s", "kbit/s", "Mbit/s", "Gbit/s", "Tbit/s", "Pbit/s", "Ebit/s"]
    var (value, unit) = (Double(bits), 0)
    while value >= 999.5, unit + 1 < units.count { (value, unit) = (value / 1000, unit + 1) }
    let decimals = unit == 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2
    return "\(ExactDecimal(rounding: value, decimals)) \(units[unit])"
  }

  /// A time on an axis: seconds, or days where those would be too many.
  static func time(_ value: Double) -> String {
    guard value.isFinite, value < 1e15 else { return "very long" }
    return value < 1e6 ? "\(seconds(value)) s" : "\(Int64(value / 86_400)) d"
  }

  /// The last two components of a path, as markup.
  static func name(_ file: String) -> String {
    "<code>\(file.split(separator: "/").suffix(2).joined(separator: "/").markup)</code>"
  }
}

extension ExactDecimal {
  /// A number with a few decimals.
  fileprivate init(rounding value: Double, _ decimals: Int) {
    let factor = [1.0, 10, 100][decimals]
    self =
      ExactDecimal(significand: Int64((value * factor).rounded()), scale: decimals) ?? .zero
  }
}
