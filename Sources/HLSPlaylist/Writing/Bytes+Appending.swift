// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension [UInt8] {
  /// Appends a number's decimal digits, with leading zeros up to a width.
  mutating func append(decimal value: UInt64, width: Int = 1) {
    var digits = Swift.max(width, 1)
    var rest = value
    for _ in 1..<digits { rest /= 10 }
    while rest >= 10 {
      rest /= 10
      digits += 1
    }
    let start = count
    for _ in 0..<digits { append(UInt8(ascii: "0")) }
    rest = value
    var index = start + digits
    while rest > 0 {
      index -= 1
      self[index] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
  }

  /// Appends a text's UTF-8.
  mutating func append(_ text: String) { append(contentsOf: text.utf8) }
}
