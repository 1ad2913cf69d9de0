// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A stretch of time with attributes: an advertisement, a chapter, an interstitial
/// (`EXT-X-DATERANGE`).
///
/// Several tags may describe one range; each is kept here as it stands, and
/// ``MediaPlaylist/mergedDateRanges()`` joins those of one ID.
/// [RFC 8216bis 4.4.5.1](https://datatracker.ietf.org/doc/html/draft-pantos-hls-rfc8216bis#section-4.4.5.1)
public struct DateRange: Hashable, Sendable, Codable {
  /// The name of the range, unique in the playlist (`ID`).
  public var id: String

  /// The set of ranges that it belongs to (`CLASS`).
  public var rangeClass: String?

  /// When it starts (`START-DATE`); a later tag of the same ID may leave it out.
  public var startDate: DateTime?

  /// When its action happens, besides its dates (`CUE`).
  public var cues: [DateRangeCue] = []

  /// When it ends (`END-DATE`).
  public var endDate: DateTime?

  /// Its duration in seconds (`DURATION`).
  public var duration: ExactDecimal?

  /// The duration expected in seconds, while the true one is unknown (`PLANNED-DURATION`).
  public var plannedDuration: ExactDecimal?

  /// The attributes that the client defined: those that begin with `X-`.
  public var clientAttributes: [Attribute] = []

  /// A splice_info_section without in or out (`SCTE35-CMD`).
  public var scte35Command: HexadecimalSequence?

  /// The splice_info_section of the start (`SCTE35-OUT`).
  public var scte35Out: HexadecimalSequence?

  /// The splice_info_section of the end (`SCTE35-IN`).
  public var scte35In: HexadecimalSequence?

  /// Whether it ends where the next range of its class starts (`END-ON-NEXT`).
  public var endsOnNext = false

  /// Attributes that this version does not know.
  public var otherAttributes: [Attribute] = []

  /// Creates a range.
  public init(id: String, startDate: DateTime? = nil) {
    self.id = id
    self.startDate = startDate
  }
}

extension DateRange: AttributeMapped {
  mutating func map(with mapper: inout some AttributeMapper) throws(PlaylistError) {
    try mapper.quoted("ID", &id)
    try mapper.quoted("CLASS", &rangeClass)
    try mapper.date("START-DATE", &startDate)
    try mapper.list("CUE", &cues)
    try mapper.date("END-DATE", &endDate)
    try mapper.decimal("DURATION", &duration)
    try mapper.decimal("PLANNED-DURATION", &plannedDuration)
    try mapper.others(prefix: "X-", &clientAttributes)
    try mapper.hexadecimal("SCTE35-CMD", &scte35Command, maximumDigits: nil)
    try mapper.hexadecimal("SCTE35-OUT", &scte35Out, maximumDigits: nil)
    try mapper.hexadecimal("SCTE35-IN", &scte35In, maximumDigits: nil)
    try mapper.flag("END-ON-NEXT", &endsOnNext)
    try mapper.others(&otherAttributes)
  }
}
