// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Changes the lines of tags that stand for themselves: all but those of segments.
struct SectionRewriter {
  var lines: SourceLines
  /// The lines of each entry of each tag.
  private var places: [Tag: [Int: [Int]]] = [:]
  /// Whether the values of variables changed, so that no reference may stay.
  private let replacesReferences: Bool
  /// The line after the last one of the sections so far.
  private(set) var nextLine: Int

  init(_ lines: SourceLines, _ index: LineIndex, replacesReferences: Bool) {
    self.lines = lines
    self.replacesReferences = replacesReferences
    nextLine = index.headerLine + 1
    for entry in index.entries {
      let tag = entry.tag ?? .streamInformation
      places[tag, default: [:]][entry.item, default: []].append(entry.line)
    }
  }

  /// Goes past lines of segments, which stand between the sections of head and tail.
  mutating func skip(to line: Int) { nextLine = max(nextLine, line) }

  /// Changes the lines of sections, which the old and new playlist have in one order; what is
  /// added stands before a given line.
  mutating func rewrite(
    _ old: [PlaylistSection], as new: [PlaylistSection], before end: Int? = nil
  ) {
    for (old, new) in zip(old, new) { rewrite(old, as: new, before: end ?? .max) }
  }

  private mutating func rewrite(
    _ old: PlaylistSection, as new: PlaylistSection, before end: Int
  ) {
    let tagPlaces = places[old.tag] ?? [:]
    if old.entries.isEmpty, let line = tagPlaces[0]?.first, let text = new.entries.first {
      // A line that was of no use gives way to one that is.
      return lines.replace(line, with: text)
    }
    let alignment = Alignment(old.keys, new.keys)
    var kept = Set<Int>()
    // What is added goes after the entry before it, else before the one after it.
    var anchor: Int?
    var waiting: [UInt8] = []
    for (index, oldIndex) in alignment.oldIndices.enumerated() {
      let text = new.entries[index]
      guard let oldIndex else {
        insert(text, after: anchor, orWait: &waiting)
        continue
      }
      kept.insert(oldIndex)
      let places = tagPlaces[oldIndex] ?? []
      if let first = places.first, !waiting.isEmpty {
        lines.insert(waiting, before: first)
        waiting = []
      }
      if text == old.entries[oldIndex], !mustReplace(places) {
        anchor = places.last ?? anchor
      } else if places.isEmpty {
        insert(text, after: anchor, orWait: &waiting)
      } else {
        change(places, from: old.entries[oldIndex], to: text)
        anchor = places.last
      }
    }
    for (oldIndex, places) in tagPlaces
    where oldIndex < old.entries.count && !kept.contains(oldIndex) {
      for line in places { lines.replace(line) }
    }
    let last = tagPlaces.values.joined().max()
    if let last { nextLine = max(nextLine, last + 1) }
    if !waiting.isEmpty {
      lines.insert(waiting, before: min(nextLine, end))
    }
  }

  private mutating func insert(
    _ text: [UInt8], after anchor: Int?, orWait waiting: inout [UInt8]
  ) {
    if let anchor { lines.insert(text, before: anchor + 1) } else { waiting += text }
  }

  private func mustReplace(_ places: [Int]) -> Bool {
    replacesReferences && places.contains { lines.contains("{$", line: $0) }
  }

  /// Gives an entry new text, line by line, so that a line that is the same stays as it is.
  private mutating func change(_ places: [Int], from old: [UInt8], to new: [UInt8]) {
    let texts = zip(old.split(separator: 0x0A), new.split(separator: 0x0A))
    for (line, (old, new)) in zip(places, texts) where old != new || mustReplace([line]) {
      lines.replace(line, with: Array(new) + [0x0A])
    }
  }
}
