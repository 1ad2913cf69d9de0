// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension MediaPlaylist {
  /// Appends the playlist's text in canonical order, made from the model alone.
  ///
  /// - Throws: ``PlaylistError`` with code ``PlaylistError/Code/unwritable`` when a value cannot
  ///   stand in a playlist, such as a line end in a URI.
  func writeCanonical(to bytes: inout [UInt8]) throws(PlaylistError) {
    try writeHead(to: &bytes)
    // The text is handed over and back so that it is not copied.
    var writer = SegmentWriter(bytes: bytes)
    bytes = []
    defer { bytes = writer.bytes }
    try writer.append(segments)
    if let unfinishedSegment { try writer.append(unfinishedSegment) }
    try writer.bytes.append(tag: "#EXT-X-PRELOAD-HINT:", each: preloadHints)
    try writer.bytes.append(tag: "#EXT-X-RENDITION-REPORT:", each: renditionReports)
    writer.bytes.append(tag: "#EXT-X-ENDLIST", if: hasEndList)
  }

  private func writeHead(to bytes: inout [UInt8]) throws(PlaylistError) {
    let version = requiredVersion
    bytes.append("#EXTM3U\n")
    if version > 1 { bytes.append(tag: "#EXT-X-VERSION:", UInt64(version)) }
    bytes.append(tag: "#EXT-X-INDEPENDENT-SEGMENTS", if: hasIndependentSegments)
    try bytes.append(tag: "#EXT-X-START:", optional: start)
    try bytes.append(tag: "#EXT-X-DEFINE:", each: definitions)
    bytes.append(tag: "#EXT-X-TARGETDURATION:", targetDuration)
    try bytes.append(tag: "#EXT-X-SERVER-CONTROL:", optional: serverControl)
    try bytes.append(tag: "#EXT-X-PART-INF:", optional: partInformation)
    bytes.append(tag: "#EXT-X-MEDIA-SEQUENCE:", mediaSequence)
    if discontinuitySequence > 0 {
      bytes.append(tag: "#EXT-X-DISCONTINUITY-SEQUENCE:", discontinuitySequence)
    }
    if let type { bytes.append("#EXT-X-PLAYLIST-TYPE:\(type)\n") }
    bytes.append(tag: "#EXT-X-I-FRAMES-ONLY", if: isIFramesOnly)
    bytes.append(tag: "#EXT-X-IMAGES-ONLY", if: isImagesOnly)
    try bytes.append(tag: "#EXT-X-SKIP:", optional: skip)
    try bytes.append(tag: "#EXT-X-DATERANGE:", each: dateRanges)
  }
}
