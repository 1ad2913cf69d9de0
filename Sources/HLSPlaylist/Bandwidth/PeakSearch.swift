// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Finds the run of highest rate that ends at each segment, among those of a permitted duration.
///
/// The start of every run is a point: time before it, bytes before it. The rate of a run is the
/// slope from its start to its end, so that the best start is where the tangent from the end
/// touches the lower hull of the permitted starts. Those come at one side and go at the other, as
/// in a queue; the queue is two stacks, and each keeps its hull.
struct PeakSearch {
  /// A run of segments.
  struct Run {
    var bytes: UInt64
    /// The duration in units of 10^-18 s.
    var time: UInt128
    var window: Range<Int>

    /// Whether the rate is above another's, compared exactly.
    func isFaster(than other: Run) -> Bool {
      let left = UInt128(bytes).multipliedFullWidth(by: other.time)
      let right = UInt128(other.bytes).multipliedFullWidth(by: time)
      return (left.high, left.low) > (right.high, right.low)
    }
  }

  private struct Point {
    var time: UInt128
    var bytes: UInt64
  }

  private let origin: Int
  private let shortest: UInt128
  private let longest: UInt128
  /// The start of every segment so far, and the end of the last.
  private var points = [Point(time: 0, bytes: 0)]
  /// The first start that is not too early, and the first that is too late.
  private var first = 0
  private var next = 0
  /// The hull of the newer starts, from left to right.
  private var back: [Int] = []
  /// The older starts: a stack with the first of them on top, its hull, and what each start took
  /// from the hull, to be given back when it goes.
  private var front: [Int] = []
  private var frontSize = 0
  private var undo: [(size: Int, replaced: Int)] = []

  /// Searches the segments from one on.
  init(startingAt origin: Int, target: UInt64) {
    self.origin = origin
    // Half the target, and 1.5 times it and half a second.
    let half: UInt128 = 500_000_000_000_000_000
    shortest = UInt128(target) * half
    longest = UInt128(target) * 3 * half + half
  }

  /// Adds a segment; returns the best run that ends with it.
  mutating func add(size: UInt64, duration: ExactDecimal) -> Run? {
    let last = points[points.count - 1]
    let (time, overflow) = last.time.addingReportingOverflow(duration.attoseconds)
    let end = Point(time: overflow ? .max : time, bytes: last.bytes &+ size)
    while next < points.count, end.time - points[next].time >= shortest {
      pushBack(next)
      next += 1
    }
    points.append(end)
    while first < next, end.time - points[first].time > longest { popFront() }
    let runs = [tangent(to: front[..<frontSize], isReversed: true), tangent(to: back[...])]
    let best = runs.compactMap(\.self).filter { $0.time > 0 }
    guard best.count == 2 else { return best.first }
    return best[1].isFaster(than: best[0]) ? best[1] : best[0]
  }

  /// Whether the middle of three points from left to right lies on or above the line of the
  /// others, and so is no corner of the lower hull.
  private func isAbove(_ left: Int, _ middle: Int, _ right: Int) -> Bool {
    !run(middle, right).isFaster(than: run(left, middle))
  }

  private func run(_ start: Int, _ end: Int) -> Run {
    Run(
      bytes: points[end].bytes &- points[start].bytes,
      time: points[end].time - points[start].time, window: origin + start..<origin + end)
  }

  private mutating func pushBack(_ point: Int) {
    while back.count >= 2, isAbove(back[back.count - 2], back[back.count - 1], point) {
      back.removeLast()
    }
    back.append(point)
  }

  private mutating func popFront() {
    if undo.isEmpty { fillFront() }
    if let change = undo.popLast() {
      front[frontSize - 1] = change.replaced
      frontSize = change.size
    }
    first += 1
  }

  /// Moves the newer starts to the older ones, from right to left.
  private mutating func fillFront() {
    back = []
    front = Array(repeating: 0, count: next - first)
    frontSize = 0
    for point in (first..<next).reversed() {
      var size = frontSize
      while size >= 2, isAbove(point, front[size - 1], front[size - 2]) { size -= 1 }
      undo.append((frontSize, front[size]))
      front[size] = point
      frontSize = size + 1
    }
  }

  /// The best run from a corner of a hull to the last point.
  private func tangent(to hull: ArraySlice<Int>, isReversed: Bool = false) -> Run? {
    guard !hull.isEmpty else { return nil }
    let end = points.count - 1
    func corner(_ index: Int) -> Int {
      isReversed ? hull[hull.endIndex - 1 - index] : hull[hull.startIndex + index]
    }
    // The next corner is better as long as the way to it is flatter than the way to the end.
    var (low, high) = (0, hull.count - 1)
    while low < high {
      let middle = (low + high) / 2
      let (here, after) = (corner(middle), corner(middle + 1))
      if run(here, end).isFaster(than: run(here, after)) { low = middle + 1 } else { high = middle }
    }
    return run(corner(low), end)
  }
}

extension ExactDecimal {
  /// A duration that is not negative, in units of 10^-18 s.
  fileprivate var attoseconds: UInt128 {
    UInt128(significand.magnitude)
      * UInt128(Self.powersOfTen[Self.maximumScale - Int(scale)])
  }
}
