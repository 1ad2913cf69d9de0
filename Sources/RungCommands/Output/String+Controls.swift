// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension String {
  /// The text with what a terminal would obey written out: control characters other than tabs and
  /// line feeds, line separators, and what turns the direction of text.
  var escapingControls: String {
    guard unicodeScalars.contains(where: \.isObeyed) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.isObeyed {
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// Whether a terminal acts on the character instead of showing it.
  fileprivate var isObeyed: Bool {
    switch value {
    case 0x09, 0x0A: false
    case ..<0x20, 0x7F...0x9F: true
    // Marks, embeddings, overrides and isolates of direction; separators of lines.
    case 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
