// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A table of runs, each a count and a value: `stts` and `ctts`.
struct RunLengths: Sendable {
  private var table: TableCursor
  private let count: UInt32
  private var entry: UInt32 = 0
  private var left: UInt32 = 0
  private var value: UInt32 = 0

  init(_ table: SampleTable.Table, _ source: (any ByteSource)?) {
    self.table = TableCursor(table, source)
    count = table.uint32(at: 0) ?? 0
  }

  /// The value of the next sample, or `nil` after the last run.
  mutating func next() -> UInt32? {
    while left == 0 {
      guard entry < count, let length = table.uint32(at: 4 + 8 * Int(entry)),
        let value = table.uint32(at: 8 + 8 * Int(entry))
      else { return nil }
      (left, self.value) = (length, value)
      entry += 1
    }
    left -= 1
    return value
  }
}

/// The numbers of sync samples in rising order: `stss`.
struct SyncSamples: Sendable {
  private var table: TableCursor
  private let count: UInt32
  private var entry: UInt32 = 0

  init(_ table: SampleTable.Table, _ source: (any ByteSource)?) {
    self.table = TableCursor(table, source)
    count = table.uint32(at: 0) ?? 0
  }

  /// Whether a sample is listed; samples are asked for in rising order, from 1 on.
  mutating func contains(_ number: UInt32) -> Bool {
    while entry < count, let listed = table.uint32(at: 4 + 4 * Int(entry)) {
      if listed >= number { return listed == number }
      entry += 1
    }
    return false
  }
}

/// The chunks and the samples in them: `stsc` and `stco` or `co64`.
struct ChunkWalk: Sendable {
  private var offsets: TableCursor
  private var runs: TableCursor
  private let hasLongOffsets: Bool
  private let chunkCount: UInt32
  private let runCount: UInt32
  private var chunk: UInt32 = 0
  private var run: UInt32 = 0
  private var left: UInt32 = 0
  private var offset: UInt64 = 0
  private var descriptionIndex: UInt32 = 1

  init(_ table: SampleTable, _ source: (any ByteSource)?) {
    offsets = TableCursor(table.chunkOffsets, source)
    runs = TableCursor(table.chunkRuns, source)
    hasLongOffsets = table.hasLongOffsets
    chunkCount = table.chunkOffsets.uint32(at: 0) ?? 0
    runCount = table.chunkRuns.uint32(at: 0) ?? 0
  }

  /// Where the next sample is, or `nil` after the last chunk.
  mutating func next(size: UInt32) -> (offset: UInt64, descriptionIndex: UInt32)? {
    while left == 0 {
      guard chunk < chunkCount, let start = offset(ofChunk: chunk), startChunk() else {
        return nil
      }
      offset = start
      chunk += 1
    }
    left -= 1
    defer { offset = offset.addingReportingOverflow(UInt64(size)).partialValue }
    return (offset, descriptionIndex)
  }

  /// Finds the run that the chunk belongs to: the last one that begins at it or before.
  private mutating func startChunk() -> Bool {
    while run + 1 < runCount, let first = field(0, ofRun: run + 1), first <= chunk + 1 { run += 1 }
    guard run < runCount, let count = field(1, ofRun: run), let index = field(2, ofRun: run)
    else { return false }
    (left, descriptionIndex) = (count, index)
    return true
  }

  private mutating func field(_ field: Int, ofRun run: UInt32) -> UInt32? {
    runs.uint32(at: 4 + 12 * Int(run) + 4 * field)
  }

  /// Where a chunk begins, from 0 on; `nil` beyond the table.
  private mutating func offset(ofChunk chunk: UInt32) -> UInt64? {
    guard hasLongOffsets else {
      return offsets.uint32(at: 4 + 4 * Int(chunk)).map(UInt64.init)
    }
    guard let high = offsets.uint32(at: 4 + 8 * Int(chunk)),
      let low = offsets.uint32(at: 8 + 8 * Int(chunk))
    else { return nil }
    return UInt64(high) << 32 | UInt64(low)
  }
}

/// The sizes of samples: `stsz` or `stz2`.
struct SampleSizes: Sendable {
  private var table: TableCursor
  private let isCompact: Bool
  /// The size of all samples, or for `stz2` the bits of a field.
  private let first: UInt32?

  init(_ table: SampleTable, _ source: (any ByteSource)?) {
    self.table = TableCursor(table.sizes, source)
    isCompact = table.hasCompactSizes
    first = table.sizes.uint32(at: 0)
  }

  /// The size of a sample, from 0 on; `nil` beyond the table.
  mutating func size(of index: UInt32) -> UInt32? {
    guard let first else { return nil }
    guard isCompact else { return first > 0 ? first : table.uint32(at: 8 + 4 * Int(index)) }
    switch first & 0xFF {
    case 4:
      return table.uint8(at: 8 + Int(index / 2)).map { byte in
        UInt32(index % 2 == 0 ? byte >> 4 : byte & 0xF)
      }
    case 8: return table.uint8(at: 8 + Int(index)).map(UInt32.init)
    case 16:
      guard let high = table.uint8(at: 8 + 2 * Int(index)),
        let low = table.uint8(at: 9 + 2 * Int(index))
      else { return nil }
      return UInt32(high) << 8 | UInt32(low)
    default: return nil
    }
  }
}
