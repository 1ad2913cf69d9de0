// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import LibAV

/// A part of a timeline: from its start up to, and without, its end.
public struct TimeRange: Hashable, Sendable {
  /// When it starts, in seconds.
  public var start: Rational
  /// How long it lasts, in seconds.
  public var duration: Rational

  /// When it ends, in seconds.
  public var end: Rational { start + duration }

  /// Creates a range from its start and its length, in seconds.
  public init(start: Rational = Rational(0), duration: Rational) {
    self.start = start
    self.duration = duration
  }

  /// Creates a range from its start and its end, in seconds.
  public init(start: Rational, end: Rational) {
    self.init(start: start, duration: end - start)
  }

  /// What both ranges hold; `nil` where they share nothing.
  func intersection(_ other: TimeRange) -> TimeRange? {
    let (first, last) = (max(start, other.start), min(end, other.end))
    return first < last ? TimeRange(start: first, end: last) : nil
  }
}

extension Rational {
  /// Seconds as messages say them: `12.5`, to the millisecond.
  var secondsText: String {
    let rounded = (value * 1000).rounded() / 1000
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
  }

  /// So many units of a time base, in seconds.
  static func seconds(_ count: Int64, in timeBase: Rational) -> Rational {
    let product = count.multipliedReportingOverflow(by: timeBase.numerator)
    guard !product.overflow else { return Rational(nearest: Double(count) * timeBase.value) }
    return Rational(product.partialValue, timeBase.denominator)
  }
}
