// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Tags of a media playlist that say something of the whole, and metadata.
extension PlaylistReader {
  mutating func readMediaTag(
    _ tag: Tag, _ value: Range<Int>, _ bytes: Span<UInt8>
  ) throws(PlaylistError) {
    switch tag {
    case .targetDuration:
      guard let duration = bytes.decimalInteger(value), duration > 0 else {
        return try session.report(
          .invalidTargetDuration, at: value.lowerBound,
          "expected a whole number of seconds, at least 1, found \(session.quote(value))")
      }
      media.targetDuration = duration
      hasTargetDuration = true
    case .mediaSequence:
      if let number = try readSequence(tag, value, bytes) { media.mediaSequence = number }
    case .discontinuitySequence:
      if let number = try readSequence(tag, value, bytes) { media.discontinuitySequence = number }
    case .playlistType:
      guard let type = PlaylistType(rawValue: session.string(value)),
        PlaylistType.known.contains(type)
      else {
        return try session.report(
          .unknownPlaylistType, at: value.lowerBound,
          "expected EVENT or VOD, found \(session.quote(value))")
      }
      media.type = type
    case .partInformation:
      media.partInformation = try attributes(value, into: PartInformation(partTarget: 0))
    case .serverControl:
      media.serverControl = try attributes(value, into: ServerControl())
    case .skip: try readSkip(value)
    default: try readMetadata(tag, value)
    }
  }

  private mutating func readSequence(
    _ tag: Tag, _ value: Range<Int>, _ bytes: Span<UInt8>
  ) throws(PlaylistError) -> UInt64? {
    let isLate =
      !records.isEmpty
      || tag == .discontinuitySequence && pending.details.discontinuityCount > 0
    if isLate {
      try session.report(
        .misplacedTag, at: session.lineStart,
        "expected '#\(tag.rawValue)' before the first segment"
          + (tag == .mediaSequence ? "" : " and discontinuity") + ", found it after")
    }
    guard let number = bytes.decimalInteger(value) else {
      try session.report(
        .invalidSequence, at: value.lowerBound,
        "expected a whole number below 2^64, found \(session.quote(value))")
      return nil
    }
    return number
  }

  private mutating func readSkip(_ value: Range<Int>) throws(PlaylistError) {
    guard
      let skip = try attributes(
        value, into: Skip(skippedSegments: 0), missing: .missingVitalAttribute)
    else { return }
    media.skip = skip
    if let previous {
      let range = try previous.range(of: skip, at: media.mediaSequence)
      lastSkipped = previous.segments[range].last
      if let last = range.last {
        let record = previous.segments.records[last]
        context = previous.segments.tables.contexts[Int(record.context)]
        contextIndex = nil
      }
    }
    need.require(
      skip.recentlyRemovedDateRanges == nil ? 9 : 10, for: "EXT-X-SKIP", at: linePosition)
  }

  private mutating func readMetadata(_ tag: Tag, _ value: Range<Int>) throws(PlaylistError) {
    switch tag {
    case .dateRange: try readDateRange(value)
    case .preloadHint:
      let empty = PreloadHint(type: .part, uri: "")
      guard let hint = try attributes(value, into: empty) else { return }
      if media.preloadHints.contains(where: { $0.type == hint.type }) {
        try session.report(
          .repeatedHint, at: session.lineStart,
          "expected one hint of type \(hint.type), found a second")
      }
      media.preloadHints.append(hint)
      if positions[tag] == nil { positions[tag] = linePosition }
      index?.note(tag, item: media.preloadHints.count - 1, line: session.line)
    default:
      guard let report = try attributes(value, into: RenditionReport(uri: "")) else { return }
      if URIReference.isAbsolute(report.uri) {
        try session.report(
          .absoluteReportURI, at: session.lineStart,
          "expected the URI of a rendition report to be relative, found '\(report.uri)'")
      }
      media.renditionReports.append(report)
      index?.note(tag, item: media.renditionReports.count - 1, line: session.line)
    }
  }

  private mutating func readDateRange(_ value: Range<Int>) throws(PlaylistError) {
    let found: DateRange?
    do throws(PlaylistError) {
      found = try attributes(
        value, into: DateRange(id: ""), invalidValue: .invalidDateRange,
        missing: .invalidDateRange)
    } catch {
      // A list that breaks the grammar costs the tag, not the playlist (4.4.5.1).
      guard error.code == .malformedAttributeList, let position = error.position else {
        throw error
      }
      return try session.report(.invalidDateRange, at: position, error.reason)
    }
    guard let range = found, !range.id.isEmpty else { return }
    media.dateRanges.append(range)
    dateRangePositions.append(linePosition)
    index?.note(.dateRange, item: media.dateRanges.count - 1, line: session.line)
  }
}
