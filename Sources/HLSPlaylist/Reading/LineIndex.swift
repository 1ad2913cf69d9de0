// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Which line of the text says what: the map by which a changed playlist finds the lines to
/// change.
struct LineIndex {
  /// A line that means something.
  struct Entry {
    /// The tag, or `nil` for a URI line.
    var tag: Tag?
    /// The index of what it says it of: a segment, a variant, an item of the tag's list.
    var item: Int
    /// The line, counted from 1.
    var line: Int
  }

  private(set) var entries: [Entry] = []
  /// The line of `#EXTM3U`.
  var headerLine = 1

  /// The line of the first tag or URI of a segment.
  var firstSegmentLine: Int? { entries.first { $0.tag?.isOfSegment ?? true }?.line }

  mutating func note(_ tag: Tag, item: Int, line: Int) {
    entries.append(Entry(tag: tag, item: item, line: line))
  }

  mutating func noteURI(item: Int, line: Int) {
    entries.append(Entry(tag: nil, item: item, line: line))
  }
}
