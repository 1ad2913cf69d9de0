// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension Lexer {
  /// Reads a decimal, hexadecimal, octal or binary number.
  mutating func number() throws(PredicateFormatError) -> Token {
    if peek() == UInt8(ascii: "0") {
      switch peek(1) | 0x20 {
      case UInt8(ascii: "x"): return try prefixed(radix: 16)
      case UInt8(ascii: "o"): return try prefixed(radix: 8)
      case UInt8(ascii: "b"): return try prefixed(radix: 2)
      default: break
      }
    }
    let start = position
    skipDigits()
    var isInteger = true
    if peek() == UInt8(ascii: "."), Self.isDigit(peek(1)) || !startsIdentifier(at: position + 1) {
      isInteger = false
      position += 1
      skipDigits()
    }
    let sign = peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-") ? 1 : 0
    if peek() | 0x20 == UInt8(ascii: "e"), Self.isDigit(peek(1 + sign)) {
      isInteger = false
      position += 1 + sign
      skipDigits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isInteger, let value = UInt64(text) { return .integer(value) }
    // The grammar above leaves nothing that Double would not read; beyond its range is infinity.
    return .number(Double(text) ?? .infinity)
  }

  private mutating func skipDigits() {
    while Self.isDigit(peek()) { position += 1 }
  }

  private mutating func prefixed(radix: UInt32) throws(PredicateFormatError) -> Token {
    let start = position
    position += 2
    var value: UInt64 = 0
    var number = 0.0
    let first = position
    var overflows = false
    while let digit = Self.digit(peek(), radix: radix) {
      let (product, carry) = value.multipliedReportingOverflow(by: UInt64(radix))
      value = product | UInt64(digit)
      number = number * Double(radix) + Double(digit)
      overflows = overflows || carry
      position += 1
    }
    guard position > first else {
      throw error(
        .malformedNumber, at: start,
        "expected a digit of base \(radix) after '\(Character(Unicode.Scalar(bytes[start])))"
          + "\(Character(Unicode.Scalar(bytes[start + 1])))'")
    }
    return overflows ? .number(number) : .integer(value)
  }
}
