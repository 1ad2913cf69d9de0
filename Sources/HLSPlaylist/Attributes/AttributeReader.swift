// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Takes a tag's attributes from text as they are mapped.
struct AttributeReader: AttributeMapper {
  let session: ReadingSession
  /// The session's text. A span cannot be borrowed from a property of a class.
  let text: [UInt8]
  /// Where the tag stands, for what is missing from it.
  private let tagOffset: Int
  var attributes: [RawAttribute] = []
  var isTaken: [Bool] = []
  /// The rule that a value of the wrong type breaks.
  let invalidValue: Rule
  /// The rule that the absence of a required attribute breaks.
  private let missingAttribute: Rule
  /// Whether the whole tag is to be ignored.
  var ignoresTag = false

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

  mutating func take(_ name: String) -> RawAttribute? {
    guard let index = attributes.firstIndex(where: { text.span.equals($0.name, name) }) else {
      return nil
    }
    isTaken[index] = true
    return attributes[index]
  }

  /// Takes an attribute whose value has no quotation marks.
  mutating func takeUnquoted(
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
  mutating func takeQuoted(
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

  func invalid(
    _ attribute: RawAttribute, _ name: String, _ expectation: String
  ) throws(PlaylistError) {
    try session.report(
      invalidValue, at: attribute.value.lowerBound - (attribute.isQuoted ? 1 : 0),
      "expected \(name) to be \(expectation), found \(session.quote(attribute.value))")
  }

  /// Reports that a required attribute is absent, without which its tag is ignored.
  mutating func missing(_ name: String) throws(PlaylistError) {
    // A stream without BANDWIDTH is of use all the same.
    let isBandwidth = name == "BANDWIDTH"
    try session.report(
      isBandwidth ? .missingBandwidth : missingAttribute, at: tagOffset,
      "expected the attribute \(name), which is required, found none")
    if !isBandwidth { ignoresTag = true }
  }
}
