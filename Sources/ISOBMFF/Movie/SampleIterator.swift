// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Walks the samples of a file with sample tables, one after the other in decoding order
/// (ISO/IEC 14496-12 sections 8.6 and 8.7).
///
/// No count is trusted: an entry is read when its sample comes up, and where the tables end early,
/// point beyond the file, or claim more bytes than the file has, the walk ends in an error. The
/// samples before it are good.
public struct SampleIterator: Sendable {
  private let count: UInt32
  private let fileSize: UInt64
  private var index: UInt32 = 0
  private var decodeTime: Int64 = 0
  private var totalSize: UInt64 = 0

  private var sizes: SampleSizes
  private var durations: RunLengths
  private var offsets: RunLengths?
  private var chunks: ChunkWalk
  private var syncSamples: SyncSamples?

  /// Creates an iterator that stands before the first sample.
  ///
  /// - Parameters:
  ///   - table: The sample table of a track.
  ///   - fileSize: The bytes of the file that holds the samples.
  ///   - source: The file, for tables that were left there.
  public init(_ table: SampleTable, fileSize: UInt64, source: (any ByteSource)? = nil) {
    count = table.claimedCount
    self.fileSize = fileSize
    sizes = SampleSizes(table, source)
    durations = RunLengths(table.durations, source)
    offsets = table.compositionOffsets.map { RunLengths($0, source) }
    chunks = ChunkWalk(table, source)
    syncSamples = table.syncSamples.map { SyncSamples($0, source) }
  }

  /// The next sample, or `nil` after the last.
  ///
  /// - Throws: ``ISOBMFFError`` when the tables do not hold what the sample needs, or its bytes are
  ///   not in the file. The offset of the error is the number of the sample.
  public mutating func next() throws(ISOBMFFError) -> Sample? {
    guard index < count else { return nil }
    guard let size = sizes.size(of: index) else { throw error("its size") }
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
    guard totalSize <= fileSize - UInt64(size) else {
      throw ISOBMFFError(
        .limitExceeded, at: Int(index), "sample \(index + 1): the samples overlap")
    }
    let (nextTime, isTooLate) = decodeTime.addingReportingOverflow(Int64(duration))
    guard !isTooLate else {
      throw ISOBMFFError(
        .limitExceeded, at: Int(index), "sample \(index + 1): its time is beyond 63 bits")
    }
    defer {
      index += 1
      totalSize += UInt64(size)
      decodeTime = nextTime
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
