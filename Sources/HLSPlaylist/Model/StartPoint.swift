// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Where to start playing (`EXT-X-START`).
///
/// [RFC 8216bis 4.4.2.2](https://datatracker.ietf.org/doc/html/draft-pantos-hls-rfc8216bis#section-4.4.2.2)
public struct StartPoint: Hashable, Sendable, Codable {
  /// Seconds from the start of the playlist, or from its end when negative (`TIME-OFFSET`).
  public var timeOffset: ExactDecimal

  /// Whether samples before the offset are not to be shown (`PRECISE`).
  public var isPrecise: Bool?

  /// Attributes that this version does not know.
  public var otherAttributes: [Attribute] = []

  /// Creates a start point.
  public init(timeOffset: ExactDecimal, isPrecise: Bool? = nil) {
    self.timeOffset = timeOffset
    self.isPrecise = isPrecise
  }
}

extension StartPoint: AttributeMapped {
  mutating func map(with mapper: inout some AttributeMapper) throws(PlaylistError) {
    try mapper.signedDecimal("TIME-OFFSET", &timeOffset)
    try mapper.choice("PRECISE", &isPrecise)
    try mapper.others(&otherAttributes)
  }
}
