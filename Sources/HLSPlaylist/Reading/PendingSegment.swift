// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What the tags so far say of the segment whose URI has not come yet.
struct PendingSegment {
  var duration: ExactDecimal?
  /// The line of the EXTINF.
  var durationLine = 0
  var title = TextRange.none
  var byteRange: RawByteRange?
  var byteRangePosition = TextPosition(line: 0, column: 0)
  var isGap = false
  var details: SegmentDetails
  /// Whether any tag but EXTINF has come.
  var hasTags = false
  /// Where the first of them stands.
  var tagPosition = TextPosition(line: 0, column: 0)

  init(firstPart: Int = 0) { details = SegmentDetails(firstPart: firstPart) }
}

/// The least version that the text needs, and what makes it so.
struct VersionNeed {
  private(set) var version = 1
  private(set) var position = TextPosition(line: 1, column: 1)
  private(set) var feature = ""

  /// Takes a feature into account.
  mutating func require(_ version: Int, for feature: String, at position: TextPosition) {
    guard version > self.version else { return }
    (self.version, self.feature, self.position) = (version, feature, position)
  }
}
