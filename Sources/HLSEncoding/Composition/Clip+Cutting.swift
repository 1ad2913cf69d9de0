// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

package import LibAV

extension Composition.Clip {
  /// What of the clip lies in a range of the timeline, at its place there.
  package func part(_ range: TimeRange) -> Composition.Clip? {
    guard let kept = timelineRange.intersection(range) else { return nil }
    let skipped = kept.start - start
    var part = self
    part.start = kept.start
    part.range = TimeRange(start: self.range.start + skipped, duration: kept.duration)
    if skipped > Rational(0) {
      part.placement.opacity = placement.opacity.advanced(by: skipped)
      part.volume = volume.advanced(by: skipped)
    }
    return part
  }

  /// The clip so much later.
  fileprivate func moved(by time: Rational) -> Composition.Clip {
    var moved = self
    moved.start = start + time
    return moved
  }
}

extension [Composition.Clip] {
  /// Makes room on the timeline: clips that lie over a time are cut there, and all that lies behind
  /// it moves.
  package mutating func makeRoom(_ length: Rational, at time: Rational) {
    self = flatMap { clip -> [Composition.Clip] in
      let before = clip.part(TimeRange(start: Rational(0), end: Swift.min(time, clip.end)))
      let behind = clip.part(TimeRange(start: time, end: Swift.max(time, clip.end)))
      return [before, behind?.moved(by: length)].compactMap { $0 }
    }
  }

  /// Takes a range out of the timeline, and closes the gap.
  package mutating func remove(_ range: TimeRange) {
    self = flatMap { clip -> [Composition.Clip] in
      let before = clip.part(TimeRange(start: Rational(0), end: range.start))
      let behind = clip.part(TimeRange(start: range.end, end: Swift.max(range.end, clip.end)))
      return [before, behind?.moved(by: Rational(0) - range.duration)].compactMap { $0 }
    }
  }
}
