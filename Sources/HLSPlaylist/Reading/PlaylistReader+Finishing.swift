// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What only the whole playlist shows.
extension PlaylistReader {
  mutating func finish() throws(PlaylistError) {
    let end = TextPosition(line: max(session.line, 1), column: 1)
    switch kind {
    case .multivariant: try finishMultivariant()
    case .media: try finishMedia(end)
    case .either:
      try session.report(
        .emptyPlaylist, at: end,
        "expected tags of a media or multivariant playlist, found none")
    }
    try checkVersion()
  }

  private func checkVersion() throws(PlaylistError) {
    let declared = declaredVersion?.value ?? 1
    guard declared < UInt64(need.version) else { return }
    try session.report(
      .versionTooLow, at: need.position,
      "expected '#EXT-X-VERSION:\(need.version)' or more because of \(need.feature), found "
        + (declaredVersion == nil ? "none, which means 1" : "\(declared)"))
  }

  private mutating func finishMedia(_ end: TextPosition) throws(PlaylistError) {
    if pending.duration != nil { try reportMissingURI() }
    if !pending.details.parts.isEmpty {
      var segment = UnfinishedSegment()
      segment.discontinuityCount = pending.details.discontinuityCount
      segment.keys = context.keys
      segment.initialization = context.initialization
      segment.programDateTime = pending.details.programDateTime
      segment.parts = pending.details.parts.map(tables.part)
      media.unfinishedSegment = segment
    } else if pending.hasTags {
      try session.report(
        .danglingTag, at: pending.tagPosition,
        "expected a segment after its tags, found the end of the playlist")
    }
    media.segments = MediaSegments(tables: tables, records: records)
    if let position = positions[.map] {
      need.require(media.isIFramesOnly ? 5 : 6, for: "EXT-X-MAP", at: position)
    }
    try checkDurations(end)
    try checkMaps()
    try checkParts()
    try checkServerControl()
    try checkDateRanges()
  }

  private mutating func checkDurations(_ end: TextPosition) throws(PlaylistError) {
    if !hasTargetDuration {
      media.targetDuration = UInt64(max(longest.rounded, 1))
      if !singularTags.contains(.targetDuration) {
        try session.report(
          .missingTargetDuration, at: TextPosition(line: 1, column: 1),
          "expected '#EXT-X-TARGETDURATION', found none")
      }
    } else if longest.rounded > Int64(clamping: media.targetDuration) {
      try session.report(
        .durationExceedsTarget, at: TextPosition(line: longestLine, column: 1),
        "expected a duration that rounds to at most \(media.targetDuration), found \(longest)")
    }
    if media.type == .vod, !media.hasEndList {
      try session.report(
        .missingEndList, at: end, "expected '#EXT-X-ENDLIST' in a VOD playlist, found none")
    }
    if media.hasEndList, let position = positions[.preloadHint] {
      try session.report(
        .hintAfterEnd, at: position,
        "expected no preload hint in a playlist with '#EXT-X-ENDLIST', found one")
    }
  }

  /// Looks for fragmented MP4 without a map, by the names of files: at the first segment of each
  /// run that has none.
  private func checkMaps() throws(PlaylistError) {
    var checked: Int32 = -1
    for record in records where record.context != checked {
      checked = record.context
      guard tables.contexts[Int(checked)].initialization == nil else { continue }
      let uri = tables.text[record.uri]
      let path = uri.prefix { $0 != "?" && $0 != "#" }
      guard
        [".m4s", ".mp4", ".cmfv", ".cmfa", ".cmft", ".m4v", ".m4a"].contains(
          where: path.hasSuffix)
      else { continue }
      let text = session.text
      let place = text.span.position(of: record.uri.isAddition ? 0 : record.uri.bounds.lowerBound)
      return try session.report(
        .missingMap, at: place,
        "expected '#EXT-X-MAP' before segments of fragmented MP4, found none before '\(path)'")
    }
  }

  private func checkParts() throws(PlaylistError) {
    guard let first = positions[.part] else { return }
    guard let target = media.partInformation?.partTarget else {
      return try session.report(
        .missingPartInformation, at: first,
        "expected '#EXT-X-PART-INF' in a playlist with parts, found none")
    }
    // 85 % of the target, as a number with two more decimals.
    let least = (target * 85).dividedByHundred
    for details in tables.details + [pending.details] {
      for index in details.parts {
        let part = tables.parts[index]
        // Most parts last as long as they may, which is the cheapest to see.
        if part.duration == target { continue }
        let isLast = index + 1 == details.parts.upperBound
        let isExempt =
          isLast || !part.flags.isDisjoint(with: [.isIndependent, .isGap])
          || tables.parts[index + 1].flags.contains(.isGap)
        guard part.duration > target || part.duration < least && !isExempt else { continue }
        return try session.report(
          .partDuration, at: TextPosition(line: Int(partLines[index]), column: 1),
          "expected a part of \(least) to \(target) seconds, found \(part.duration)")
      }
    }
  }

  private func checkServerControl() throws(PlaylistError) {
    let control = media.serverControl ?? ServerControl()
    let position =
      positions[.serverControl] ?? positions[.partInformation] ?? positions[.part]
      ?? TextPosition(line: 1, column: 1)
    let target = ExactDecimal(Int64(clamping: media.targetDuration))
    try require(control.holdBack, "HOLD-BACK", atLeast: target * 3, position)
    try require(control.canSkipUntil, "CAN-SKIP-UNTIL", atLeast: target * 6, position)
    if control.canSkipDateRanges, control.canSkipUntil == nil {
      try session.report(
        .conflictingAttributes, at: position,
        "expected CAN-SKIP-UNTIL beside CAN-SKIP-DATERANGES, found none")
    }
    guard let partTarget = media.partInformation?.partTarget else { return }
    try require(control.partHoldBack, "PART-HOLD-BACK", atLeast: partTarget * 2, position)
    if control.partHoldBack == nil {
      try session.report(
        .missingPartHoldBack, at: position,
        "expected PART-HOLD-BACK in a playlist with '#EXT-X-PART-INF', found none")
    }
  }

  private func require(
    _ value: ExactDecimal?, _ name: String, atLeast least: ExactDecimal,
    _ position: TextPosition
  ) throws(PlaylistError) {
    guard let value, value < least else { return }
    try session.report(
      .serverControlTooSmall, at: position,
      "expected \(name) to be at least \(least), found \(value)")
  }
}
