// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A table of runs, each a count and a value: `stts` and `ctts`.
struct RunLengths: Sendable {
  private let table: SampleTable.Table
  private let count: UInt32
  private var entry: UInt32 = 0
  private var left: UInt32 = 0
  private var value: UInt32 = 0

  init(_ table: SampleTable.Table) {
    self.table = table
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
  private let table: SampleTable.Table
  private let count: UInt32
  private var entry: UInt32 = 0

  init(_ table: SampleTable.Table) {
    self.table = table
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
  private let table: SampleTable
  private let chunkCount: UInt32
  private let runCount: UInt32
  private var chunk: UInt32 = 0
  private var run: UInt32 = 0
  private var left: UInt32 = 0
  private var offset: UInt64 = 0
  private var descriptionIndex: UInt32 = 1

  init(_ table: SampleTable) {
    self.table = table
    chunkCount = table.chunkOffsets.uint32(at: 0) ?? 0
    runCount = table.chunkRuns.uint32(at: 0) ?? 0
  }

  /// Where the next sample is, or `nil` after the last chunk.
  mutating func next(size: UInt32) -> (offset: UInt64, descriptionIndex: UInt32)? {
    while left == 0 {
      guard chunk < chunkCount, let start = table.offset(ofChunk: chunk), startChunk() else {
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

  private func field(_ field: Int, ofRun run: UInt32) -> UInt32? {
    table.chunkRuns.uint32(at: 4 + 12 * Int(run) + 4 * field)
  }
}

extension SampleTable {
  /// The size of a sample, from 0 on; `nil` beyond the table.
  func size(of index: UInt32) -> UInt32? {
    guard hasCompactSizes else {
      guard let uniform = sizes.uint32(at: 0) else { return nil }
      return uniform > 0 ? uniform : sizes.uint32(at: 8 + 4 * Int(index))
    }
    // `stz2`: fields of 4, 8 or 16 bits.
    guard let bits = sizes.uint32(at: 0).map({ Int($0 & 0xFF) }) else { return nil }
    let content = sizes.content
    func byte(_ offset: Int) -> UInt32? {
      offset < content.count ? UInt32(content[content.startIndex + offset]) : nil
    }
    switch bits {
    case 4: return byte(8 + Int(index / 2)).map { index % 2 == 0 ? $0 >> 4 : $0 & 0xF }
    case 8: return byte(8 + Int(index))
    case 16:
      guard let high = byte(8 + 2 * Int(index)), let low = byte(9 + 2 * Int(index)) else {
        return nil
      }
      return high << 8 | low
    default: return nil
    }
  }

  /// Where a chunk begins, from 0 on; `nil` beyond the table.
  func offset(ofChunk chunk: UInt32) -> UInt64? {
    guard hasLongOffsets else {
      return chunkOffsets.uint32(at: 4 + 4 * Int(chunk)).map(UInt64.init)
    }
    guard let high = chunkOffsets.uint32(at: 4 + 8 * Int(chunk)),
      let low = chunkOffsets.uint32(at: 8 + 8 * Int(chunk))
    else { return nil }
    return UInt64(high) << 32 | UInt64(low)
  }
}
