// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The rules of date ranges (RFC 8216bis 4.4.5.1), which need the others of the playlist.
extension PlaylistReader {
  func checkDateRanges() throws(PlaylistError) {
    guard let first = dateRangePositions.first else { return }
    if !sawDate {
      try session.report(
        .missingProgramDateTime, at: first,
        "expected '#EXT-X-PROGRAM-DATE-TIME' in a playlist with date ranges, found none")
    }
    var merger = DateRangeMerger()
    var classes: [String: [(range: DateRange, position: TextPosition)]] = [:]
    for (range, position) in zip(media.dateRanges, dateRangePositions) {
      try check(range, position)
      let (index, conflict) = merger.add(range)
      if let conflict {
        try session.report(
          .invalidDateRange, at: position,
          "expected \(conflict) of the range '\(range.id)' as an earlier tag has it")
      }
      if merger.ranges[index].startDate == nil {
        try session.report(
          .invalidDateRange, at: position,
          "expected START-DATE in the first tag of the range '\(range.id)', found none")
      }
      try checkEnd(of: merger.ranges[index], position)
      if let rangeClass = range.rangeClass {
        classes[rangeClass, default: []].append((range, position))
      }
    }
    for ranges in classes.values where ranges.contains(where: \.range.endsOnNext) {
      try checkOverlap(ranges)
    }
  }

  private func check(_ range: DateRange, _ position: TextPosition) throws(PlaylistError) {
    if range.cues.contains(.pre), range.cues.contains(.post) {
      try session.report(
        .invalidDateRange, at: position, "expected PRE or POST in CUE, found both")
    }
    guard range.endsOnNext else { return }
    if range.rangeClass == nil {
      try session.report(
        .invalidDateRange, at: position, "expected CLASS beside END-ON-NEXT, found none")
    }
    if range.duration != nil || range.endDate != nil {
      try session.report(
        .invalidDateRange, at: position,
        "expected no DURATION and END-DATE beside END-ON-NEXT, found one")
    }
  }

  private func checkEnd(of range: DateRange, _ position: TextPosition) throws(PlaylistError) {
    guard let start = range.startDate, let end = range.endDate else { return }
    if end < start, !end.isSimultaneous(with: start) {
      try session.report(
        .invalidDateRange, at: position, "expected END-DATE after \(start), found \(end)")
    }
    if let duration = range.duration, let sum = start.advanced(by: duration),
      !sum.isSimultaneous(with: end)
    {
      try session.report(
        .invalidDateRange, at: position,
        "expected END-DATE to be START-DATE and DURATION, which is \(sum), found \(end)")
    }
  }

  /// Ranges of a class that has END-ON-NEXT may not overlap.
  private func checkOverlap(
    _ ranges: [(range: DateRange, position: TextPosition)]
  ) throws(PlaylistError) {
    let sorted = ranges.filter { $0.range.startDate != nil }.sorted {
      ($0.range.startDate ?? .distantPast) < ($1.range.startDate ?? .distantPast)
    }
    for (earlier, later) in zip(sorted, sorted.dropFirst()) {
      guard !earlier.range.endsOnNext, earlier.range.id != later.range.id,
        let start = earlier.range.startDate, let next = later.range.startDate,
        let end = earlier.range.endDate
          ?? earlier.range.duration.flatMap(start.advanced)
      else { continue }
      if next < end, !next.isSimultaneous(with: end) {
        try session.report(
          .invalidDateRange, at: later.position,
          "expected no overlap in a class with END-ON-NEXT, found '\(earlier.range.id)' until "
            + "\(end)")
      }
    }
  }
}
