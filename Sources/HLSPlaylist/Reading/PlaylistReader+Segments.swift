// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// `EXTINF`, and the URI lines of segments: the lines that long playlists consist of.
extension PlaylistReader {
  /// Reads an EXTINF that starts at the scanner's position.
  mutating func readDuration(
    _ bytes: Span<UInt8>, _ scanner: inout LineScanner
  ) throws(PlaylistError) {
    if kind != .media { try require(.media, "EXTINF") }
    if pending.duration != nil { try reportMissingURI() }
    pending.durationLine = session.line
    var position = scanner.position + 8
    let scan = ExactDecimal.scan(bytes, &position, bytes.count)
    if case .number(let duration, isTruncated: false) = scan, duration.significand > 0,
      position + 1 < bytes.count, bytes[position] == UInt8(ascii: ","),
      bytes[position + 1] == 0x0A
    {
      pending.duration = duration
      pending.title = .none
      scanner.position = position + 2
    } else {
      try readUncommonDuration(scan, position, bytes, &scanner)
    }
    if let duration = pending.duration {
      if duration > longest { (longest, longestLine) = (duration, session.line) }
      if !sawFraction, duration.scale > 0 {
        sawFraction = true
        need.require(3, for: "decimals in EXTINF", at: session.position(of: session.lineStart))
      }
    }
    index?.note(.duration, item: records.count, line: session.line)
  }

  /// Reads an EXTINF with a title, or one that is not as it should be.
  private mutating func readUncommonDuration(
    _ scan: ExactDecimal.Scan, _ end: Int, _ bytes: Span<UInt8>, _ scanner: inout LineScanner
  ) throws(PlaylistError) {
    let valueStart = scanner.position + 8
    let line = scanner.next(bytes, from: end)
    let range = try checked(line, bytes)
    let upper = max(range.upperBound, valueStart)
    pending.title = .none
    pending.duration = .zero
    var position = min(end, upper)
    switch scan {
    case .number(let duration, let isTruncated)
    where position == upper || bytes[position] == UInt8(ascii: ","):
      try accept(duration, isTruncated: isTruncated, valueStart..<position)
    default:
      position = valueStart
      while position < upper, bytes[position] != UInt8(ascii: ",") { position += 1 }
      let blank = bytes.trimmingBlanks(valueStart..<position)
      var number = blank.lowerBound
      if case .number(let duration, let isTruncated) = ExactDecimal.scan(
        bytes, &number, blank.upperBound), number == blank.upperBound
      {
        try session.report(
          .surroundingBlank, at: valueStart, "expected no blank around a duration, found one")
        try accept(duration, isTruncated: isTruncated, blank)
      } else {
        try session.report(
          .invalidDuration, at: valueStart,
          "expected a duration in seconds, found \(session.quote(valueStart..<position))")
      }
    }
    guard position < upper else {
      return try session.report(
        .missingComma, at: upper, "expected ',' after the duration, found the end of the line")
    }
    let title = position + 1..<upper
    if !bytes.trimmingBlanks(title).isEmpty { pending.title = TextRange(title) }
  }

  private mutating func accept(
    _ duration: ExactDecimal, isTruncated: Bool, _ range: Range<Int>
  ) throws(PlaylistError) {
    if duration.significand < 0 {
      return try session.report(
        .invalidDuration, at: range.lowerBound,
        "expected a duration that is not negative, found \(session.quote(range))")
    }
    pending.duration = duration
    if duration.significand == 0 {
      try session.report(
        .zeroDuration, at: range.lowerBound, "expected a duration above 0, found 0")
    }
    if isTruncated {
      try session.report(
        .excessPrecision, at: range.lowerBound,
        "expected at most 18 digits, found \(session.quote(range))")
    }
  }

  func reportMissingURI() throws(PlaylistError) {
    try session.report(
      .durationWithoutURI, at: TextPosition(line: pending.durationLine, column: 1),
      "expected a URI after '#EXTINF', found none")
  }

  /// Reads a line that does not begin with `#`.
  mutating func readURIOrBlank(_ line: Line, _ bytes: Span<UInt8>) throws(PlaylistError) {
    if line.range.isEmpty { return }
    if line.isPlain, awaited == nil, let duration = pending.duration, !pending.hasTags,
      let contextIndex, line.range.count <= limits.lineLength
    {
      // The common case: nothing to check, nothing to count references of.
      records.append(
        SegmentRecord(
          uri: TextRange(line.range), title: pending.title, duration: duration,
          context: contextIndex))
      pending.duration = nil
      index?.noteURI(item: records.count - 1, line: session.line)
      return try countSegment(bytes.count)
    }
    let range = try checked(line, bytes)
    if range.isEmpty { return }
    if bytes[range.lowerBound] == UInt8(ascii: "#") {
      return try readTagBehindBlanks(range, bytes)
    }
    if !line.isPlain, let blank = range.first(where: { bytes[$0] == 0x20 }) {
      try session.report(.blankInURI, at: blank, "expected no blank in a URI, found one")
    }
    if kind == .multivariant || awaited != nil {
      try readStreamURI(range)
    } else {
      try readSegmentURI(range, isPlain: line.isPlain)
      try countSegment(bytes.count)
    }
  }

  /// Reads a tag or comment that blanks stand before, which the dialect has let pass.
  private mutating func readTagBehindBlanks(
    _ range: Range<Int>, _ bytes: Span<UInt8>
  ) throws(PlaylistError) {
    var scanner = LineScanner(position: range.lowerBound)
    if bytes.hasDurationTag(at: range.lowerBound) {
      try readDuration(bytes, &scanner)
    } else {
      let line = Line(range: range, controlCharacter: nil, isPlain: false)
      try readTagOrComment(line, bytes)
    }
  }

  private mutating func readSegmentURI(
    _ range: Range<Int>, isPlain: Bool
  ) throws(PlaylistError) {
    guard let duration = pending.duration else {
      throw PlaylistError(
        code: .uriWithoutDuration, position: session.position(of: range.lowerBound),
        reason: "expected '#EXTINF' before a URI, found none before \(session.quote(range))")
    }
    var uri = TextRange(range)
    if !isPlain, let bytes = try session.substitution(in: range) {
      uri = tables.text.add(bytes)
    }
    var record = SegmentRecord(uri: uri, title: pending.title, duration: duration)
    if let byteRange = pending.byteRange {
      record.byteRange = try resolved(byteRange, of: uri, at: pending.byteRangePosition)
    }
    if pending.isGap { record.flags.insert(.isGap) }
    record.context = currentContextIndex()
    if pending.details != SegmentDetails(firstPart: pending.details.parts.lowerBound) {
      record.details = Int32(tables.details.count)
      tables.details.append(pending.details)
    }
    records.append(record)
    index?.noteURI(item: records.count - 1, line: session.line)
    pending = PendingSegment(firstPart: tables.parts.count)
  }

  /// The index of what is in force, which is added to the tables when it is new.
  mutating func currentContextIndex() -> Int32 {
    if let contextIndex { return contextIndex }
    let added =
      tables.contexts[tables.contexts.count - 1] == context
      ? Int32(tables.contexts.count - 1) : tables.addContext(context)
    contextIndex = added
    return added
  }

  /// Gives a byte range without offset the one at which the previous range of its resource ends.
  private func resolved(
    _ range: RawByteRange, of uri: TextRange, at position: TextPosition
  ) throws(PlaylistError) -> ByteRange {
    var continued: UInt64?
    if let previous = records.last {
      if let earlier = previous.byteRange, isSameResource(previous.uri, uri) {
        continued = earlier.end
      }
    } else if let previous = lastSkipped, previous.uri == tables.text[uri] {
      continued = previous.byteRange?.end
    }
    guard let offset = range.offset ?? continued else {
      throw PlaylistError(
        code: .undefinedByteRange, position: position,
        reason: "expected '@' and an offset, or a previous segment that is a range of the same "
          + "resource, found neither")
    }
    let result = ByteRange(length: range.length, offset: offset)
    guard result.end != nil else {
      throw PlaylistError(
        code: .undefinedByteRange, position: position,
        reason: "expected a range that ends below 2^64, found '\(result)'")
    }
    return result
  }

  private func isSameResource(_ a: TextRange, _ b: TextRange) -> Bool {
    if tables.text.hasEqual(a, b) { return true }
    let base = session.options.uri ?? ""
    return URIReference.resolve(tables.text[a], against: base)
      == URIReference.resolve(tables.text[b], against: base)
  }

  /// Holds the number of segments against the limit, and makes room for all of them once some
  /// have shown how long they are.
  private mutating func countSegment(_ size: Int) throws(PlaylistError) {
    let count = records.count + tables.parts.count
    guard count <= limits.segments else {
      throw PlaylistError(
        code: .tooManySegments, position: session.position(of: session.lineStart),
        reason: "expected at most \(limits.segments) segments and parts, found more")
    }
    if records.count == 64 {
      let expected = size / max(session.lineStart / 64, 1)
      records.reserveCapacity(min(expected + expected / 16, limits.segments))
    }
  }
}
