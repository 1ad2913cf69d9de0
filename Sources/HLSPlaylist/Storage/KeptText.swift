// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The text that URIs and titles are ranges of: a playlist as it was read, and what was added.
///
/// A segment costs no string of its own until somebody asks for one.
struct KeptText: Hashable, Sendable {
  /// The bytes that were read. They are shared, not copied, by every copy of the playlist.
  let source: [UInt8]

  /// The bytes of texts that were set later or had variables in them.
  private var additions: [UInt8] = []

  /// Keeps the bytes of a playlist.
  init(source: [UInt8] = []) { self.source = source }

  /// The bytes kept.
  var size: Int { source.count + additions.count }

  /// Adds a text, and returns its place.
  mutating func add(_ text: String) -> TextRange {
    let start = additions.count
    additions.append(contentsOf: text.utf8)
    precondition(additions.count <= TextRange.limit, "a playlist holds 2 GiB of text at most")
    return TextRange(addition: start, count: additions.count - start)
  }

  /// Adds the bytes of a text, and returns its place.
  mutating func add(_ bytes: [UInt8]) -> TextRange {
    additions += bytes
    precondition(additions.count <= TextRange.limit, "a playlist holds 2 GiB of text at most")
    return TextRange(addition: additions.count - bytes.count, count: bytes.count)
  }

  /// Whether two ranges hold the same bytes.
  func hasEqual(_ a: TextRange, _ b: TextRange) -> Bool {
    guard a.bounds.count == b.bounds.count else { return false }
    let (left, right) = (a.isAddition ? additions : source, b.isAddition ? additions : source)
    return left[a.bounds] == right[b.bounds]
  }

  /// The text of a range.
  subscript(range: TextRange) -> String {
    range.isAddition
      ? String(decoding: additions[range.bounds], as: UTF8.self)
      : String(decoding: source[range.bounds], as: UTF8.self)
  }

  /// Appends the bytes of a range.
  func append(_ range: TextRange, to bytes: inout [UInt8]) {
    // One call for each, since a choice of arrays would count a reference for every segment.
    if range.isAddition {
      bytes.append(contentsOf: additions[range.bounds])
    } else {
      bytes.append(contentsOf: source[range.bounds])
    }
  }

  /// Checks that the text of a range may stand in a place; what was read there may.
  func check(
    _ range: TextRange, in name: String, _ place: WritableText.Place
  ) throws(PlaylistError) {
    guard range.isAddition else { return }
    try WritableText.check(additions.span.extracting(range.bounds), in: name, place)
  }
}

/// The place of a text within ``KeptText``: eight bytes, since long playlists have many.
struct TextRange: Hashable, Sendable, BitwiseCopyable {
  /// The greatest place that there is.
  static let limit = Int(Int32.max)

  /// The first byte; places among the additions are counted down from -1.
  private let start: Int32
  private let count: Int32

  /// A place in the source, which is below ``limit``.
  init(_ range: Range<Int>) {
    start = Int32(truncatingIfNeeded: range.lowerBound)
    count = Int32(truncatingIfNeeded: range.count)
  }

  /// A place among the additions, which is below ``limit``.
  init(addition: Int, count: Int) {
    start = -1 - Int32(truncatingIfNeeded: addition)
    self.count = Int32(truncatingIfNeeded: count)
  }

  /// No text, which differs from an empty one.
  static let none = TextRange(addition: 0, count: -1)

  var isNone: Bool { count < 0 }
  var isAddition: Bool { start < 0 }
  var bounds: Range<Int> {
    let lower = Int(isAddition ? -1 - start : start)
    return lower..<lower + Int(max(count, 0))
  }
}
