// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The segments of a media playlist: a list like `[MediaSegment]` that keeps URIs and titles as
/// ranges of the playlist's text and makes a ``MediaSegment`` of them when one is asked for.
///
/// Copies share their memory until one of them changes. Changing one segment takes constant
/// time; its old text is kept until the list is made anew, as by `MediaSegments(Array(list))`.
public struct MediaSegments: Sendable {
  var tables: SegmentTables
  var records: [SegmentRecord]

  /// Creates an empty list.
  public init() { self.init(tables: SegmentTables(), records: []) }

  /// Creates a list from what a reader collected.
  init(tables: SegmentTables, records: [SegmentRecord]) {
    self.tables = tables
    self.records = records
  }

  /// About how many bytes the segments take as text.
  var expectedSize: Int {
    tables.text.size + 20 * records.count + 60 * (tables.parts.count + tables.contexts.count)
  }

  /// How many parts the segments have, without making a segment.
  public var partCount: Int {
    records.reduce(0) { count, record in
      record.details < 0 ? count : count + tables.details[Int(record.details)].parts.count
    }
  }

  /// The sum of the durations, in seconds, without making a segment.
  public var duration: ExactDecimal {
    records.reduce(into: .zero) { $0 += $1.duration }
  }
}

extension MediaSegments: RandomAccessCollection, MutableCollection {
  /// Zero.
  public var startIndex: Int { 0 }

  /// The number of segments.
  public var endIndex: Int { records.count }

  /// The segment at an index.
  public subscript(index: Int) -> MediaSegment {
    get { tables.segment(records[index]) }
    set { records[index] = tables.record(newValue, replacing: records[index]) }
  }
}

extension MediaSegments: RangeReplaceableCollection {
  /// Replaces a stretch of the list.
  public mutating func replaceSubrange(
    _ range: Range<Int>, with segments: some Collection<MediaSegment>
  ) {
    let added = segments.map { tables.record($0) }
    records.replaceSubrange(range, with: added)
  }

  /// Adds a segment at the end.
  public mutating func append(_ segment: MediaSegment) {
    records.append(tables.record(segment))
  }

  /// Makes room for a number of segments.
  public mutating func reserveCapacity(_ count: Int) { records.reserveCapacity(count) }
}

extension MediaSegments: Hashable, ExpressibleByArrayLiteral {
  /// Creates a list of segments.
  public init(arrayLiteral segments: MediaSegment...) { self.init(segments) }

  /// Whether two lists hold equal segments, wherever their texts are kept.
  public static func == (a: MediaSegments, b: MediaSegments) -> Bool {
    // Lists that share their memory are equal at sight, as arrays are.
    a.records == b.records && a.tables == b.tables || a.elementsEqual(b)
  }

  /// Hashes the segments.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for segment in self { hasher.combine(segment) }
  }
}
