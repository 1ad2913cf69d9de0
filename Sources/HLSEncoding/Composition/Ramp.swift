// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import LibAV

/// A value that changes over time, such as how loud a clip is: it stays what it was last set to, and
/// goes along a straight line over ranges.
public struct Ramp: Hashable, Sendable {
  /// A change: from its start to its end along a straight line.
  private struct Change: Hashable {
    var range: TimeRange
    var from: Double
    var to: Double
  }

  private let initial: Double
  /// In the order of their starts.
  private var changes: [Change] = []

  /// Creates a value that does not change.
  public init(_ value: Double = 1) { initial = value }

  /// Sets the value from a time on, in seconds from the clip's start.
  public mutating func set(_ value: Double, at time: Rational) {
    add(Change(range: TimeRange(start: time, duration: Rational(0)), from: value, to: value))
  }

  /// Lets the value go from one to another over a range, in seconds from the clip's start.
  public mutating func change(from: Double, to: Double, over range: TimeRange) {
    add(Change(range: range, from: from, to: to))
  }

  private mutating func add(_ change: Change) {
    let place = changes.lastIndex { $0.range.start <= change.range.start }.map { $0 + 1 } ?? 0
    changes.insert(change, at: place)
  }

  /// The value at a time, in seconds from the clip's start.
  public func value(at time: Double) -> Double {
    guard let change = changes.last(where: { $0.range.start.value <= time }) else { return initial }
    let (start, duration) = (change.range.start.value, change.range.duration.value)
    guard time < start + duration else { return change.to }
    return change.from + (change.to - change.from) * (time - start) / duration
  }

  /// The value where it never changes.
  var constant: Double? { changes.isEmpty ? initial : nil }

  /// Every value that is set.
  var values: [Double] { [initial] + changes.flatMap { [$0.from, $0.to] } }

  /// The same as seen from so much later, in seconds.
  package func advanced(by time: Rational) -> Ramp {
    var ramp = self
    for index in ramp.changes.indices {
      ramp.changes[index].range.start = ramp.changes[index].range.start - time
    }
    return ramp
  }
}
