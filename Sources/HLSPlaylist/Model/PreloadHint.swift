// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A resource that will be needed soon and may be requested now (`EXT-X-PRELOAD-HINT`).
///
/// [RFC 8216bis 4.4.5.3](https://datatracker.ietf.org/doc/html/draft-pantos-hls-rfc8216bis#section-4.4.5.3)
public struct PreloadHint: Hashable, Sendable, Codable {
  /// What the resource is (`TYPE`).
  public var type: PreloadHintType

  /// The URI of the resource, as written.
  public var uri: String

  /// The first byte of the resource's part (`BYTERANGE-START`); absent means 0.
  public var byteRangeStart: UInt64?

  /// The count of bytes (`BYTERANGE-LENGTH`); absent means up to the end.
  public var byteRangeLength: UInt64?

  /// Attributes that this version does not know.
  public var otherAttributes: [Attribute] = []

  /// Creates a hint from what it must have.
  public init(type: PreloadHintType, uri: String) {
    self.type = type
    self.uri = uri
  }
}

extension PreloadHint: AttributeMapped {
  mutating func map(with mapper: inout some AttributeMapper) throws(PlaylistError) {
    try mapper.enumerated("TYPE", &type, unknown: .ignoresTag)
    try mapper.quoted("URI", &uri)
    try mapper.integer("BYTERANGE-START", &byteRangeStart)
    try mapper.integer("BYTERANGE-LENGTH", &byteRangeLength)
    try mapper.others(&otherAttributes)
  }
}
