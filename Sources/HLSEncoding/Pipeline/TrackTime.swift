// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// The times of one track's frames on the source's clock: those that its packets say, and where
/// they say none, one frame after the other; restarts are joined.
struct TrackTime {
  private let timeBase: Rational
  private var restarts = 0
  private var shift: Int64 = 0
  /// When the last frame ends.
  private var end: Int64?

  init(_ timeBase: Rational) { self.timeBase = timeBase }

  /// The time of the next frame.
  ///
  /// - Parameters:
  ///   - declared: What its packet says.
  ///   - duration: How long it lasts, in the time base.
  ///   - clock: The source's clock, which joins restarts.
  /// - Returns: The time, in the time base.
  mutating func next(
    _ declared: Int64?, lasting duration: Int64, _ clock: inout SourceClock
  ) -> Int64 {
    var time = declared.map { $0 &+ shift } ?? end ?? 0
    let step = end.map { Double(time &- $0) * timeBase.value } ?? 0
    if let declared, let end, step < -SourceClock.restart || step > clock.longestGap {
      restarts += 1
      shift = clock.shift(after: restarts, in: timeBase, needed: end &- declared)
      time = declared &+ shift
    }
    end = time &+ duration
    return time
  }
}
