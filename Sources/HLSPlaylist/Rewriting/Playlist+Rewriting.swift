// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension PlaylistSource.Reading {
  /// Finds the lines of the text again.
  func index() throws(PlaylistError) -> LineIndex {
    var reader = PlaylistReader(text, options)
    reader.index = LineIndex()
    try reader.read()
    return reader.index ?? LineIndex()
  }

  /// The version tag as the text has it and as it has to be: a version that is high enough stays.
  func versions(_ required: Int) -> (old: PlaylistSection, new: PlaylistSection) {
    let declared = PlaylistSection(.version, text: declaredVersion.map(String.init))
    let suffices = declaredVersion ?? 1 >= UInt64(required)
    return (declared, suffices ? declared : PlaylistSection(version: required))
  }
}

extension MultivariantPlaylist {
  /// Appends the text that was read, with those lines changed in which the playlist differs from
  /// what was read. Comments, unknown tags, blanks and line ends of other lines stay.
  func rewrite(
    _ reading: PlaylistSource<MultivariantPlaylist>.Reading, to bytes: inout [UInt8]
  ) throws(PlaylistError) {
    guard self != reading.original else { return bytes += reading.text }
    var (old, new) = (try reading.original.sections(), try sections())
    (old[0], new[0]) = reading.versions(requiredVersion)
    var rewriter = SectionRewriter(
      SourceLines(reading.text), try reading.index(),
      replacesReferences: definitions != reading.original.definitions)
    rewriter.rewrite(old, as: new)
    rewriter.lines.write(to: &bytes)
  }
}

extension MediaPlaylist {
  /// Appends the text that was read, with those lines changed in which the playlist differs from
  /// what was read. Comments, unknown tags, blanks and line ends of other lines stay.
  func rewrite(
    _ reading: PlaylistSource<MediaPlaylist>.Reading, to bytes: inout [UInt8]
  ) throws(PlaylistError) {
    let original = reading.original
    guard self != original else { return bytes += reading.text }
    let index = try reading.index()
    let replacesReferences = definitions != original.definitions
    var (old, new) = (try original.headSections(), try headSections())
    (old[0], new[0]) = reading.versions(requiredVersion)
    // A target duration that was taken from the segments has to be written once they change.
    for index in old.indices where old[index].tag == .targetDuration && !reading.hasTarget {
      old[index] = PlaylistSection(.targetDuration, text: nil)
    }
    var rewriter = SectionRewriter(
      SourceLines(reading.text), index, replacesReferences: replacesReferences)
    rewriter.rewrite(old, as: new, before: index.firstSegmentLine)

    var segmentRewriter = SegmentRewriter(
      rewriter.lines, index, from: original.segments, to: segments, startingAt: rewriter.nextLine,
      replacesReferences: replacesReferences)
    try segmentRewriter.rewrite()
    try segmentRewriter.rewrite(original.unfinishedSegment, as: unfinishedSegment)

    rewriter.lines = segmentRewriter.lines
    rewriter.skip(to: segmentRewriter.nextLine)
    rewriter.rewrite(try original.tailSections(), as: try tailSections())
    rewriter.lines.write(to: &bytes)
  }
}
