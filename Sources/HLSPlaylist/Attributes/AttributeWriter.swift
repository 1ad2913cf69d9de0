// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Appends a tag's attributes to text in the order in which they are mapped.
struct AttributeWriter: AttributeMapper {
  /// The text so far.
  var bytes: [UInt8]
  private var isFirst = true

  /// Continues a text after the colon of a tag.
  init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func name(_ name: String) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    bytes.append(name)
    bytes.append(UInt8(ascii: "="))
  }

  private mutating func unquoted(_ name: String, _ text: String) {
    self.name(name)
    bytes.append(text)
  }

  mutating func integer(_ name: String, _ value: inout UInt64) {
    self.name(name)
    bytes.append(decimal: value)
  }

  mutating func integer(_ name: String, _ value: inout UInt64?) {
    if var present = value { integer(name, &present) }
  }

  mutating func decimal(_ name: String, _ value: inout ExactDecimal) throws(PlaylistError) {
    try decimal(name, value, minimumDecimals: 0)
  }

  mutating func decimal(
    _ name: String, _ value: inout ExactDecimal?, minimumDecimals: Int
  ) throws(PlaylistError) {
    if let value { try decimal(name, value, minimumDecimals: minimumDecimals) }
  }

  private mutating func decimal(
    _ name: String, _ value: ExactDecimal, minimumDecimals: Int
  ) throws(PlaylistError) {
    guard value.significand >= 0 else {
      throw .unwritable("expected '\(name)' not to be negative, found \(value)")
    }
    self.name(name)
    value.write(to: &bytes, minimumDecimals: minimumDecimals)
  }

  mutating func signedDecimal(_ name: String, _ value: inout ExactDecimal) {
    self.name(name)
    value.write(to: &bytes)
  }

  mutating func quoted(_ name: String, _ value: inout String) throws(PlaylistError) {
    try WritableText.check(value, in: name, .quotedString)
    self.name(name)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(value)
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func quoted(
    _ name: String, _ value: inout String?, mayBeEmpty: Bool
  ) throws(PlaylistError) {
    if var present = value { try quoted(name, &present) }
  }

  mutating func literal(_ name: String, _ value: inout String?) throws(PlaylistError) {
    guard let value else { return }
    try WritableText.check(value, in: name, .literalString)
    unquoted(name, "\"\(value)\"")
  }

  mutating func list(
    _ name: String, _ values: inout [String], separator: Unicode.Scalar
  ) throws(PlaylistError) {
    guard !values.isEmpty else { return }
    if let bad = values.first(where: { $0.unicodeScalars.contains(separator) }) {
      throw .unwritable("expected no separator inside an item of '\(name)', found '\(bad)'")
    }
    var text = values.joined(separator: String(separator))
    try quoted(name, &text)
  }

  mutating func list<Value: EnumeratedString>(
    _ name: String, _ values: inout [Value]
  ) throws(PlaylistError) {
    var texts = values.map(\.rawValue)
    try list(name, &texts)
  }

  mutating func enumerated<Value: EnumeratedString>(
    _ name: String, _ value: inout Value, unknown: UnknownValuePolicy
  ) {
    unquoted(name, value.rawValue)
  }

  mutating func enumerated<Value: EnumeratedString>(
    _ name: String, _ value: inout Value?, unknown: UnknownValuePolicy
  ) {
    if let value { unquoted(name, value.rawValue) }
  }

  mutating func flag(_ name: String, _ value: inout Bool) {
    if value { unquoted(name, "YES") }
  }

  mutating func choice(_ name: String, _ value: inout Bool?) {
    if let value { unquoted(name, value ? "YES" : "NO") }
  }

  mutating func resolution(_ name: String, _ value: inout Resolution?) {
    if let value { unquoted(name, value.description) }
  }

  mutating func hexadecimal(
    _ name: String, _ value: inout HexadecimalSequence?, maximumDigits: Int?
  ) {
    if let value { unquoted(name, value.description) }
  }

  mutating func date(_ name: String, _ value: inout DateTime?) throws(PlaylistError) {
    if let value { unquoted(name, "\"\(value)\"") }
  }

  mutating func byteRange(_ name: String, _ value: inout ByteRange?) {
    if let value { unquoted(name, "\"\(value)\"") }
  }

  mutating func closedCaptions(
    _ name: String, _ value: inout ClosedCaptions?
  ) throws(PlaylistError) {
    switch value {
    case .noCaptions?: unquoted(name, "NONE")
    case .group(var group)?: try quoted(name, &group)
    case nil: break
    }
  }

  mutating func others(
    prefix: String, _ attributes: inout [Attribute]
  ) throws(PlaylistError) {
    for attribute in attributes {
      switch attribute.value {
      case .quoted(var text): try quoted(attribute.name.rawValue, &text)
      case .unquoted(let text):
        try WritableText.check(text, in: attribute.name.rawValue, .unquotedValue)
        unquoted(attribute.name.rawValue, text)
      }
    }
  }
}
