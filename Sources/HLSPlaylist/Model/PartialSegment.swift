// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A part of a segment, published before the segment is complete (`EXT-X-PART`).
///
/// [RFC 8216bis 4.4.4.9](https://datatracker.ietf.org/doc/html/draft-pantos-hls-rfc8216bis#section-4.4.4.9)
public struct PartialSegment: Hashable, Sendable, Codable {
  /// The URI of the resource, as written.
  public var uri: String

  /// The duration in seconds (`DURATION`).
  public var duration: ExactDecimal

  /// Whether decoding can start at the part (`INDEPENDENT`).
  public var isIndependent = false

  /// The part of the resource (`BYTERANGE`), or `nil` for the whole.
  public var byteRange: ByteRange?

  /// Whether the part is missing (`GAP`).
  public var isGap = false

  /// Attributes that this version does not know.
  public var otherAttributes: [Attribute] = []

  /// Creates a part from what it must have.
  public init(uri: String, duration: ExactDecimal) {
    self.uri = uri
    self.duration = duration
  }
}

extension PartialSegment: AttributeMapped {
  mutating func map(with mapper: inout some AttributeMapper) throws(PlaylistError) {
    try mapper.decimal("DURATION", &duration)
    try mapper.quoted("URI", &uri)
    try mapper.byteRange("BYTERANGE", &byteRange)
    try mapper.flag("INDEPENDENT", &isIndependent)
    try mapper.flag("GAP", &isGap)
    try mapper.others(&otherAttributes)
  }
}
