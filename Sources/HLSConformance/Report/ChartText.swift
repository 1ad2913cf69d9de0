// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

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

  /// The last two components of a path, as markup.
  static func name(_ file: String) -> String {
    "<code>\(file.split(separator: "/").suffix(2).joined(separator: "/").markup)</code>"
  }
}
