// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// Where all renditions of a package are cut.
struct CutList: Sendable {
  /// Where segments begin, the first left out, in seconds from the package's start.
  private(set) var times: [Rational] = []
  /// When the pictures end, or where there are none the last track, in seconds from the package's start.
  let end: Rational
  /// Whether every segment can be decoded alone.
  private(set) var isIndependent = true
  /// What the user should know.
  private(set) var notes: [String] = []

  /// Cuts sound alone, at about every so many seconds.
  init(every seconds: Rational, until end: Rational) {
    self.end = end
    var count: Int64 = 1
    while case let time = Rational(seconds.numerator * count, seconds.denominator), time < end {
      times.append(time)
      count += 1
    }
  }

  /// Cuts pictures at the key pictures nearest to the length that is asked for, which all tracks
  /// have.
  ///
  /// - Parameters:
  ///   - videos: The tracks of pictures, at least one.
  ///   - seconds: About how long a segment should last.
  ///   - allowsOpenGroups: Whether segments may begin at pictures that are no IDR.
  /// - Throws: ``PackagingError`` when segments would be much longer than they could be.
  init(_ videos: [CopyRendition], every seconds: Rational, allowsOpenGroups: Bool) throws {
    for video in videos {
      guard let cut = video.survey.brokenCut else { continue }
      throw Self.brokenCut(at: video.track.seconds(cut &- video.origin), video)
    }
    let candidates = KeyTimes.common(to: videos)
    let end = videos.map { Rational($0.end, $0.timescale) }.max() ?? Rational(0)
    self.end = end
    let independent = candidates.filter(\.isIndependent)
    var chosen = Self.choose(independent, every: seconds, until: end)
    let longest = Self.longest(chosen, until: end)
    let limit = Rational(seconds.numerator * 3, seconds.denominator * 2)
    if longest.length > limit {
      let open = candidates.filter { !$0.isIndependent }
      if let first = open.first(where: { longest.start < $0.time && $0.time < longest.end }) {
        guard allowsOpenGroups else { throw Self.openGroup(at: first, longest, videos) }
        chosen = Self.choose(candidates, every: seconds, until: end)
        isIndependent = chosen.allSatisfy(\.isIndependent)
        notes.append(
          "segments begin at pictures that are no IDR, the first at "
            + "\(Self.text(first.time)) s: players cannot start or switch there cleanly")
      } else if let lone = KeyTimes.lone(
        in: videos, beside: independent, from: longest.start, to: longest.end)
      {
        throw Self.misaligned(lone, longest, videos)
      }
    }
    times = chosen.map(\.time)
    let final = Self.longest(chosen, until: end)
    if final.length > limit {
      notes.append(
        "the longest group of pictures lasts \(Self.text(final.length)) s, from "
          + "\(Self.text(final.start)) s on: a segment cannot be shorter")
    }
  }

  /// The times of IDR pictures that all tracks have, in seconds.
  static func keyTimes(common videos: [CopyRendition]) -> [Rational] {
    KeyTimes.common(to: videos).filter(\.isIndependent).map(\.time)
  }

  /// From each cut on, the candidate nearest to the length that is asked for.
  private static func choose(
    _ candidates: [KeyTimes.Time], every seconds: Rational, until end: Rational
  ) -> [KeyTimes.Time] {
    var chosen: [KeyTimes.Time] = []
    var last = Rational(0)
    var best: KeyTimes.Time?
    func distance(_ time: Rational) -> Double { abs(time.value - last.value - seconds.value) }
    for candidate in candidates where candidate.time > last && candidate.time < end {
      // Half a millisecond is no reason to prefer a longer segment.
      if let found = best, distance(found.time) <= distance(candidate.time) + 0.0005 {
        chosen.append(found)
        last = found.time
        best = nil
      }
      best = candidate
    }
    if let best, distance(best.time) <= abs(end.value - last.value - seconds.value) {
      chosen.append(best)
    }
    return chosen
  }

  private static func longest(
    _ chosen: [KeyTimes.Time], until end: Rational
  ) -> (start: Rational, end: Rational, length: Rational) {
    let bounds = [Rational(0)] + chosen.map(\.time) + [end]
    let spans = zip(bounds, bounds.dropFirst())
    let longest = spans.max { $0.1.value - $0.0.value < $1.1.value - $1.0.value }
    let (start, stop) = longest ?? (Rational(0), end)
    return (start, stop, Rational.difference(stop, start))
  }

  private static func brokenCut(at time: Rational, _ video: CopyRendition) -> PackagingError {
    PackagingError(
      .alignment, video.track.name,
      "expected an edit list that cuts at IDR pictures, found a cut inside a group of pictures at "
        + "\(text(time)) s",
      hint: "'--reencode-misaligned' encodes such rungs alone, and without '--copy' all is encoded")
  }

  private static func openGroup(
    at first: KeyTimes.Time, _ longest: (start: Rational, end: Rational, length: Rational),
    _ videos: [CopyRendition]
  ) -> PackagingError {
    PackagingError(
      .alignment, videos[0].track.name,
      "expected an IDR picture to begin a segment at about \(text(first.time)) s, found an open "
        + "group of pictures; none comes between \(text(longest.start)) s and "
        + "\(text(longest.end)) s",
      hint:
        "'--reencode-misaligned' encodes such rungs alone, '--allow-open-gop' cuts there all the "
        + "same, and without '--copy' all is encoded")
  }

  private static func misaligned(
    _ lone: (time: Rational, name: String),
    _ longest: (start: Rational, end: Rational, length: Rational), _ videos: [CopyRendition]
  ) -> PackagingError {
    PackagingError(
      .alignment, lone.name,
      "expected IDR pictures at the times of the other inputs, found one at \(text(lone.time)) s "
        + "that is not in all of them; they share none between \(text(longest.start)) s and "
        + "\(text(longest.end)) s",
      hint: "'--reencode-misaligned' encodes such rungs alone; else encode the rungs with the same "
        + "key-frame interval and without scene-cut key frames")
  }

  /// Seconds with three decimals at most.
  static func text(_ time: Rational) -> String {
    let milliseconds = time.multiplied(by: 1000)
    let (whole, rest) = (milliseconds / 1000, abs(milliseconds % 1000))
    guard rest > 0 else { return "\(whole)" }
    var digits = String(rest + 1000).dropFirst()
    while digits.hasSuffix("0") { digits = digits.dropLast() }
    return "\(whole).\(digits)"
  }
}

/// Times at which all of some tracks have a key picture.
private enum KeyTimes {
  struct Time: Sendable {
    var time: Rational
    var isIndependent: Bool
  }

  /// The key pictures that all tracks have, give or take half a picture.
  static func common(to videos: [CopyRendition]) -> [Time] {
    guard let first = videos.first else { return [] }
    var common = times(of: first)
    for other in videos.dropFirst() {
      let tolerance = tolerance(first, other)
      var rest = times(of: other)[...]
      common = common.compactMap { candidate in
        while let next = rest.first, next.time.value < candidate.time.value - tolerance {
          rest.removeFirst()
        }
        guard let next = rest.first, next.time.value <= candidate.time.value + tolerance else {
          return nil
        }
        return Time(
          time: candidate.time, isIndependent: candidate.isIndependent && next.isIndependent)
      }
    }
    return common
  }

  /// The first IDR picture of a stretch that some track has and others do not.
  static func lone(
    in videos: [CopyRendition], beside common: [Time], from start: Rational, to end: Rational
  ) -> (time: Rational, name: String)? {
    let shared = common.filter { start < $0.time && $0.time < end }.map(\.time.value)
    return videos.compactMap { video in
      let tolerance = 0.5 / max(1, video.frameRate.value)
      return times(of: video).first { key in
        key.isIndependent && start < key.time && key.time < end
          && !shared.contains { abs($0 - key.time.value) <= tolerance }
      }
      .map { (time: $0.time, name: video.track.name) }
    }
    .min { $0.time < $1.time }
  }

  private static func times(of video: CopyRendition) -> [Time] {
    video.survey.keys.map { key in
      Time(
        time: Rational(key.time &- video.origin, video.timescale),
        isIndependent: key.isIndependent)
    }
  }

  private static func tolerance(_ a: CopyRendition, _ b: CopyRendition) -> Double {
    min(1 / max(1, a.frameRate.value), 1 / max(1, b.frameRate.value)) / 2
  }
}

extension Rational {
  /// The difference of two ratios; saturates instead of overflowing.
  fileprivate static func difference(_ a: Rational, _ b: Rational) -> Rational {
    let common = Rational(1, 1_000_000)
    return Rational(
      a.multiplied(by: common.denominator) &- b.multiplied(by: common.denominator),
      common.denominator)
  }
}
