// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Where the client learns which pathway to take (`EXT-X-CONTENT-STEERING`).
///
/// [RFC 8216bis 4.4.6.6](https://datatracker.ietf.org/doc/html/draft-pantos-hls-rfc8216bis#section-4.4.6.6)
public struct ContentSteering: Hashable, Sendable, Codable {
  /// The URI of the steering manifest, as written (`SERVER-URI`).
  public var serverURI: String

  /// The pathway to begin with (`PATHWAY-ID`).
  public var pathwayID: String?

  /// Attributes that this version does not know.
  public var otherAttributes: [Attribute] = []

  /// Creates content steering.
  public init(serverURI: String, pathwayID: String? = nil) {
    self.serverURI = serverURI
    self.pathwayID = pathwayID
  }
}

extension ContentSteering: AttributeMapped {
  mutating func map(with mapper: inout some AttributeMapper) throws(PlaylistError) {
    try mapper.quoted("SERVER-URI", &serverURI)
    try mapper.quoted("PATHWAY-ID", &pathwayID)
    try mapper.others(&otherAttributes)
  }
}
