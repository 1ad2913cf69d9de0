// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// `EXT-X-PART`, the tag that low-latency playlists consist of: read without a list of
/// attributes, straight into its record.
extension PlaylistReader {
  /// Reads a part that starts at the scanner's position.
  mutating func readPart(
    _ bytes: Span<UInt8>, _ scanner: inout LineScanner
  ) throws(PlaylistError) {
    let start = scanner.position
    let line = scanner.next(bytes, from: start)
    guard line.isPlain, kind == .media, line.range.count <= limits.lineLength else {
      return try readTagOrComment(line, bytes)
    }
    try readPart(start + 12..<line.range.upperBound, bytes)
  }

  mutating func readPart(_ value: Range<Int>, _ bytes: Span<UInt8>) throws(PlaylistError) {
    var part = RawPart()
    var scanner = AttributeScanner(value)
    while let attribute = try scanner.next(in: bytes, session) {
      guard part.take(attribute, bytes) else { return try readUncommonPart(value, bytes) }
    }
    guard let uri = part.uri, let duration = part.duration else {
      return try readUncommonPart(value, bytes)
    }
    var record = PartRecord(uri: TextRange(uri), duration: duration)
    record.flags = part.flags
    if let byteRange = part.byteRange { try setRange(byteRange, of: &record, at: value) }
    try add(record)
  }

  /// Reads a part with unknown attributes, variables, or something wrong with it.
  private mutating func readUncommonPart(
    _ value: Range<Int>, _ bytes: Span<UInt8>
  ) throws(PlaylistError) {
    var reader = try AttributeReader(
      value, of: session.lineStart, session, missing: .missingVitalAttribute)
    var rangeText: String?
    try reader.quoted("BYTERANGE", &rangeText)
    let empty = PartialSegment(uri: "", duration: .zero)
    // The range is taken already, so that one without offset is not for the mapping to judge.
    guard let part = try attributes(&reader, into: empty) else { return }
    var record = PartRecord(uri: tables.text.add(part.uri), duration: part.duration)
    if part.isIndependent { record.flags.insert(.isIndependent) }
    if part.isGap { record.flags.insert(.isGap) }
    if let rangeText {
      let text = Array(rangeText.utf8)
      guard let range = RawByteRange(text.span, 0..<text.count) else {
        return try session.report(
          .invalidAttributeValue, at: reader.offset(of: "BYTERANGE"),
          "expected BYTERANGE to be \"<length>[@<offset>]\", found '\(rangeText)'")
      }
      try setRange(range, of: &record, at: value)
    }
    if !part.otherAttributes.isEmpty {
      record.otherAttributes = Int32(tables.partAttributes.count)
      tables.partAttributes.append(part.otherAttributes)
    }
    try add(record)
  }

  private mutating func add(_ record: PartRecord) throws(PlaylistError) {
    tables.parts.append(record)
    pending.details.parts = pending.details.parts.lowerBound..<tables.parts.count
    if partLines.isEmpty { positions[.part] = linePosition }
    partLines.append(Int32(truncatingIfNeeded: session.line))
    try noteSegmentTag(.part)
    guard records.count + tables.parts.count <= limits.segments else {
      throw PlaylistError(
        code: .tooManySegments, position: linePosition,
        reason: "expected at most \(limits.segments) segments and parts, found more")
    }
  }

  /// Sets the range of a part; without an offset it continues the part before it.
  private func setRange(
    _ range: RawByteRange, of record: inout PartRecord, at value: Range<Int>
  ) throws(PlaylistError) {
    var continued: UInt64?
    if let last = pending.details.parts.last {
      let previous = tables.parts[last]
      if previous.flags.contains(.hasByteRange), tables.text.hasEqual(previous.uri, record.uri) {
        continued = previous.byteRangeOffset + previous.byteRangeLength
      }
    }
    guard let offset = range.offset ?? continued,
      ByteRange(length: range.length, offset: offset).end != nil
    else {
      throw PlaylistError(
        code: .undefinedByteRange, position: session.position(of: value.lowerBound),
        reason: "expected a range with an offset or after a range of the same resource, ending "
          + "below 2^64, found \(session.quote(value))")
    }
    record.flags.insert(.hasByteRange)
    (record.byteRangeOffset, record.byteRangeLength) = (offset, range.length)
  }
}

/// The attributes of a part as they come.
private struct RawPart {
  var uri: Range<Int>?
  var duration: ExactDecimal?
  var byteRange: RawByteRange?
  var flags: PartRecord.Flags = []

  /// The first eight letters of names, as numbers.
  private enum Name {
    /// DURATION
    static let duration: UInt64 = 0x4455_5241_5449_4F4E
    /// BYTERANG
    static let byteRange: UInt64 = 0x4259_5445_5241_4E47
    /// INDEPEND
    static let independent: UInt64 = 0x494E_4445_5045_4E44
  }

  /// Takes an attribute; `false` for one that is unknown, repeated or out of the ordinary.
  mutating func take(_ attribute: RawAttribute, _ bytes: Span<UInt8>) -> Bool {
    let start = attribute.name.lowerBound
    switch attribute.name.count {
    case 3
    where bytes[start] == UInt8(ascii: "U") && bytes[start + 1] == UInt8(ascii: "R")
      && bytes[start + 2] == UInt8(ascii: "I"):
      guard attribute.isQuoted, uri == nil, !attribute.value.isEmpty else { return false }
      for index in attribute.value where bytes[index] == UInt8(ascii: "{") { return false }
      uri = attribute.value
    case 8 where bytes.word(at: start) == Name.duration:
      var position = attribute.value.lowerBound
      guard !attribute.isQuoted, duration == nil,
        case .number(let number, isTruncated: false) = ExactDecimal.scan(
          bytes, &position, attribute.value.upperBound),
        position == attribute.value.upperBound, number.significand >= 0,
        bytes[attribute.value.lowerBound] != UInt8(ascii: "-")
      else { return false }
      duration = number
    case 9
    where bytes.word(at: start) == Name.byteRange
      && bytes[start + 8] == UInt8(ascii: "E"):
      guard attribute.isQuoted, byteRange == nil,
        let range = RawByteRange(bytes, attribute.value)
      else { return false }
      byteRange = range
    case 11
    where bytes.word(at: start) == Name.independent
      && bytes[start + 8] == UInt8(ascii: "E") && bytes[start + 9] == UInt8(ascii: "N")
      && bytes[start + 10] == UInt8(ascii: "T"):
      return takeFlag(.isIndependent, attribute, bytes)
    case 3
    where bytes[start] == UInt8(ascii: "G") && bytes[start + 1] == UInt8(ascii: "A")
      && bytes[start + 2] == UInt8(ascii: "P"):
      return takeFlag(.isGap, attribute, bytes)
    default: return false
    }
    return true
  }

  private mutating func takeFlag(
    _ flag: PartRecord.Flags, _ attribute: RawAttribute, _ bytes: Span<UInt8>
  ) -> Bool {
    guard !attribute.isQuoted, attribute.value.count == 3,
      bytes.equals(attribute.value, "YES")
    else { return false }
    return flags.insert(flag).inserted
  }
}
