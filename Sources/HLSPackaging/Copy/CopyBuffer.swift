// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation

/// The memory through which media pass on their way from file to file, for one thread at a time.
///
/// Stretches are gathered until there is no room, read with a call for each run of those that lie
/// close together, and written with one call for all.
@safe
final class CopyBuffer {
  /// How a flush went.
  enum Outcome {
    case done
    /// The source could not be read, with the system's number; 0 where it ended.
    case unread(Int32)
    /// The output could not be written, with the system's number.
    case unwritten(Int32)
  }

  /// Large enough that calls cost little, small enough to stay in a processor's cache.
  private static let capacity = 256 << 10
  /// The most stretches of one call (`IOV_MAX`).
  private static let maximumCount = 1024

  /// The gap between stretches up to which reading it costs less than another call.
  private static let maximumGap: UInt64 = 4 << 10

  /// A run of the source, gaps included, and its place in memory.
  private struct Run {
    var extent: ByteExtent
    var place: Int
  }

  private let memory: UnsafeMutableRawPointer
  private var vectors: [iovec] = unsafe []
  private var runs: [Run] = []
  private var used = 0

  init() {
    unsafe memory = .allocate(byteCount: Self.capacity, alignment: 4096)
    unsafe vectors.reserveCapacity(Self.maximumCount)
  }

  deinit { unsafe memory.deallocate() }

  /// Takes a stretch, or the front of one that is too long; `false` when it does not fit beside
  /// those that are there.
  func take(_ extent: inout ByteExtent) -> Bool {
    guard unsafe vectors.count < Self.maximumCount else { return false }
    var gap = 0
    if let last = runs.last, extent.offset >= last.extent.end,
      extent.offset - last.extent.end <= Self.maximumGap
    {
      gap = Int(extent.offset - last.extent.end)
    } else if used < Self.capacity {
      runs.append(Run(extent: ByteExtent(offset: extent.offset, size: 0), place: used))
    }
    guard used + gap < Self.capacity else { return false }
    let length = Int(min(extent.size, UInt64(Self.capacity - used - gap)))
    unsafe vectors.append(iovec(iov_base: memory + used + gap, iov_len: length))
    used += gap + length
    runs[runs.count - 1].extent.size += UInt64(gap + length)
    extent.offset += UInt64(length)
    extent.size -= UInt64(length)
    return true
  }

  /// Moves what was taken; the buffer is empty afterwards.
  func flush(from source: Int32, to output: Int32) -> Outcome {
    defer {
      unsafe vectors.removeAll(keepingCapacity: true)
      runs.removeAll(keepingCapacity: true)
      used = 0
    }
    for run in runs {
      let length = Int(run.extent.size)
      var filled = 0
      while filled < length {
        let got = unsafe pread(
          source, memory + run.place + filled, length - filled,
          off_t(run.extent.offset) + off_t(filled))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { return .unread(got < 0 ? errno : 0) }
        filled += got
      }
    }
    return write(to: output)
  }

  private func write(to output: Int32) -> Outcome {
    var next = 0
    while unsafe next < vectors.count {
      let written = unsafe vectors.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return 0 }
        return unsafe writev(output, base + next, Int32(buffer.count - next))
      }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { return .unwritten(errno) }
      var left = written
      while unsafe next < vectors.count, unsafe left >= vectors[next].iov_len {
        unsafe left -= vectors[next].iov_len
        next += 1
      }
      guard left > 0 else { continue }
      unsafe vectors[next].iov_base += left
      unsafe vectors[next].iov_len -= left
    }
    return .done
  }
}
