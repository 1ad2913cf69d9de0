// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The segments that a delta update leaves out (`EXT-X-SKIP`).
///
/// [RFC 8216bis 4.4.5.2](https://datatracker.ietf.org/doc/html/draft-pantos-hls-rfc8216bis#section-4.4.5.2)
public struct Skip: Hashable, Sendable, Codable {
  /// How many segments are left out (`SKIPPED-SEGMENTS`).
  public var skippedSegments: UInt64

  /// The IDs of date ranges that are gone, or `nil` when date ranges are not skipped
  /// (`RECENTLY-REMOVED-DATERANGES`).
  public var recentlyRemovedDateRanges: [String]?

  /// Attributes that this version does not know.
  public var otherAttributes: [Attribute] = []

  /// Creates a skip.
  public init(skippedSegments: UInt64, recentlyRemovedDateRanges: [String]? = nil) {
    self.skippedSegments = skippedSegments
    self.recentlyRemovedDateRanges = recentlyRemovedDateRanges
  }
}

extension Skip: AttributeMapped {
  mutating func map(with mapper: inout some AttributeMapper) throws(PlaylistError) {
    try mapper.integer("SKIPPED-SEGMENTS", &skippedSegments)
    // The list may be empty, which is not the same as absent.
    var removed = recentlyRemovedDateRanges?.joined(separator: "\t")
    try mapper.quoted("RECENTLY-REMOVED-DATERANGES", &removed, mayBeEmpty: true)
    recentlyRemovedDateRanges = removed.map { text in
      text.split(separator: "\t").map(String.init)
    }
    try mapper.others(&otherAttributes)
  }
}
