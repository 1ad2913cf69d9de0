// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What a decoder needs before it can read a segment, such as the init section of fragmented MP4
/// (`EXT-X-MAP`).
///
/// [RFC 8216bis 4.4.4.5](https://datatracker.ietf.org/doc/html/draft-pantos-hls-rfc8216bis#section-4.4.4.5)
public struct MediaInitialization: Hashable, Sendable, Codable {
  /// The URI of the resource, as written.
  public var uri: String

  /// The part of the resource (`BYTERANGE`), or `nil` for the whole.
  public var byteRange: ByteRange?

  /// The keys that the section itself is encrypted with: those in force where the tag stands,
  /// which may differ from those of the segments after it.
  public var keys: [EncryptionKey] = []

  /// Attributes that this version does not know.
  public var otherAttributes: [Attribute] = []

  /// Creates a media initialization section.
  public init(uri: String, byteRange: ByteRange? = nil, keys: [EncryptionKey] = []) {
    self.uri = uri
    self.byteRange = byteRange
    self.keys = keys
  }
}

extension MediaInitialization: AttributeMapped {
  mutating func map(with mapper: inout some AttributeMapper) throws(PlaylistError) {
    try mapper.quoted("URI", &uri)
    try mapper.byteRange("BYTERANGE", &byteRange)
    try mapper.others(&otherAttributes)
  }
}
