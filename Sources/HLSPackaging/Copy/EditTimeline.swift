// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import ISOBMFF
internal import LibAV

/// What an edit list shows of a track, and when (ISO/IEC 14496-12 section 8.6.6).
struct EditTimeline: Sendable {
  /// Media that are shown from one sample on, without a cut.
  struct Run: Sendable {
    /// A composition time, and when it is presented on the movie's clock.
    struct Anchor: Sendable {
      var mediaTime: Int64
      var time: Int64
    }

    /// Where it begins, and where it goes on after a time in which nothing is shown.
    fileprivate(set) var anchors: [Anchor]
    /// The composition time at which it ends; `nil` where it goes on to the end of the media.
    fileprivate(set) var end: Int64?

    /// Where it begins.
    var start: Anchor { anchors[0] }

    /// When a time of the media is presented, on the movie's clock.
    func presentation(_ mediaTime: Int64) -> Int64 {
      var (low, high) = (0, anchors.count - 1)
      while low < high {
        let middle = (low + high + 1) / 2
        if anchors[middle].mediaTime <= mediaTime { low = middle } else { high = middle - 1 }
      }
      return mediaTime &- anchors[low].mediaTime &+ anchors[low].time
    }
  }

  /// The media that are shown, in the order of presentation.
  private(set) var runs: [Run] = []
  /// When the presentation ends, on the movie's clock in the track's timescale; `nil` where it goes
  /// on to the end of the media.
  private(set) var end: Int64?
  /// The precision of the movie's clock, in which edits say how long they last.
  let precision: Int64
  /// Why it cannot be kept, in words.
  private(set) var refusal: String?

  /// The most cuts and pauses of a track: each makes a walk through the tables longer.
  private static let maximumAnchors = 1000
  /// The most cuts back: for each the tables are read again from their start.
  private static let maximumReturns = 100
  /// The latest time of media, in the track's timescale, with which arithmetic is safe.
  private static let latest: Int64 = 1 << 60
  /// The latest time at which an edit may begin, in seconds: a thousand hours.
  private static let latestSecond: Int64 = 3_600_000
  private static let lateness =
    "expected edits that begin within 1000 hours, found one that does not"

  /// When the track is first shown, on the movie's clock in the track's timescale.
  var start: Int64 { runs.first?.start.time ?? 0 }

  /// Reads the edits of a track.
  ///
  /// - Parameters:
  ///   - track: The track.
  ///   - movieTimescale: The units of the edits' durations, a second.
  ///   - movieStart: When the movie's 0 is, in the track's timescale.
  init(_ track: Track, movieTimescale: UInt32, from movieStart: Int64) {
    let (movieTime, trackTime) = (
      Rational(1, Int64(movieTimescale)), Rational(1, Int64(track.timescale))
    )
    func ticks(_ duration: UInt64) -> Int64 {
      movieTime.rescale(Int64(clamping: duration), to: trackTime)
    }
    precision = ticks(1) &+ 1
    // The sum is scaled, not its parts: what is rounded does not add up.
    var shown: UInt64 = 0
    for (index, edit) in track.edits.enumerated() {
      let time = ticks(shown)
      let (sum, isTooLate) = shown.addingReportingOverflow(edit.duration)
      shown = isTooLate ? .max : sum
      let isLast = index == track.edits.count - 1
      guard !edit.isEmpty, edit.duration > 0 || isLast else { continue }
      guard edit.rate == 0x1_0000 else {
        refusal =
          edit.rate == 0
          ? "expected an edit list that plays, found an edit that holds a picture (rate 0)"
          : "expected an edit list of normal speed, found rate \(Double(edit.rate) / 65536)"
        return
      }
      let length = ticks(edit.duration)
      guard (0..<Self.latest).contains(edit.mediaTime), length < Self.latest else {
        refusal = "expected an edit inside the media, found one from \(edit.mediaTime) on"
        return
      }
      guard time <= Self.latestSecond * Int64(track.timescale) else {
        refusal = Self.lateness
        return
      }
      let anchor = Run.Anchor(mediaTime: edit.mediaTime, time: time &+ movieStart)
      append(anchor, length: edit.duration > 0 ? length : nil)
      if refusal != nil { return }
    }
    if runs.isEmpty {
      let time = ticks(shown)
      guard time <= Self.latestSecond * Int64(track.timescale) else {
        refusal = Self.lateness
        return
      }
      runs = [Run(anchors: [.init(mediaTime: 0, time: time &+ movieStart)])]
    }
    // In fragmented files the durations are those of what stands in `moov`, and say no end.
    if track.fragmentDefaults != nil { runs[runs.count - 1].end = nil }
    end = runs.last.flatMap { run in run.end.map(run.presentation) }
  }

  /// Whether nothing is shown for a time between two edits.
  var hasPause: Bool {
    runs.contains { $0.anchors.count > 1 }
      || zip(runs, runs.dropFirst()).contains { run, next in
        run.end.map { next.start.time &- run.presentation($0) > precision } ?? false
      }
  }

  private mutating func append(_ anchor: Run.Anchor, length: Int64?) {
    let end = length.map { anchor.mediaTime &+ $0 }
    let last = runs.count - 1
    // What is shown on, from about where the edit before it ended, is no cut.
    if let before = runs.last, let stop = before.end,
      (anchor.mediaTime &- stop).magnitude <= precision
    {
      // A later presentation than the media's own pace is a pause.
      if anchor.time &- before.presentation(anchor.mediaTime) > precision {
        runs[last].anchors.append(anchor)
      }
      runs[last].end = end
    } else {
      runs.append(Run(anchors: [anchor], end: end))
    }
    let returns = zip(runs, runs.dropFirst()).lazy
      .filter { $1.start.mediaTime < $0.end ?? .max }.prefix(Self.maximumReturns + 1).count
    if returns > Self.maximumReturns
      || runs.reduce(0, { $0 + $1.anchors.count }) > Self.maximumAnchors
    {
      refusal =
        "expected an edit list of at most \(Self.maximumAnchors) cuts and "
        + "\(Self.maximumReturns) repetitions, found more"
    }
  }
}
