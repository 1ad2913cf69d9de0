// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// The rungs of a ladder by whether they can be cut together: most of them stay as they are, and
/// those that have no IDR pictures where these have theirs are encoded anew.
struct RungAlignment {
  private let rungs: [CopyRendition]
  /// The places of those that stay.
  private let kept: [Int]

  /// The distance of IDR pictures that is aimed at (authoring rule 1.13), in seconds.
  private static let keyDistance = Rational(2)
  /// Of rungs that are IDR pictures alone, those this far apart are enough, in seconds.
  private static let leastDistance = 0.25

  /// Finds the rungs that can be cut together.
  ///
  /// - Parameters:
  ///   - rungs: The rungs.
  ///   - seconds: About how long a segment should last.
  ///   - options: What is asked of the package.
  init(_ rungs: [CopyRendition], every seconds: Rational, _ options: CopyOptions) {
    self.rungs = rungs
    func fit(_ places: [Int]) -> Bool {
      let cuts = try? CutList(
        places.map { rungs[$0] }, every: seconds, allowsOpenGroups: options.allowsOpenGroups)
      return cuts != nil
    }
    // From each rung on, the most that go with it: ladders are short.
    let sets = rungs.indices.filter { fit([$0]) }.map { first in
      rungs.indices.reduce(into: [first]) { set, place in
        if place != first, fit(set + [place]) { set.append(place) }
      }
    }
    func work(_ set: [Int]) -> Int { set.reduce(0) { $0 + rungs[$1].bitRate } }
    kept = sets.max { ($0.count, work($0)) < ($1.count, work($1)) } ?? []
  }

  /// The rungs, those encoded anew that do not go with the others.
  ///
  /// - Parameter encoding: Encodes pictures.
  /// - Returns: The rungs in their order, and what the user should know.
  /// - Throws: `EncodingError`, or ``PackagingError``.
  func renewed(with encoding: PictureEncoding) throws -> (rungs: [CopyRendition], notes: [String]) {
    var (renewed, notes) = (rungs, [String]())
    for place in rungs.indices where !kept.contains(place) {
      let rung = rungs[place]
      let result = try encoding.renewed(rung, keyTimes: keyTimes(for: rung))
      renewed[place] = result.rung
      notes.append(
        "\(rung.track.name): the pictures are encoded anew, for want of IDR pictures "
          + (kept.isEmpty ? "at the ends of segments" : "where the other rungs have theirs"))
      notes += result.notes
    }
    return (renewed, notes)
  }

  /// When a rung that is encoded gets IDR pictures, in seconds: where those that stay have theirs
  /// and it has pictures, or at equal distances.
  private func keyTimes(for rung: CopyRendition) -> [Rational] {
    let others = kept.map { rungs[$0] }
    guard !others.isEmpty else {
      let rate = rungs[0].frameRate
      let group = max(1, rate.multiplied(by: Self.keyDistance))
      let end = rungs.map { Rational($0.end, $0.timescale) }.max() ?? Rational(0)
      let count = Rational(rate.numerator, rate.denominator * group).multiplied(by: end)
      return (0...max(0, count)).map { Rational($0 * group * rate.denominator, rate.numerator) }
    }
    let rate = max(1, rung.frameRate.value)
    let start = rung.firstDecoded - rung.originSeconds
    var last = -Double.infinity
    return CutList.keyTimes(common: others).filter { time in
      let pictures = (time.value - start) * rate
      let isPicture = abs(pictures - pictures.rounded()) < 0.3
      guard isPicture, time.value - last > Self.leastDistance else { return false }
      last = time.value
      return true
    }
  }
}
