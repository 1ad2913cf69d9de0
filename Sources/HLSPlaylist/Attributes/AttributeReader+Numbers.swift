// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Attributes that are numbers, or made of them.
extension AttributeReader {
  mutating func integer(_ name: String, _ value: inout UInt64) throws(PlaylistError) {
    var found: UInt64?
    try integer(name, &found)
    if let found { value = found } else { try missing(name) }
  }

  mutating func integer(_ name: String, _ value: inout UInt64?) throws(PlaylistError) {
    guard let range = try takeUnquoted(name, "a whole number") else { return }
    value = text.span.decimalInteger(range)
    if value == nil {
      try invalid(
        RawAttribute(name: range, value: range, isQuoted: false), name,
        "a whole number below 2^64")
    }
  }

  mutating func decimal(_ name: String, _ value: inout ExactDecimal) throws(PlaylistError) {
    var found: ExactDecimal?
    try decimal(name, &found, isSigned: false)
    if let found { value = found } else { try missing(name) }
  }

  mutating func decimal(
    _ name: String, _ value: inout ExactDecimal?, minimumDecimals: Int
  ) throws(PlaylistError) {
    try decimal(name, &value, isSigned: false)
  }

  mutating func signedDecimal(_ name: String, _ value: inout ExactDecimal) throws(PlaylistError) {
    var found: ExactDecimal?
    try decimal(name, &found, isSigned: true)
    if let found { value = found } else { try missing(name) }
  }

  private mutating func decimal(
    _ name: String, _ value: inout ExactDecimal?, isSigned: Bool
  ) throws(PlaylistError) {
    guard let range = try takeUnquoted(name, "a number") else { return }
    var position = range.lowerBound
    let scan = ExactDecimal.scan(text.span, &position, range.upperBound)
    guard case .number(let number, let isTruncated) = scan, position == range.upperBound,
      isSigned || number.significand > 0
        || number.significand == 0
          && text[range.lowerBound] != UInt8(ascii: "-")
    else {
      let kind = isSigned ? "a number" : "a number that is not negative"
      return try invalid(
        RawAttribute(name: range, value: range, isQuoted: false), name,
        "\(kind), without exponent")
    }
    if isTruncated {
      try session.report(
        .excessPrecision, at: range.lowerBound,
        "expected at most 18 digits, found \(session.quote(range))")
    }
    value = number
  }

  mutating func resolution(_ name: String, _ value: inout Resolution?) throws(PlaylistError) {
    guard let range = try takeUnquoted(name, "<width>x<height>") else { return }
    let bytes = text.span
    if let cross = range.first(where: { bytes[$0] == UInt8(ascii: "x") }),
      let width = bytes.decimalInteger(range.lowerBound..<cross),
      let height = bytes.decimalInteger(cross + 1..<range.upperBound)
    {
      value = Resolution(width: width, height: height)
    } else {
      try invalid(
        RawAttribute(name: range, value: range, isQuoted: false), name, "<width>x<height>")
    }
  }

  mutating func hexadecimal(
    _ name: String, _ value: inout HexadecimalSequence?, maximumDigits: Int?
  ) throws(PlaylistError) {
    guard let range = try takeUnquoted(name, "hexadecimal digits after 0x") else { return }
    let string = try session.substituted(range)
    guard let sequence = HexadecimalSequence(string),
      sequence.digits.utf8.count <= maximumDigits ?? .max
    else {
      let limit = maximumDigits.map { "at most \($0) " } ?? ""
      return try invalid(
        RawAttribute(name: range, value: range, isQuoted: false), name,
        "0x and \(limit)hexadecimal digits")
    }
    if string.utf8.dropFirst(2).contains(where: { $0 >= UInt8(ascii: "a") }) {
      try session.report(
        .lowerCaseDigits, at: range.lowerBound, "expected digits A to F in capitals, found small")
    }
    value = sequence
  }

  mutating func byteRange(_ name: String, _ value: inout ByteRange?) throws(PlaylistError) {
    guard let attribute = take(name) else { return }
    guard attribute.isQuoted,
      let range = RawByteRange(text.span, attribute.value)
    else { return try invalid(attribute, name, "\"<length>@<offset>\"") }
    if range.offset == nil {
      try session.report(
        .missingRangeOffset, at: attribute.value.lowerBound,
        "expected \"<length>@<offset>\", found no offset")
    }
    value = ByteRange(length: range.length, offset: range.offset ?? 0)
    if value?.end == nil {
      throw PlaylistError(
        code: .undefinedByteRange, position: session.position(of: attribute.value.lowerBound),
        reason: "expected a range that ends below 2^64, found \(session.quote(attribute.value))")
    }
  }
}
