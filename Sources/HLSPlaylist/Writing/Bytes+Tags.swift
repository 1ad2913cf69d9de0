// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension [UInt8] {
  /// Appends a tag with its attributes, and ends the line.
  mutating func append(
    tag: String, _ value: inout some AttributeMapped
  ) throws(PlaylistError) {
    append(tag)
    try append(attributesOf: &value)
    append(UInt8(ascii: "\n"))
  }

  /// Appends the attributes of a tag after its colon.
  mutating func append(attributesOf value: inout some AttributeMapped) throws(PlaylistError) {
    // The text is handed over and back so that it is not copied.
    var writer = AttributeWriter(bytes: self)
    self = []
    defer { self = writer.bytes }
    try value.map(with: &writer)
  }
}

/// Attributes that have no property, as the end of a tag.
struct OtherAttributes: AttributeMapped {
  var list: [Attribute]

  mutating func map(with mapper: inout some AttributeMapper) throws(PlaylistError) {
    try mapper.others(&list)
  }
}

extension VariableDefinition: AttributeMapped {
  mutating func map(with mapper: inout some AttributeMapper) throws(PlaylistError) {
    var (name, imported, parameter, value): (String?, String?, String?, String?)
    switch origin {
    case .value(let text): (name, value) = (self.name, text)
    case .multivariantPlaylist: imported = self.name
    case .query: parameter = self.name
    }
    try mapper.quoted("NAME", &name)
    try mapper.literal("VALUE", &value)
    try mapper.quoted("IMPORT", &imported)
    try mapper.quoted("QUERYPARAM", &parameter)
    if let name { (self.name, origin) = (name, .value(value ?? "")) }
    if let imported { (self.name, origin) = (imported, .multivariantPlaylist) }
    if let parameter { (self.name, origin) = (parameter, .query) }
    try mapper.others(&otherAttributes)
  }
}
