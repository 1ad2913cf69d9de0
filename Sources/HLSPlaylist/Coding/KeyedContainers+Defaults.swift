// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

// The compiler's own coding of structures calls these for lists, since they say more of the type
// than the standard library's: an empty list is left out, and one that is left out is empty.
extension KeyedEncodingContainer {
  /// Writes a list unless it is empty.
  mutating func encode<Element: Encodable>(_ list: [Element], forKey key: Key) throws {
    if !list.isEmpty { try encodeIfPresent(list, forKey: key) }
  }

  /// Writes a value unless it is the one that its absence stands for.
  mutating func encode<Value: Encodable & Equatable>(
    _ value: Value, unless absent: Value, forKey key: Key
  ) throws {
    if value != absent { try encode(value, forKey: key) }
  }
}

extension KeyedDecodingContainer {
  /// Reads a list, or takes an empty one for its absence.
  func decode<Element: Decodable>(_ type: [Element].Type, forKey key: Key) throws -> [Element] {
    try decodeIfPresent(type, forKey: key) ?? []
  }

  /// Reads a value, or takes the one that its absence stands for.
  func decode<Value: Decodable>(_ absent: Value, forKey key: Key) throws -> Value {
    try decodeIfPresent(Value.self, forKey: key) ?? absent
  }

  /// Reads a value of the type that is expected, or `nil` where there is none.
  func decodeIfPresent<Value: Decodable>(forKey key: Key) throws -> Value? {
    try decodeIfPresent(Value.self, forKey: key)
  }
}

extension MediaSegments: Codable {
  /// Reads a list of segments.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    self.init()
    while !container.isAtEnd { append(try container.decode(MediaSegment.self)) }
  }

  /// Writes a list of segments.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for segment in self { try container.encode(segment) }
  }
}
