// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Walks the samples of a file with sample tables, one after the other in decoding order
/// (ISO/IEC 14496-12 sections 8.6 and 8.7).
///
/// No count is trusted: an entry is read when its sample comes up, and where the tables end early,
/// point beyond the file, or claim more bytes than the file has, the walk ends in an error. The
/// samples before it are good.
public struct SampleIterator: Sendable {
  private let table: SampleTable
  private let fileSize: UInt64
  private var index: UInt32 = 0
  private var decodeTime: Int64 = 0
  private var totalSize: UInt64 = 0

  private var durations: RunLengths
  private var offsets: RunLengths?
  private var chunks: ChunkWalk
  private var syncSamples: SyncSamples?

  /// Creates an iterator that stands before the first sample.
  ///
  /// - Parameters:
  ///   - table: The sample table of a track.
  ///   - fileSize: The bytes of the file that holds the samples.
  public init(_ table: SampleTable, fileSize: UInt64) {
    self.table = table
    self.fileSize = fileSize
    durations = RunLengths(table.durations)
    offsets = table.compositionOffsets.map(RunLengths.init)
    chunks = ChunkWalk(table)
    syncSamples = table.syncSamples.map(SyncSamples.init)
  }

  /// The next sample, or `nil` after the last.
  ///
  /// - Throws: ``ISOBMFFError`` when the tables do not hold what the sample needs, or its bytes are
  ///   not in the file. The offset of the error is the number of the sample.
  public mutating func next() throws(ISOBMFFError) -> Sample? {
    guard index < table.claimedCount else { return nil }
    guard let size = table.size(of: index) else { throw error("its size") }
    guard let duration = durations.next() else { throw error("its duration") }
    guard let chunk = chunks.next(size: size) else { throw error("its chunk") }
    // Tables that end early leave pictures where they are.
    let offset = offsets?.next() ?? 0
    let (end, overflow) = chunk.offset.addingReportingOverflow(UInt64(size))
    guard !overflow, end <= fileSize else {
      throw ISOBMFFError(
        .truncated, at: Int(index),
        "sample \(index + 1): expected \(size) bytes at \(chunk.offset), "
          + "found a file of \(fileSize)")
    }
    // Samples may share bytes, but a file that repeats itself as a whole is a trap.
    totalSize += UInt64(size)
    guard totalSize <= fileSize else {
      throw ISOBMFFError(
        .limitExceeded, at: Int(index), "sample \(index + 1): the samples overlap")
    }
    defer {
      index += 1
      decodeTime += Int64(duration)
    }
    return Sample(
      offset: chunk.offset, size: size, decodeTime: decodeTime, duration: duration,
      compositionOffset: Int32(truncatingIfNeeded: offset),
      isSync: syncSamples?.contains(index + 1) ?? true, descriptionIndex: chunk.descriptionIndex)
  }

  private func error(_ missing: String) -> ISOBMFFError {
    ISOBMFFError(
      .truncated, at: Int(index), "sample \(index + 1): expected \(missing), found no such entry")
  }
}

// MARK: - Tables

/// A table of runs, each a count and a value: `stts` and `ctts`.
private struct RunLengths: Sendable {
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
private struct SyncSamples: Sendable {
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
private struct ChunkWalk: Sendable {
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
  fileprivate func size(of index: UInt32) -> UInt32? {
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
  fileprivate func offset(ofChunk chunk: UInt32) -> UInt64? {
    guard hasLongOffsets else {
      return chunkOffsets.uint32(at: 4 + 4 * Int(chunk)).map(UInt64.init)
    }
    guard let high = chunkOffsets.uint32(at: 4 + 8 * Int(chunk)),
      let low = chunkOffsets.uint32(at: 8 + 8 * Int(chunk))
    else { return nil }
    return UInt64(high) << 32 | UInt64(low)
  }
}
