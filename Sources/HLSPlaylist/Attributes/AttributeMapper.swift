// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A tag whose attributes are listed once, in canonical order, for reading and for writing.
protocol AttributeMapped {
  /// Shows each attribute to a mapper, which sets the property or writes it.
  mutating func map(with mapper: inout some AttributeMapper) throws(PlaylistError)
}

/// What a reader does with a value that is not among the known ones (RFC 8216bis 6.3.1).
enum UnknownValuePolicy {
  /// It stays in the model; its meaning is for the client to judge.
  case keeps
  /// The whole tag is ignored.
  case ignoresTag
}

/// One pass over a tag's attributes: ``AttributeWriter`` appends them to text, and
/// ``AttributeReader`` takes them from it.
///
/// A property that is not optional stands for a required attribute.
protocol AttributeMapper {
  mutating func integer(_ name: String, _ value: inout UInt64) throws(PlaylistError)
  mutating func integer(_ name: String, _ value: inout UInt64?) throws(PlaylistError)
  mutating func decimal(_ name: String, _ value: inout ExactDecimal) throws(PlaylistError)
  mutating func decimal(
    _ name: String, _ value: inout ExactDecimal?, minimumDecimals: Int
  ) throws(PlaylistError)
  mutating func signedDecimal(_ name: String, _ value: inout ExactDecimal) throws(PlaylistError)
  mutating func quoted(_ name: String, _ value: inout String) throws(PlaylistError)
  mutating func quoted(
    _ name: String, _ value: inout String?, mayBeEmpty: Bool
  ) throws(PlaylistError)
  /// A quoted text in which references to variables mean nothing.
  mutating func literal(_ name: String, _ value: inout String?) throws(PlaylistError)
  mutating func list(
    _ name: String, _ values: inout [String], separator: Unicode.Scalar
  ) throws(PlaylistError)
  mutating func list<Value: EnumeratedString>(
    _ name: String, _ values: inout [Value]
  ) throws(PlaylistError)
  mutating func enumerated<Value: EnumeratedString>(
    _ name: String, _ value: inout Value, unknown: UnknownValuePolicy
  ) throws(PlaylistError)
  mutating func enumerated<Value: EnumeratedString>(
    _ name: String, _ value: inout Value?, unknown: UnknownValuePolicy
  ) throws(PlaylistError)
  /// An attribute that says YES or is absent.
  mutating func flag(_ name: String, _ value: inout Bool) throws(PlaylistError)
  /// An attribute that says YES or NO, where absence means NO; `nil` stands for absence.
  mutating func choice(_ name: String, _ value: inout Bool?) throws(PlaylistError)
  mutating func resolution(_ name: String, _ value: inout Resolution?) throws(PlaylistError)
  mutating func hexadecimal(
    _ name: String, _ value: inout HexadecimalSequence?, maximumDigits: Int?
  ) throws(PlaylistError)
  mutating func date(_ name: String, _ value: inout DateTime?) throws(PlaylistError)
  mutating func byteRange(_ name: String, _ value: inout ByteRange?) throws(PlaylistError)
  /// `CLOSED-CAPTIONS`: a quoted group or the name NONE.
  mutating func closedCaptions(
    _ name: String, _ value: inout ClosedCaptions?
  ) throws(PlaylistError)
  /// The attributes not shown so far whose names begin with a prefix.
  mutating func others(
    prefix: String, _ attributes: inout [Attribute]
  ) throws(PlaylistError)
}

extension AttributeMapper {
  mutating func decimal(_ name: String, _ value: inout ExactDecimal?) throws(PlaylistError) {
    try decimal(name, &value, minimumDecimals: 0)
  }

  mutating func quoted(_ name: String, _ value: inout String?) throws(PlaylistError) {
    try quoted(name, &value, mayBeEmpty: false)
  }

  mutating func list(_ name: String, _ values: inout [String]) throws(PlaylistError) {
    try list(name, &values, separator: ",")
  }

  /// The attributes not shown so far.
  mutating func others(_ attributes: inout [Attribute]) throws(PlaylistError) {
    try others(prefix: "", &attributes)
  }
}
