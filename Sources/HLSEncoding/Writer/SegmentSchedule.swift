// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV
internal import Synchronization

/// The times at which the segments of all tracks of a writer end.
final class SegmentSchedule: Sendable {
  private let interval: SegmentOptions.Interval
  private let start: Rational
  private let flushes = Mutex<[Rational]>([])

  init(_ options: SegmentOptions) {
    interval = options.interval
    start = options.initialStartTime ?? Rational(0)
  }

  /// Ends a segment at a time.
  func flush(at time: Rational) {
    flushes.withLock { flushes in
      if flushes.last.map({ $0 < time }) ?? true { flushes.append(time) }
    }
  }

  /// When a segment ends, by its number from 0 on; `nil` where that is not known yet.
  func end(of segment: Int) -> Rational? {
    switch interval {
    case .every(let length): return start.adding(length.times(segment + 1))
    case .flushed: return flushes.withLock { $0.indices.contains(segment) ? $0[segment] : nil }
    }
  }
}

/// Counts a track's segments along a schedule.
struct SegmentCounter {
  let schedule: SegmentSchedule
  private(set) var segment = 0

  init(_ schedule: SegmentSchedule) { self.schedule = schedule }

  /// Whether another segment starts with a sample at a time; segments that would be empty are
  /// passed over.
  mutating func starts(at time: Rational) -> Bool {
    var isNext = false
    while let end = schedule.end(of: segment), time >= end {
      segment += 1
      isNext = true
    }
    return isNext
  }
}
