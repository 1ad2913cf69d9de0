// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension MediaPlaylist {
  /// Reads a playlist that was loaded again, in full or as a delta update, and checks that it
  /// continues the one before it.
  ///
  /// The segments that `EXT-X-SKIP` leaves out are taken from the playlist before, and what was
  /// in force at the last of them stays in force. The result has no skip.
  ///
  /// - Throws: ``PlaylistError``: with code ``PlaylistError/Code/missingPreviousPlaylist`` when
  ///   skipped segments are not known, in which case the whole playlist has to be loaded; with
  ///   ``PlaylistError/Code/inconsistentReload`` as ``checkContinues(_:)`` does.
  public init(
    parsing bytes: [UInt8], reloading previous: MediaPlaylist,
    options: ReadingOptions = .lenient
  ) throws(PlaylistError) {
    var reader = PlaylistReader(bytes, options)
    reader.previous = previous
    try reader.read()
    guard case .media(var playlist) = reader.playlist else {
      throw PlaylistError(
        code: .wrongKind, reason: "expected a media playlist, found a multivariant one")
    }
    if let skip = playlist.skip { try playlist.restore(skip, from: previous) }
    try playlist.checkContinues(previous)
    self = playlist
  }

  /// The indices of the segments that a delta update of this playlist skips, the number of the
  /// first being given.
  func range(of skip: Skip, at mediaSequence: UInt64) throws(PlaylistError) -> Range<Int> {
    let (start, isEarlier) = mediaSequence.subtractingReportingOverflow(self.mediaSequence)
    let (end, overflow) = start.addingReportingOverflow(skip.skippedSegments)
    guard !isEarlier, !overflow, end <= UInt64(segments.count) else {
      throw PlaylistError(
        code: .missingPreviousPlaylist,
        reason: "expected a playlist before that has the \(skip.skippedSegments) skipped segments "
          + "from number \(mediaSequence) on, found numbers \(self.mediaSequence) to "
          + "\(self.mediaSequence &+ UInt64(segments.count))")
    }
    return Int(start)..<Int(end)
  }

  /// Puts skipped segments and date ranges back in.
  private mutating func restore(
    _ skip: Skip, from previous: MediaPlaylist
  ) throws(PlaylistError) {
    let range = try previous.range(of: skip, at: mediaSequence)
    segments.replaceSubrange(0..<0, with: previous.segments[range])
    self.skip = nil
    guard let removed = skip.recentlyRemovedDateRanges else { return }
    let gone = Set(removed).union(dateRanges.map(\.id))
    dateRanges = previous.dateRanges.filter { !gone.contains($0.id) } + dateRanges
  }
}

// MARK: - Live playlists

extension MediaPlaylist {
  /// The number of the segment after the last; it stays at the greatest number at overflow.
  public var endSequence: UInt64 {
    let (end, overflow) = mediaSequence.addingReportingOverflow(UInt64(segments.count))
    return overflow ? .max : end
  }

  /// The discontinuity sequence number of a segment: that of the playlist and one for each
  /// discontinuity up to the segment (RFC 8216bis 6.2.1).
  public func discontinuitySequence(ofSegmentAt index: Int) -> UInt64 {
    discontinuities(before: index + 1).addingReportingOverflow(discontinuitySequence).partialValue
  }

  private func discontinuities(before end: Int) -> UInt64 {
    segments.records.prefix(end).reduce(0) { count, record in
      record.details < 0
        ? count
        : count
          &+ UInt64(clamping: segments.tables.details[Int(record.details)].discontinuityCount)
    }
  }

  /// Checks that this playlist may follow another one when it is loaded again
  /// (RFC 8216bis 6.2.1 and 6.2.2): numbers never fall, segments of one number stay the same, a
  /// discontinuity that left the playlist is counted, and what has ended stays.
  ///
  /// - Throws: ``PlaylistError`` with code ``PlaylistError/Code/inconsistentReload``.
  public func checkContinues(_ previous: MediaPlaylist) throws(PlaylistError) {
    try expect(
      targetDuration == previous.targetDuration,
      "the target duration \(previous.targetDuration)", "\(targetDuration)")
    try expect(
      mediaSequence >= previous.mediaSequence,
      "a media sequence of at least \(previous.mediaSequence)", "\(mediaSequence)")
    try expect(
      endSequence >= previous.endSequence,
      "segments up to number \(previous.endSequence) or beyond", "them up to \(endSequence)")
    try expect(
      !previous.hasEndList || hasEndList && endSequence == previous.endSequence,
      "no change after EXT-X-ENDLIST", "one")
    try expect(
      previous.type == nil || mediaSequence == previous.mediaSequence,
      "every segment of a playlist of type \(previous.type?.rawValue ?? "")",
      "\(mediaSequence - previous.mediaSequence) of them gone")
    let removed = mediaSequence - previous.mediaSequence
    let known = Int(min(removed, UInt64(previous.segments.count)))
    let expected = previous.discontinuitySequence
      .addingReportingOverflow(previous.discontinuities(before: known)).partialValue
    // Where segments were missed, so may discontinuities have been.
    let hasOverlap = removed < UInt64(previous.segments.count)
    try expect(
      hasOverlap ? discontinuitySequence == expected : discontinuitySequence >= expected,
      "a discontinuity sequence of \(hasOverlap ? "" : "at least ")\(expected)",
      "\(discontinuitySequence)")
    for (index, earlier) in zip(
      segments.indices, previous.segments.indices.dropFirst(known))
    {
      let (old, new) = (previous.segments[earlier], segments[index])
      try expect(
        old.uri == new.uri && old.byteRange == new.byteRange && old.duration == new.duration
          && old.discontinuityCount == new.discontinuityCount,
        "segment \(mediaSequence &+ UInt64(index)) to stay '\(old.uri)' of \(old.duration) s",
        "'\(new.uri)' of \(new.duration) s")
    }
  }

  private func expect(
    _ condition: Bool, _ expected: @autoclosure () -> String, _ found: @autoclosure () -> String
  ) throws(PlaylistError) {
    guard !condition else { return }
    throw PlaylistError(
      code: .inconsistentReload,
      reason: "expected \(expected()) as the playlist before, found \(found())")
  }

  /// The playlist with the segments of a later reload: what a recorder has after both. Segments
  /// that left the reload stay; everything else is the reload's.
  ///
  /// - Throws: ``PlaylistError`` with code ``PlaylistError/Code/inconsistentReload`` when the
  ///   reload does not continue this playlist, or segments between the two were missed.
  public func merging(_ reload: MediaPlaylist) throws(PlaylistError) -> MediaPlaylist {
    try reload.checkContinues(self)
    let removed = reload.mediaSequence - mediaSequence
    try expect(
      removed <= UInt64(segments.count), "no segment to be missed between the reloads",
      "number \(endSequence) to \(reload.mediaSequence) gone")
    var merged = reload
    merged.mediaSequence = mediaSequence
    merged.discontinuitySequence = discontinuitySequence
    merged.segments.replaceSubrange(0..<0, with: segments.prefix(Int(removed)))
    return merged
  }
}
