// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Data that the application gets with the multivariant playlist (`EXT-X-SESSION-DATA`).
///
/// [RFC 8216bis 4.4.6.4](https://datatracker.ietf.org/doc/html/draft-pantos-hls-rfc8216bis#section-4.4.6.4)
public struct SessionData: Hashable, Sendable, Codable {
  /// The name of the data, by reversed domain (`DATA-ID`).
  public var dataID: String

  /// The data itself (`VALUE`); either this or ``uri`` is present.
  public var value: String?

  /// Where the data is, as written (`URI`).
  public var uri: String?

  /// How the data at the URI is written (`FORMAT`); absent means JSON.
  public var format: SessionDataFormat?

  /// The language of the data as a BCP 47 tag (`LANGUAGE`).
  public var language: String?

  /// Attributes that this version does not know.
  public var otherAttributes: [Attribute] = []

  /// Creates data that the playlist holds itself.
  public init(dataID: String, value: String) {
    self.dataID = dataID
    self.value = value
  }

  /// Creates data that stands elsewhere.
  public init(dataID: String, uri: String) {
    self.dataID = dataID
    self.uri = uri
  }
}

extension SessionData: AttributeMapped {
  mutating func map(with mapper: inout some AttributeMapper) throws(PlaylistError) {
    try mapper.quoted("DATA-ID", &dataID)
    try mapper.quoted("VALUE", &value)
    try mapper.quoted("URI", &uri)
    try mapper.enumerated("FORMAT", &format, unknown: .ignoresTag)
    try mapper.quoted("LANGUAGE", &language)
    try mapper.others(&otherAttributes)
  }
}
