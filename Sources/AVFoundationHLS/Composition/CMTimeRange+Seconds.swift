// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSEncoding
internal import LibAV

extension CMTimeRange {
  init(_ range: TimeRange) {
    self.init(start: CMTime(range.start), duration: CMTime(range.duration))
  }

  /// The range in seconds.
  ///
  /// - Throws: `EncodingError` for one without numbers.
  func seconds() throws(EncodingError) -> TimeRange {
    guard let start = start.rational, let duration = duration.rational else {
      throw EncodingError(
        .settings, "timeRange",
        "expected a start and a duration in numbers, found \(start) and "
          + "\(duration)")
    }
    return TimeRange(start: start, duration: duration)
  }
}
