// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// How far another rendition has got (`EXT-X-RENDITION-REPORT`).
///
/// [RFC 8216bis 4.4.5.4](https://datatracker.ietf.org/doc/html/draft-pantos-hls-rfc8216bis#section-4.4.5.4)
public struct RenditionReport: Hashable, Sendable, Codable {
  /// The relative URI of the other media playlist, as written.
  public var uri: String

  /// The media sequence number of its last segment (`LAST-MSN`); absent when it is this
  /// playlist's own.
  public var lastMediaSequenceNumber: UInt64?

  /// The index of its last part (`LAST-PART`); absent when it is this playlist's own.
  public var lastPart: UInt64?

  /// Attributes that this version does not know.
  public var otherAttributes: [Attribute] = []

  /// Creates a report.
  public init(
    uri: String, lastMediaSequenceNumber: UInt64? = nil, lastPart: UInt64? = nil
  ) {
    self.uri = uri
    self.lastMediaSequenceNumber = lastMediaSequenceNumber
    self.lastPart = lastPart
  }
}

extension RenditionReport: AttributeMapped {
  mutating func map(with mapper: inout some AttributeMapper) throws(PlaylistError) {
    try mapper.quoted("URI", &uri)
    try mapper.integer("LAST-MSN", &lastMediaSequenceNumber)
    try mapper.integer("LAST-PART", &lastPart)
    try mapper.others(&otherAttributes)
  }
}
