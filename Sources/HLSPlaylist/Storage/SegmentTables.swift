// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The tables that segment records point into.
struct SegmentTables: Hashable, Sendable {
  var text: KeptText
  /// What is in force; the first entry is nothing.
  var contexts: [SegmentContext] = [SegmentContext()]
  var details: [SegmentDetails] = []
  var parts: [PartRecord] = []
  /// Unknown attributes of parts.
  var partAttributes: [[Attribute]] = []

  init(text: KeptText = KeptText()) { self.text = text }
}

// MARK: - Segments

extension SegmentTables {
  /// The segment that a record stands for.
  func segment(_ record: SegmentRecord) -> MediaSegment {
    var segment = MediaSegment(
      uri: text[record.uri], duration: record.duration,
      title: record.title.isNone ? nil : text[record.title], byteRange: record.byteRange)
    segment.isGap = record.flags.contains(.isGap)
    if record.context > 0 {
      let context = contexts[Int(record.context)]
      segment.keys = context.keys
      segment.initialization = context.initialization
      // The tag does not apply to byte ranges, whatever is in force.
      if segment.byteRange == nil { segment.bitRate = context.bitRate }
    }
    if record.details >= 0 {
      let details = details[Int(record.details)]
      segment.discontinuityCount = details.discontinuityCount
      segment.programDateTime = details.programDateTime
      segment.tiles = details.tiles
      segment.parts = details.parts.map(part)
    }
    return segment
  }

  /// Makes the record of a segment. Texts that a record to be replaced already has are not
  /// added again.
  mutating func record(
    _ segment: MediaSegment, replacing old: SegmentRecord? = nil
  ) -> SegmentRecord {
    var record = SegmentRecord(
      uri: place(segment.uri, reusing: old?.uri), duration: segment.duration)
    if let title = segment.title, !title.utf8.allSatisfy({ $0 == 0x20 }) {
      record.title = place(title, reusing: old?.title)
    }
    record.byteRange = segment.byteRange
    if segment.isGap { record.flags.insert(.isGap) }
    record.context = contextIndex(
      SegmentContext(
        keys: segment.keys, initialization: segment.initialization, bitRate: segment.bitRate),
      hint: old?.context)
    record.details = detailsIndex(of: segment)
    return record
  }

  private mutating func place(_ string: String, reusing old: TextRange?) -> TextRange {
    if let old, !old.isNone, text[old] == string { return old }
    return text.add(string)
  }

  private mutating func contextIndex(_ context: SegmentContext, hint: Int32?) -> Int32 {
    if let hint, contexts[Int(hint)] == context { return hint }
    if contexts[contexts.count - 1] == context { return Int32(contexts.count - 1) }
    return addContext(context)
  }

  /// Adds what is in force from here on, and returns its index.
  mutating func addContext(_ context: SegmentContext) -> Int32 {
    guard context != contexts[0] else { return 0 }
    contexts.append(context)
    return Int32(contexts.count - 1)
  }

  private mutating func detailsIndex(of segment: MediaSegment) -> Int32 {
    var entry = SegmentDetails()
    entry.discontinuityCount = segment.discontinuityCount
    entry.programDateTime = segment.programDateTime
    entry.tiles = segment.tiles
    guard entry != SegmentDetails() || !segment.parts.isEmpty else { return -1 }
    let first = parts.count
    for part in segment.parts { addPart(part) }
    entry.parts = first..<parts.count
    details.append(entry)
    return Int32(details.count - 1)
  }
}

// MARK: - Parts

extension SegmentTables {
  /// The part at an index.
  func part(_ index: Int) -> PartialSegment {
    let record = parts[index]
    var part = PartialSegment(uri: text[record.uri], duration: record.duration)
    part.isIndependent = record.flags.contains(.isIndependent)
    part.isGap = record.flags.contains(.isGap)
    if record.flags.contains(.hasByteRange) {
      part.byteRange = ByteRange(length: record.byteRangeLength, offset: record.byteRangeOffset)
    }
    if record.otherAttributes >= 0 {
      part.otherAttributes = partAttributes[Int(record.otherAttributes)]
    }
    return part
  }

  /// Adds a part.
  mutating func addPart(_ part: PartialSegment) {
    var record = PartRecord(uri: text.add(part.uri), duration: part.duration)
    if part.isIndependent { record.flags.insert(.isIndependent) }
    if part.isGap { record.flags.insert(.isGap) }
    if let range = part.byteRange {
      record.flags.insert(.hasByteRange)
      (record.byteRangeOffset, record.byteRangeLength) = (range.offset, range.length)
    }
    if !part.otherAttributes.isEmpty {
      record.otherAttributes = Int32(partAttributes.count)
      partAttributes.append(part.otherAttributes)
    }
    parts.append(record)
  }
}
