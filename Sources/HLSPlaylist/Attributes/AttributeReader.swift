// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Takes a tag's attributes from text as they are mapped.
struct AttributeReader: AttributeMapper {
  let session: ReadingSession
  /// The session's text. A span cannot be borrowed from a property of a class.
  private let text: [UInt8]
  /// Where the tag stands, for what is missing from it.
  private let tagOffset: Int
  private var attributes: [RawAttribute] = []
  private var isTaken: [Bool] = []
  /// The rule that a value of the wrong type breaks.
  private let invalidValue: Rule
  /// The rule that the absence of a required attribute breaks.
  private let missingAttribute: Rule
  /// Whether the whole tag is to be ignored.
  private(set) var ignoresTag = false

  /// Splits the attribute list of a tag.
  init(
    _ range: Range<Int>, of tagOffset: Int, _ session: ReadingSession,
    invalidValue: Rule = .invalidAttributeValue, missing: Rule = .missingAttribute
  ) throws(PlaylistError) {
    self.session = session
    text = session.text
    self.tagOffset = tagOffset
    self.invalidValue = invalidValue
    missingAttribute = missing
    let text = session.text
    let bytes = text.span
    var scanner = AttributeScanner(range)
    while let attribute = try scanner.next(in: bytes, session) {
      guard attributes.count < session.options.limits.attributes else {
        throw PlaylistError(
          code: .tooManyAttributes, position: session.position(of: attribute.name.lowerBound),
          reason: "expected at most \(attributes.count) attributes, found more")
      }
      if attributes.contains(where: { bytes.hasEqual($0.name, attribute.name) }) {
        try session.report(
          .duplicateAttribute, at: attribute.name.lowerBound,
          "expected \(session.quote(attribute.name)) once, found it again")
      } else {
        attributes.append(attribute)
      }
    }
    isTaken = Array(repeating: false, count: attributes.count)
  }

  /// Whether the list has an attribute of a name.
  func has(_ name: String) -> Bool {
    attributes.contains { text.span.equals($0.name, name) }
  }

  /// Whether the list has an attribute of a name and an unquoted value.
  func has(_ name: String, _ value: String) -> Bool {
    let bytes = text.span
    return attributes.contains {
      bytes.equals($0.name, name) && !$0.isQuoted && bytes.equals($0.value, value)
    }
  }

  /// The number of attributes.
  var count: Int { attributes.count }

  /// Where the value of an attribute stands, else the tag.
  func offset(of name: String) -> Int {
    attributes.first { text.span.equals($0.name, name) }?.value.lowerBound ?? tagOffset
  }

  private mutating func take(_ name: String) -> RawAttribute? {
    guard let index = attributes.firstIndex(where: { text.span.equals($0.name, name) }) else {
      return nil
    }
    isTaken[index] = true
    return attributes[index]
  }

  /// Takes an attribute whose value has no quotation marks.
  private mutating func takeUnquoted(
    _ name: String, _ kind: String
  ) throws(PlaylistError) -> Range<Int>? {
    guard let attribute = take(name) else { return nil }
    guard !attribute.isQuoted else {
      try invalid(attribute, name, "\(kind) without quotation marks")
      return nil
    }
    return attribute.value
  }

  /// Takes an attribute whose value has quotation marks, with variables replaced.
  private mutating func takeQuoted(
    _ name: String, mayBeEmpty: Bool = false
  ) throws(PlaylistError) -> String? {
    guard let attribute = take(name) else { return nil }
    var value = attribute.value
    if !attribute.isQuoted {
      try session.report(
        .unquotedString, at: value.lowerBound,
        "expected '\"' to open \(name), found \(session.quote(value.prefix(1)))")
      value = text.span.withoutSingleQuotes(value)
    }
    if value.isEmpty, !mayBeEmpty {
      try session.report(
        .emptyString, at: attribute.value.lowerBound,
        "expected \(name) not to be empty, found nothing between the quotation marks")
    }
    return try session.substituted(value)
  }

  private func invalid(
    _ attribute: RawAttribute, _ name: String, _ expectation: String
  ) throws(PlaylistError) {
    try session.report(
      invalidValue, at: attribute.value.lowerBound - (attribute.isQuoted ? 1 : 0),
      "expected \(name) to be \(expectation), found \(session.quote(attribute.value))")
  }

  /// Reports that a required attribute is absent, without which its tag is ignored.
  private mutating func missing(_ name: String) throws(PlaylistError) {
    // A stream without BANDWIDTH is of use all the same.
    let isBandwidth = name == "BANDWIDTH"
    try session.report(
      isBandwidth ? .missingBandwidth : missingAttribute, at: tagOffset,
      "expected the attribute \(name), which is required, found none")
    if !isBandwidth { ignoresTag = true }
  }
}

// MARK: - Numbers

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

// MARK: - Text

extension AttributeReader {
  mutating func quoted(_ name: String, _ value: inout String) throws(PlaylistError) {
    if let string = try takeQuoted(name) { value = string } else { try missing(name) }
  }

  mutating func quoted(
    _ name: String, _ value: inout String?, mayBeEmpty: Bool
  ) throws(PlaylistError) {
    value = try takeQuoted(name, mayBeEmpty: mayBeEmpty)
  }

  mutating func literal(_ name: String, _ value: inout String?) throws(PlaylistError) {
    guard let attribute = take(name) else { return }
    guard attribute.isQuoted else {
      return try invalid(attribute, name, "a text between quotation marks")
    }
    value = session.string(attribute.value)
  }

  mutating func list(
    _ name: String, _ values: inout [String], separator: Unicode.Scalar
  ) throws(PlaylistError) {
    guard let string = try takeQuoted(name), !string.isEmpty else { return }
    values = string.utf8.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    guard separator == ",", values.contains(where: { $0.hasPrefix(" ") || $0.hasSuffix(" ") })
    else { return }
    try session.report(
      .blankInAttributeList, at: offset(of: name),
      "expected no blank around the commas of \(name), found one")
    values = values.map { String($0.trimmingBlanks) }
  }

  mutating func list<Value: EnumeratedString>(
    _ name: String, _ values: inout [Value]
  ) throws(PlaylistError) {
    var texts: [String] = []
    try list(name, &texts)
    for item in texts {
      guard let value = Value(rawValue: item), Value.known.contains(value) else {
        try session.report(
          .unknownValue, at: offset(of: name),
          "expected a known item of \(name), found '\(item)', which is left out")
        continue
      }
      values.append(value)
    }
  }

  mutating func enumerated<Value: EnumeratedString>(
    _ name: String, _ value: inout Value, unknown: UnknownValuePolicy
  ) throws(PlaylistError) {
    var found: Value?
    try enumerated(name, &found, unknown: unknown)
    if let found { value = found } else if !ignoresTag { try missing(name) }
  }

  mutating func enumerated<Value: EnumeratedString>(
    _ name: String, _ value: inout Value?, unknown: UnknownValuePolicy
  ) throws(PlaylistError) {
    guard let range = try takeUnquoted(name, "a name") else { return }
    guard let found = Value(rawValue: session.string(range)) else {
      return try invalid(
        RawAttribute(name: range, value: range, isQuoted: false), name, "a name")
    }
    if !Value.known.contains(found) {
      try session.report(
        .unknownValue, at: range.lowerBound,
        "expected a known value of \(name), found '\(found)'"
          + (unknown == .ignoresTag ? "; the tag is ignored" : ""))
      if unknown == .ignoresTag { ignoresTag = true }
    }
    value = found
  }

  mutating func flag(_ name: String, _ value: inout Bool) throws(PlaylistError) {
    guard let range = try takeUnquoted(name, "YES") else { return }
    value = text.span.equals(range, "YES")
    if !value {
      try session.report(
        .flagNotYes, at: range.lowerBound,
        "expected \(name) to be YES or absent, found \(session.quote(range))")
    }
  }

  mutating func choice(_ name: String, _ value: inout Bool?) throws(PlaylistError) {
    guard let range = try takeUnquoted(name, "YES or NO") else { return }
    let isYes = text.span.equals(range, "YES")
    if isYes || text.span.equals(range, "NO") {
      value = isYes
    } else {
      try session.report(
        .unknownValue, at: range.lowerBound,
        "expected \(name) to be YES or NO, found \(session.quote(range)); the tag is ignored")
      ignoresTag = true
    }
  }

  mutating func date(_ name: String, _ value: inout DateTime?) throws(PlaylistError) {
    guard let string = try takeQuoted(name) else { return }
    value = DateTime(string)
    if value == nil {
      try session.report(
        invalidValue, at: offset(of: name), "expected \(name) to be an ISO 8601 date and time")
    }
  }

  mutating func closedCaptions(
    _ name: String, _ value: inout ClosedCaptions?
  ) throws(PlaylistError) {
    if has(name, "NONE") {
      _ = take(name)
      value = .noCaptions
    } else if let group = try takeQuoted(name) {
      value = .group(group)
    }
  }

  mutating func others(
    prefix: String, _ others: inout [Attribute]
  ) throws(PlaylistError) {
    for index in attributes.indices where !isTaken[index] {
      let attribute = attributes[index]
      guard let name = AttributeName(rawValue: session.string(attribute.name)),
        name.rawValue.hasPrefix(prefix)
      else { continue }
      isTaken[index] = true
      let string = try session.substituted(attribute.value)
      others.append(
        Attribute(name: name, value: attribute.isQuoted ? .quoted(string) : .unquoted(string)))
      guard prefix.isEmpty else { continue }
      let isRequired = name.rawValue.hasPrefix("REQ-")
      try session.report(
        isRequired ? .unknownRequiredAttribute : .unknownAttribute,
        at: attribute.name.lowerBound,
        "expected a known attribute, found '\(name)'"
          + (isRequired ? "; the tag is ignored" : ""))
      if isRequired { ignoresTag = true }
    }
  }
}
