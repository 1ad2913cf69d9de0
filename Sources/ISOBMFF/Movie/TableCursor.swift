// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Reads a table from its front to its end: from memory, or from the file by the page.
struct TableCursor: Sendable {
  private let source: (any ByteSource)?
  private let remote: SampleTable.Table.Stretch?
  private var page: ArraySlice<UInt8>
  /// The place of the page in the table.
  private var start = 0

  /// The bytes of a page: a few thousand entries for a call.
  private static let pageSize = 16 << 10
  /// What of a page lies before the place that was asked for: walks look back by an entry.
  private static let lookBehind = 64

  init(_ table: SampleTable.Table, _ source: (any ByteSource)?) {
    self.source = source
    remote = table.remote
    page = table.content
  }

  /// The number at a place, or `nil` beyond the end.
  mutating func uint32(at offset: Int) -> UInt32? {
    guard let place = place(of: offset, 4) else { return nil }
    return UInt32(page[place]) << 24 | UInt32(page[place + 1]) << 16
      | UInt32(page[place + 2]) << 8 | UInt32(page[place + 3])
  }

  /// The byte at a place, or `nil` beyond the end.
  mutating func uint8(at offset: Int) -> UInt8? { place(of: offset, 1).map { page[$0] } }

  /// Where a place of the table stands in the page, which is turned if need be.
  private mutating func place(of offset: Int, _ count: Int) -> Int? {
    if offset >= start, offset - start <= page.count - count {
      return page.startIndex + offset - start
    }
    guard let source, let remote, offset >= 0, offset <= remote.count - count else { return nil }
    let first = max(0, offset - Self.lookBehind)
    page =
      source.bytes(
        at: remote.offset &+ UInt64(first), count: min(Self.pageSize, remote.count - first))[...]
    start = first
    guard offset - start <= page.count - count else { return nil }
    return page.startIndex + offset - start
  }
}
