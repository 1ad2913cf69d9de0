// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Appends segments to text, and writes keys, maps and bit rates where they change.
struct SegmentWriter {
  /// The text so far.
  var bytes: [UInt8]

  /// What is in force after the text so far.
  private(set) var context = SegmentContext()

  /// The index of the context in force within the tables of the segments, to save comparisons.
  private var contextIndex: Int32 = 0

  /// The line of the last duration, which the next segment is likely to share.
  private var durationLine: [UInt8] = []
  private var lastDuration = ExactDecimal(-1)

  /// Continues a text before its first segment.
  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Appends the segments of a list.
  mutating func append(_ segments: MediaSegments) throws(PlaylistError) {
    bytes.reserveCapacity(bytes.count + segments.expectedSize)
    for record in segments.records { try append(record, segments.tables) }
  }

  /// Takes what is in force from lines that are in the text already.
  mutating func assume(_ context: SegmentContext) {
    self.context = context
    contextIndex = -1
  }

  /// Appends a segment of the list that earlier ones were of.
  mutating func append(
    _ record: SegmentRecord, _ tables: SegmentTables
  ) throws(PlaylistError) {
    if record.details >= 0 || record.context != contextIndex || !record.flags.isEmpty {
      try appendTags(record, tables)
    }
    try appendDuration(record.duration)
    if !record.title.isNone {
      try tables.text.check(record.title, in: "title", .title)
      bytes.removeLast()
      tables.text.append(record.title, to: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
    try tables.text.check(record.uri, in: "URI", .uriLine)
    tables.text.append(record.uri, to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Appends the tags that stand before a segment's duration: most segments have none, and are
  /// slowed down by a fifth when this stands among their own lines.
  @inline(never)
  private mutating func appendTags(
    _ record: SegmentRecord, _ tables: SegmentTables
  ) throws(PlaylistError) {
    let details = record.details < 0 ? nil : tables.details[Int(record.details)]
    if let details { appendDiscontinuities(details.discontinuityCount) }
    if record.context != contextIndex {
      var target = tables.contexts[Int(record.context)]
      if record.flags.contains(.hasByteRange) { target.bitRate = context.bitRate }
      try appendContext(target)
      contextIndex = target == tables.contexts[Int(record.context)] ? record.context : -1
    }
    if let details {
      appendDate(details.programDateTime)
      if var tiles = details.tiles { try appendTag("#EXT-X-TILES:", &tiles) }
      for index in details.parts { try append(tables.parts[index], tables) }
    }
    if record.flags.contains(.isGap) { bytes.append("#EXT-X-GAP\n") }
    if record.flags.contains(.hasByteRange) {
      bytes.append("#EXT-X-BYTERANGE:")
      append(length: record.byteRangeLength, offset: record.byteRangeOffset)
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  /// Appends an EXTINF without title.
  private mutating func appendDuration(_ duration: ExactDecimal) throws(PlaylistError) {
    if duration.significand != lastDuration.significand || duration.scale != lastDuration.scale {
      guard duration.significand >= 0 else {
        throw .unwritable("expected no negative duration, found \(duration)")
      }
      lastDuration = duration
      durationLine = []
      durationLine.append("#EXTINF:")
      duration.write(to: &durationLine, minimumDecimals: 5)
      durationLine.append(",\n")
    }
    bytes.append(contentsOf: durationLine)
  }

  /// Appends the tags of a segment of which only parts are published.
  mutating func append(_ segment: UnfinishedSegment) throws(PlaylistError) {
    appendDiscontinuities(segment.discontinuityCount)
    try appendContext(
      SegmentContext(
        keys: segment.keys, initialization: segment.initialization, bitRate: context.bitRate))
    appendDate(segment.programDateTime)
    for var part in segment.parts { try appendTag("#EXT-X-PART:", &part) }
  }

  private mutating func append(_ part: PartRecord, _ tables: SegmentTables) throws(PlaylistError) {
    bytes.append("#EXT-X-PART:DURATION=")
    guard part.duration.significand >= 0 else {
      throw .unwritable("expected no negative duration, found \(part.duration)")
    }
    part.duration.write(to: &bytes)
    bytes.append(",URI=\"")
    try tables.text.check(part.uri, in: "URI", .quotedString)
    tables.text.append(part.uri, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
    if part.flags.contains(.hasByteRange) {
      bytes.append(",BYTERANGE=\"")
      append(length: part.byteRangeLength, offset: part.byteRangeOffset)
      bytes.append(UInt8(ascii: "\""))
    }
    if part.flags.contains(.isIndependent) { bytes.append(",INDEPENDENT=YES") }
    if part.flags.contains(.isGap) { bytes.append(",GAP=YES") }
    if part.otherAttributes >= 0 {
      bytes.append(UInt8(ascii: ","))
      var others = OtherAttributes(list: tables.partAttributes[Int(part.otherAttributes)])
      try bytes.append(attributesOf: &others)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func append(length: UInt64, offset: UInt64) {
    bytes.append(decimal: length)
    bytes.append(UInt8(ascii: "@"))
    bytes.append(decimal: offset)
  }

  private mutating func appendDiscontinuities(_ count: Int) {
    for _ in 0..<max(count, 0) { bytes.append("#EXT-X-DISCONTINUITY\n") }
  }

  private mutating func appendDate(_ date: DateTime?) {
    guard let date else { return }
    bytes.append("#EXT-X-PROGRAM-DATE-TIME:")
    date.write(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func appendTag(
    _ tag: String, _ value: inout some AttributeMapped
  ) throws(PlaylistError) {
    try bytes.append(tag: tag, &value)
  }
}

// MARK: - What is in force

extension SegmentWriter {
  /// Appends the tags that make a context the one in force.
  mutating func appendContext(_ target: SegmentContext) throws(PlaylistError) {
    guard target != context else { return }
    if target.initialization != context.initialization, var map = target.initialization {
      // A map is encrypted with the keys that stand before it.
      try appendKeys(map.keys)
      try appendTag("#EXT-X-MAP:", &map)
      context.initialization = map
    }
    try appendKeys(target.keys)
    if target.bitRate != context.bitRate, let rate = target.bitRate {
      bytes.append("#EXT-X-BITRATE:")
      bytes.append(decimal: rate)
      bytes.append(UInt8(ascii: "\n"))
      context.bitRate = rate
    }
  }

  /// Appends the tags that make a set of keys the one in force: a key replaces the one of its
  /// format, and only the method NONE takes keys away.
  private mutating func appendKeys(_ keys: [EncryptionKey]) throws(PlaylistError) {
    guard keys != context.keys else { return }
    var kept = context.keys
    if kept.map(\.effectiveKeyFormat) != keys.prefix(kept.count).map(\.effectiveKeyFormat) {
      if !kept.isEmpty { bytes.append("#EXT-X-KEY:METHOD=NONE\n") }
      kept = []
    }
    for (index, key) in keys.enumerated() where index >= kept.count || kept[index] != key {
      var key = key
      try appendTag("#EXT-X-KEY:", &key)
    }
    context.keys = keys
  }
}
