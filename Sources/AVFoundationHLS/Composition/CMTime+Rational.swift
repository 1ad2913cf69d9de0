// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSEncoding
internal import LibAV

extension CMTime {
  /// A number of seconds: exact where a timescale can hold it, else to the millionth.
  init(_ seconds: Rational) {
    if let timescale = Int32(exactly: seconds.denominator) {
      self.init(value: seconds.numerator, timescale: timescale)
    } else {
      self.init(seconds: seconds.value, preferredTimescale: 1_000_000)
    }
  }

  /// The seconds; `nil` for what is no number.
  var rational: Rational? { isNumeric ? Rational(value, Int64(timescale)) : nil }
}

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
