// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// An attribute as it stands in the text.
struct RawAttribute {
  var name: Range<Int>
  /// The value, without its quotation marks.
  var value: Range<Int>
  var isQuoted: Bool
}

/// Splits an attribute list (RFC 8216bis 4.2).
struct AttributeScanner {
  private(set) var position: Int
  let end: Int

  /// Scans a range of the text.
  init(_ range: Range<Int>) {
    position = range.lowerBound
    end = range.upperBound
  }

  /// The next attribute, or `nil` at the end of the list.
  mutating func next(
    in bytes: Span<UInt8>, _ session: ReadingSession
  ) throws(PlaylistError) -> RawAttribute? {
    if position < end, bytes[position] == UInt8(ascii: " ") {
      try skipBlanks(bytes, session)
    }
    guard position < end else { return nil }
    let nameStart = position
    while position < end, AttributeName.allows(bytes[position]) { position += 1 }
    if position < end, position == nameStart || bytes[position] != UInt8(ascii: "=") {
      try skipInvalidName(from: nameStart, bytes, session)
    }
    let name = nameStart..<position
    guard position < end, bytes[position] == UInt8(ascii: "="), !name.isEmpty else {
      throw malformed("expected an attribute's name and '='", bytes, session)
    }
    position += 1
    guard position < end, bytes[position] != UInt8(ascii: ",") else {
      throw malformed("expected a value after '='", bytes, session)
    }
    let attribute: RawAttribute
    if bytes[position] == UInt8(ascii: "\"") {
      attribute = RawAttribute(
        name: name, value: try quotedValue(bytes, session), isQuoted: true)
    } else {
      attribute = RawAttribute(
        name: name, value: try unquotedValue(bytes, session), isQuoted: false)
    }
    try endAttribute(bytes, session)
    return attribute
  }

  private mutating func quotedValue(
    _ bytes: Span<UInt8>, _ session: ReadingSession
  ) throws(PlaylistError) -> Range<Int> {
    position += 1
    let start = position
    while position < end, bytes[position] != UInt8(ascii: "\"") { position += 1 }
    guard position < end else {
      throw PlaylistError(
        code: .malformedAttributeList, position: session.position(of: start - 1),
        reason: "expected a quotation mark that ends the value, found the end of the line")
    }
    position += 1
    return start..<position - 1
  }

  private mutating func unquotedValue(
    _ bytes: Span<UInt8>, _ session: ReadingSession
  ) throws(PlaylistError) -> Range<Int> {
    let start = position
    while position < end, bytes[position] != UInt8(ascii: ",") {
      guard bytes[position] != UInt8(ascii: "\"") else {
        throw malformed("expected ',' after a value", bytes, session)
      }
      if bytes[position] == UInt8(ascii: " ") { break }
      position += 1
    }
    guard position > start else { throw malformed("expected a value after '='", bytes, session) }
    return start..<position
  }

  /// Goes past what separates an attribute from the next.
  private mutating func endAttribute(
    _ bytes: Span<UInt8>, _ session: ReadingSession
  ) throws(PlaylistError) {
    if position < end, bytes[position] == UInt8(ascii: " ") {
      try skipBlanks(bytes, session)
    }
    guard position < end else { return }
    guard bytes[position] == UInt8(ascii: ",") else {
      throw malformed("expected ',' after a value", bytes, session)
    }
    position += 1
    if position == end {
      try session.report(
        .trailingComma, at: position - 1,
        "expected an attribute after ',', found the end of the line")
    }
  }

  private mutating func skipBlanks(
    _ bytes: Span<UInt8>, _ session: ReadingSession
  ) throws(PlaylistError) {
    let start = position
    while position < end, bytes[position] == UInt8(ascii: " ") { position += 1 }
    try session.report(
      .blankInAttributeList, at: start, "expected no blank between attributes, found one")
  }

  /// Goes past a name that the grammar does not allow, if it has an equals sign all the same.
  private mutating func skipInvalidName(
    from start: Int, _ bytes: Span<UInt8>, _ session: ReadingSession
  ) throws(PlaylistError) {
    while position < end, bytes[position] > 0x20, bytes[position] != UInt8(ascii: "="),
      bytes[position] != UInt8(ascii: ","), bytes[position] != UInt8(ascii: "\"")
    {
      position += 1
    }
    guard position > start, position < end, bytes[position] == UInt8(ascii: "=") else { return }
    try session.report(
      .invalidAttributeName, at: start,
      "expected a name of capitals, digits and '-', found \(session.quote(start..<position))")
  }

  private func malformed(
    _ expectation: String, _ bytes: Span<UInt8>, _ session: ReadingSession
  ) -> PlaylistError {
    let found =
      position < end ? session.quote(position..<position + 1) : "the end of the line"
    return PlaylistError(
      code: .malformedAttributeList, position: session.position(of: position),
      reason: "\(expectation), found \(found)")
  }
}
