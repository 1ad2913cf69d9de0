// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension MediaPlaylist {
  /// Appends the playlist's text in canonical order, made from the model alone.
  func writeCanonical(to bytes: inout [UInt8]) throws(PlaylistError) {
    bytes.append("#EXTM3U\n")
    bytes.append(try headSections())
    // The text is handed over and back so that it is not copied.
    var writer = SegmentWriter(bytes: bytes)
    bytes = []
    defer { bytes = writer.bytes }
    try writer.append(segments)
    if let unfinishedSegment { try writer.append(unfinishedSegment) }
    writer.bytes.append(try tailSections())
  }

  /// What stands between `#EXTM3U` and the segments, in canonical order.
  func headSections() throws(PlaylistError) -> [PlaylistSection] {
    [
      PlaylistSection(version: requiredVersion),
      PlaylistSection(.independentSegments, if: hasIndependentSegments),
      try PlaylistSection(.start, start),
      try PlaylistSection(.define, each: definitions, by: \.name),
      PlaylistSection(.targetDuration, text: "\(targetDuration)"),
      try PlaylistSection(.serverControl, serverControl),
      try PlaylistSection(.partInformation, partInformation),
      PlaylistSection(.mediaSequence, text: "\(mediaSequence)"),
      PlaylistSection(
        .discontinuitySequence,
        text: discontinuitySequence > 0 ? "\(discontinuitySequence)" : nil),
      PlaylistSection(.playlistType, text: type?.rawValue),
      PlaylistSection(.iFramesOnly, if: isIFramesOnly),
      PlaylistSection(.imagesOnly, if: isImagesOnly),
      try PlaylistSection(.skip, skip),
      try PlaylistSection(.dateRange, each: dateRanges, by: \.id),
    ]
  }

  /// What follows the segments, in canonical order.
  func tailSections() throws(PlaylistError) -> [PlaylistSection] {
    [
      try PlaylistSection(.preloadHint, each: preloadHints, by: \.type.rawValue),
      try PlaylistSection(.renditionReport, each: renditionReports, by: \.uri),
      PlaylistSection(.endList, if: hasEndList),
    ]
  }
}
