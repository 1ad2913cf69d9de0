// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What the server offers to clients of a live playlist (`EXT-X-SERVER-CONTROL`).
///
/// [RFC 8216bis 4.4.3.8](https://datatracker.ietf.org/doc/html/draft-pantos-hls-rfc8216bis#section-4.4.3.8)
public struct ServerControl: Hashable, Sendable, Codable {
  /// Seconds from the end beyond which segments may be skipped (`CAN-SKIP-UNTIL`).
  public var canSkipUntil: ExactDecimal?

  /// Whether date ranges may be skipped too (`CAN-SKIP-DATERANGES`).
  public var canSkipDateRanges = false

  /// The distance to keep from the end, in seconds (`HOLD-BACK`).
  public var holdBack: ExactDecimal?

  /// The distance to keep from the end when playing parts, in seconds (`PART-HOLD-BACK`).
  public var partHoldBack: ExactDecimal?

  /// Whether the server holds a request until the playlist has news (`CAN-BLOCK-RELOAD`).
  public var canBlockReload = false

  /// Attributes that this version does not know.
  public var otherAttributes: [Attribute] = []

  /// Creates a server control that offers nothing.
  public init() {}
}

extension ServerControl: AttributeMapped {
  mutating func map(with mapper: inout some AttributeMapper) throws(PlaylistError) {
    try mapper.flag("CAN-BLOCK-RELOAD", &canBlockReload)
    try mapper.decimal("CAN-SKIP-UNTIL", &canSkipUntil)
    try mapper.flag("CAN-SKIP-DATERANGES", &canSkipDateRanges)
    try mapper.decimal("HOLD-BACK", &holdBack)
    try mapper.decimal("PART-HOLD-BACK", &partHoldBack)
    try mapper.others(&otherAttributes)
  }
}
