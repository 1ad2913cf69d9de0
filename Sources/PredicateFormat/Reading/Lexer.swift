// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Cuts a text into tokens, byte by byte, one at a time.
struct Lexer {
  /// The text as UTF-8.
  let bytes: [UInt8]

  /// The next byte to read.
  var position = 0

  init(_ text: String) throws(PredicateFormatError) {
    bytes = Array(text.utf8)
    guard bytes.count <= PredicateTree.maximumLength else {
      throw PredicateFormatError(
        .tooLong,
        "expected a predicate of at most \(PredicateTree.maximumLength) bytes, "
          + "found \(bytes.count)")
    }
  }

  /// The byte at an offset from the next one, or 0 beyond the end.
  func peek(_ offset: Int = 0) -> UInt8 {
    position + offset < bytes.count ? bytes[position + offset] : 0
  }

  /// An error at an offset of the text.
  func error(
    _ code: PredicateFormatError.Code, at offset: Int, _ reason: String, remedy: String? = nil
  ) -> PredicateFormatError {
    PredicateFormatError(
      code, at: .init(offset: offset, in: bytes), reason, remedy: remedy)
  }

  /// Moves past blanks, so that `position` is where the next token starts.
  mutating func skipBlanks() {
    while position < bytes.count, Self.isBlank(bytes[position]) { position += 1 }
  }

  /// Reads the token that starts at `position`, which is no blank.
  mutating func next() throws(PredicateFormatError) -> Token {
    guard position < bytes.count else { return .end }
    let byte = bytes[position]
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      return .string(try string(quotedBy: byte))
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      return try number()
    case UInt8(ascii: ".") where Self.isDigit(peek(1)):
      return try number()
    case UInt8(ascii: "$"):
      position += 1
      return .variable(try identifier("a variable's name after '$'"))
    case UInt8(ascii: "@"):
      position += 1
      return .collectionOperator(try identifier("a collection operator's name after '@'"))
    case UInt8(ascii: "#"):
      position += 1
      return .name(try identifier("a key's name after '#'"))
    case UInt8(ascii: "%"):
      return try conversion()
    default:
      if startsIdentifier(at: position) { return try nameOrKeyword() }
      return try symbol()
    }
  }

  private mutating func nameOrKeyword() throws(PredicateFormatError) -> Token {
    var name = try identifier("a name")
    // A selector's colons belong to its name; ':=' is the assignment.
    guard peek() == UInt8(ascii: ":"), peek(1) != UInt8(ascii: "=") else {
      return Keyword(name).map(Token.keyword) ?? .name(name)
    }
    while peek() == UInt8(ascii: ":"), peek(1) != UInt8(ascii: "=") {
      position += 1
      name += ":"
      if startsIdentifier(at: position) { name += try identifier("a name") }
    }
    return .name(name)
  }

  private mutating func symbol() throws(PredicateFormatError) -> Token {
    let first = String(Unicode.Scalar(peek()))
    if let symbol = Symbol(rawValue: first + String(Unicode.Scalar(peek(1)))), peek(1) < 0x80 {
      position += 2
      return .symbol(symbol)
    }
    guard peek() < 0x80, let symbol = Symbol(rawValue: first) else {
      throw unknownCharacter()
    }
    position += 1
    return .symbol(symbol)
  }

  private func unknownCharacter() -> PredicateFormatError {
    let character = String(decoding: bytes[position...].prefix(32), as: UTF8.self).first ?? " "
    let remedies: [Character: String] = [
      "“": "use straight quotation marks", "”": "use straight quotation marks",
      "‘": "use straight quotation marks", "’": "use straight quotation marks",
      "≤": "write '<='", "≥": "write '>='", "≠": "write '!='", "×": "write '*'",
      "∧": "write 'AND'", "∨": "write 'OR'", "¬": "write 'NOT'",
      "?": "use '%@' with an argument, or '$name'",
    ]
    let shown =
      character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .control }
      ? "a control character" : "'\(character)'"
    return error(
      .unexpectedToken, at: position, "expected an expression or operator, found \(shown)",
      remedy: remedies[character])
  }

  private mutating func conversion() throws(PredicateFormatError) -> Token {
    let start = position
    position += 1
    if peek() == UInt8(ascii: "%") {
      position += 1
      return .symbol(.modulus)
    }
    // Length modifiers say nothing to typed arguments: %ld, %llu, %hhd, %qd, %lf.
    while "hlqzjt".utf8.contains(peek()) { position += 1 }
    let letter = peek()
    guard "@KdiuoxXfFeEgGcCsSD".utf8.contains(letter) else {
      let found = letter == 0 ? "the end" : "'\(Character(Unicode.Scalar(letter)))'"
      throw error(
        .malformedArgument, at: start,
        "expected a conversion such as %@, %K, %d or %f after '%', "
          + "found \(letter < 0x80 ? found : "another character")",
        remedy: letter == UInt8(ascii: "k") ? "write '%K'" : nil)
    }
    position += 1
    return .argument(letter)
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
