// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

// Names and strings.

extension Lexer {
  /// Whether a name starts at an offset: a letter, `_`, an escape, or anything beyond ASCII that
  /// is a letter or a symbol of a script.
  func startsIdentifier(at offset: Int) -> Bool {
    guard offset < bytes.count else { return false }
    let byte = bytes[offset]
    return Self.continuesIdentifier(byte) && !Self.isDigit(byte)
      || byte == UInt8(ascii: "\\") || letterLength(at: offset) > 0
  }

  /// The bytes of the letter beyond ASCII at an offset, or 0 if there is none.
  private func letterLength(at offset: Int) -> Int {
    guard bytes[offset] >= 0x80 else { return 0 }
    var iterator = bytes[offset...].prefix(4).makeIterator()
    var decoder = UTF8()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator),
      scalar.properties.isIDContinue || scalar.properties.isEmoji
    else { return 0 }
    return UTF8.width(scalar)
  }

  static func continuesIdentifier(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || isDigit(byte) || byte == UInt8(ascii: "_")
  }

  /// Reads a name, escapes included.
  mutating func identifier(_ expected: String) throws(PredicateFormatError) -> String {
    let start = position
    while position < bytes.count, Self.continuesIdentifier(bytes[position]) { position += 1 }
    // The usual name is plain ASCII and is taken as one piece.
    var name = String(decoding: bytes[start..<position], as: UTF8.self)
    while position < bytes.count {
      let from = position
      if bytes[position] == UInt8(ascii: "\\") {
        name.unicodeScalars.append(try escape())
        continue
      }
      while position < bytes.count {
        let length =
          Self.continuesIdentifier(bytes[position]) ? 1 : letterLength(at: position)
        if length == 0 { break }
        position += length
      }
      if position == from { break }
      name += String(decoding: bytes[from..<position], as: UTF8.self)
    }
    guard position > start else {
      throw error(.unexpectedToken, at: start, "expected \(expected)")
    }
    try checkLength(of: name, at: start)
    return name
  }

  /// A name is looked up, and looking up takes longer than reading.
  func checkLength(of name: String, at offset: Int) throws(PredicateFormatError) {
    guard name.utf8.count <= PredicateTree.maximumNameLength else {
      throw error(
        .tooLong, at: offset,
        "expected a name of at most \(PredicateTree.maximumNameLength) "
          + "bytes, found \(name.utf8.count)")
    }
  }

  /// Reads a string up to the quotation mark that opened it. Nothing in it is substituted.
  mutating func string(quotedBy quote: UInt8) throws(PredicateFormatError) -> String {
    let start = position
    position += 1
    var text = ""
    var from = position
    while position < bytes.count {
      switch bytes[position] {
      case quote:
        text += String(decoding: bytes[from..<position], as: UTF8.self)
        position += 1
        return text
      case UInt8(ascii: "\\"):
        text += String(decoding: bytes[from..<position], as: UTF8.self)
        text.unicodeScalars.append(try escape())
        from = position
      default:
        position += 1
      }
    }
    throw error(
      .malformedString, at: start,
      "expected '\(Character(Unicode.Scalar(quote)))' to close the string, found the end")
  }

  /// Reads `\n`, `\ooo`, `\xhh`, `\uhhhh` (two of them for a character beyond U+FFFF), or a
  /// character that stands for itself.
  private mutating func escape() throws(PredicateFormatError) -> Unicode.Scalar {
    let start = position
    position += 1
    guard position < bytes.count else {
      throw error(.malformedString, at: start, "expected a character after '\\', found the end")
    }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "a"): return "\u{07}"
    case UInt8(ascii: "b"): return "\u{08}"
    case UInt8(ascii: "f"): return "\u{0C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "v"): return "\u{0B}"
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      position -= 1
      return try scalar(digits(1...3, radix: 8), from: start)
    case UInt8(ascii: "x"):
      return try scalar(digits(1...2, radix: 16), from: start)
    case UInt8(ascii: "u"):
      return try utf16Escape(from: start)
    default:
      position -= 1
      return literalScalar()
    }
  }

  private mutating func utf16Escape(
    from start: Int
  ) throws(PredicateFormatError) -> Unicode.Scalar {
    let unit = digits(4...4, radix: 16)
    guard let high = unit, (0xD800...0xDBFF).contains(high) else {
      return try scalar(unit, from: start)
    }
    guard peek() == UInt8(ascii: "\\"), peek(1) == UInt8(ascii: "u") else {
      return try scalar(high, from: start)
    }
    position += 2
    guard let low = digits(4...4, radix: 16), (0xDC00...0xDFFF).contains(low) else {
      return try scalar(high, from: start)
    }
    return try scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00), from: start)
  }

  private mutating func literalScalar() -> Unicode.Scalar {
    var iterator = bytes[position...].prefix(4).makeIterator()
    var decoder = UTF8()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else {
      position += 1
      return "\u{FFFD}"
    }
    position += UTF8.width(scalar)
    return scalar
  }

  private func scalar(
    _ value: UInt32?, from start: Int
  ) throws(PredicateFormatError) -> Unicode.Scalar {
    guard let value, let scalar = Unicode.Scalar(value) else {
      throw error(
        .malformedString, at: start,
        "expected an escape such as \\n, \\041, \\x21 or \\u0021 that means a character")
    }
    return scalar
  }

  /// Reads digits of a radix, or nothing if there are too few.
  private mutating func digits(_ count: ClosedRange<Int>, radix: UInt32) -> UInt32? {
    var value: UInt32 = 0
    var read = 0
    while read < count.upperBound, let digit = Self.digit(peek(), radix: radix) {
      value = value * radix + digit
      position += 1
      read += 1
    }
    return count.contains(read) ? value : nil
  }

  static func digit(_ byte: UInt8, radix: UInt32) -> UInt32? {
    let value: UInt32
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): value = UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): value = UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): value = UInt32(byte - UInt8(ascii: "A")) + 10
    default: return nil
    }
    return value < radix ? value : nil
  }
}
