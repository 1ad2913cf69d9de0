// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What holds for all parts of a playlist (`EXT-X-PART-INF`).
///
/// [RFC 8216bis 4.4.3.7](https://datatracker.ietf.org/doc/html/draft-pantos-hls-rfc8216bis#section-4.4.3.7)
public struct PartInformation: Hashable, Sendable, Codable {
  /// The greatest duration of a part, in seconds (`PART-TARGET`).
  public var partTarget: ExactDecimal

  /// Attributes that this version does not know.
  public var otherAttributes: [Attribute] = []

  /// Creates part information.
  public init(partTarget: ExactDecimal) { self.partTarget = partTarget }
}

extension PartInformation: AttributeMapped {
  mutating func map(with mapper: inout some AttributeMapper) throws(PlaylistError) {
    try mapper.decimal("PART-TARGET", &partTarget)
    try mapper.others(&otherAttributes)
  }
}
