// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Changes the lines of segments: each keeps its own, and keys, maps and bit rates are written
/// anew where what is in force would not be what a segment needs.
struct SegmentRewriter {
  var lines: SourceLines
  private let old: MediaSegments
  private let new: MediaSegments
  private let replacesReferences: Bool
  /// The lines of each old segment, in order; those after the last segment stand at its end.
  private var blocks: [[LineIndex.Entry]]
  /// Writes what is added; it knows what is in force in the text as it will be.
  private var writer = SegmentWriter(bytes: [])
  /// The old segment whose lines were kept last, and whether they were kept to the letter.
  private var previous: Int?
  /// Where the next added segment goes.
  private(set) var nextLine: Int

  init(
    _ lines: SourceLines, _ index: LineIndex, from old: MediaSegments, to new: MediaSegments,
    startingAt start: Int, replacesReferences: Bool
  ) {
    self.lines = lines
    self.old = old
    self.new = new
    self.replacesReferences = replacesReferences
    blocks = Array(repeating: [], count: old.count + 1)
    for entry in index.entries where entry.tag?.isOfSegment ?? true {
      blocks[entry.item].append(entry)
    }
    nextLine = index.firstSegmentLine ?? start
  }

  /// Changes the lines of all segments.
  mutating func rewrite() throws(PlaylistError) {
    let alignment = Alignment(old.map(Identity.init), new.map(Identity.init))
    let kept = Set(alignment.oldIndices.compactMap(\.self))
    for index in old.indices where !kept.contains(index) { drop(blocks[index].map(\.line)) }
    for (index, oldIndex) in alignment.oldIndices.enumerated() {
      if let oldIndex {
        try rewrite(oldIndex, as: index)
      } else {
        try writer.append(new.records[index], new.tables)
        add(to: nextLine)
        previous = nil
      }
    }
  }

  /// What a segment is recognised by.
  private struct Identity: Hashable {
    let uri: String
    let byteRange: ByteRange?

    init(_ segment: MediaSegment) {
      uri = segment.uri
      byteRange = segment.byteRange
    }
  }

  private mutating func drop(_ dropped: [Int]) {
    for line in dropped { lines.replace(line) }
  }

  /// Puts what was written before a line.
  private mutating func add(to line: Int) {
    lines.insert(writer.bytes, before: line)
    writer.bytes = []
  }

  private func context(_ list: MediaSegments, _ index: Int) -> SegmentContext {
    index < 0 ? SegmentContext() : list.tables.contexts[Int(list.records[index].context)]
  }

  private mutating func rewrite(_ oldIndex: Int, as newIndex: Int) throws(PlaylistError) {
    let block = blocks[oldIndex]
    try rewriteContext(block, oldIndex, newIndex)
    let (oldSegment, newSegment) = (old[oldIndex], new[newIndex])
    let continues = previous == oldIndex - 1 && oldSegment.uri == newSegment.uri
    let (oldLines, newLines) = (SegmentLines(oldSegment), SegmentLines(newSegment))
    let uriLine = block.last { $0.tag == nil }?.line ?? nextLine
    for tag in SegmentLines.tags {
      let places = block.filter { $0.tag == tag }.map(\.line)
      let text = try newLines[tag]
      // A range without offset counts from the segment before it.
      let isLoose =
        tag == .byteRange && !continues && places.contains { !lines.contains("@", line: $0) }
      let isSame = try oldLines[tag] == text && !isLoose
      guard !isSame || mustReplace(places) else { continue }
      drop(places)
      if let first = places.first {
        lines.replace(first, with: text)
      } else {
        let mustPrecedeParts = tag == .discontinuity || tag == .programDateTime
        lines.insert(text, before: mustPrecedeParts ? block[0].line : uriLine)
      }
    }
    try rewriteParts(block, from: oldLines, to: newLines, uriLine)
    let uri = try newLines.uri
    if try oldLines.uri != uri || mustReplace([uriLine]) {
      lines.replace(uriLine, with: uri)
    }
    let isSameRange =
      oldSegment.uri == newSegment.uri && oldSegment.byteRange == newSegment.byteRange
    previous = isSameRange ? oldIndex : nil
    nextLine = uriLine + 1
  }

  private func mustReplace(_ places: [Int]) -> Bool {
    replacesReferences && places.contains { lines.contains("{$", line: $0) }
  }

  /// Keeps the keys, maps and bit rates of a block where they lead to what is needed, and
  /// writes them anew where they do not.
  private mutating func rewriteContext(
    _ block: [LineIndex.Entry], _ oldIndex: Int, _ newIndex: Int
  ) throws(PlaylistError) {
    let places = block.filter { $0.tag?.changesContext ?? false }.map(\.line)
    let target = context(new, newIndex)
    let isSame =
      writer.context == context(old, oldIndex - 1) && target == context(old, oldIndex)
    if isSame, !mustReplace(places) { return writer.assume(target) }
    drop(places)
    try writer.appendContext(target)
    add(to: places.first ?? block[0].line)
  }

  private mutating func rewriteParts(
    _ block: [LineIndex.Entry], from old: SegmentLines, to new: SegmentLines, _ uriLine: Int
  ) throws(PlaylistError) {
    let places = block.filter { $0.tag == .part }.map(\.line)
    let (oldParts, newParts) = (try old.parts, try new.parts)
    guard oldParts != newParts || mustReplace(places) else { return }
    let alignment = Alignment(oldParts, newParts)
    let kept = Set(alignment.oldIndices.compactMap(\.self))
    for (index, line) in places.enumerated() where !kept.contains(index) { lines.replace(line) }
    var next = places.first ?? uriLine
    for (index, oldIndex) in alignment.oldIndices.enumerated() {
      guard let oldIndex, oldIndex < places.count else {
        lines.insert(newParts[index], before: next)
        continue
      }
      let line = places[oldIndex]
      let isLoose =
        lines.contains("BYTERANGE", line: line) && !lines.contains("@", line: line)
      if newParts[index] != oldParts[oldIndex] || isLoose || mustReplace([line]) {
        lines.replace(line, with: newParts[index])
      }
      next = line + 1
    }
  }
}

// MARK: - The segment at the live edge

extension SegmentRewriter {
  /// Changes the lines of the segment that is not finished; they are kept as a whole or written
  /// anew.
  mutating func rewrite(
    _ oldSegment: UnfinishedSegment?, as newSegment: UnfinishedSegment?
  ) throws(PlaylistError) {
    let places = blocks[old.count].map(\.line)
    let isSame =
      oldSegment == newSegment && writer.context == context(old, old.count - 1)
      && !mustReplace(places)
    if !isSame {
      drop(places)
      if let newSegment { try writer.append(newSegment) }
      add(to: nextLine)
    }
    nextLine = max(nextLine, (places.last ?? 0) + 1)
  }
}
