// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

extension CMTime {
  /// The time of some seconds; in nanoseconds where a timescale cannot say it.
  init(_ seconds: Rational) {
    guard let timescale = CMTimeScale(exactly: seconds.denominator) else {
      self.init(value: seconds.multiplied(by: 1_000_000_000), timescale: 1_000_000_000)
      return
    }
    self.init(value: seconds.numerator, timescale: timescale)
  }

  /// The seconds; `nil` where the time is no number.
  var rational: Rational? { isNumeric ? Rational(value, Int64(timescale)) : nil }
}
