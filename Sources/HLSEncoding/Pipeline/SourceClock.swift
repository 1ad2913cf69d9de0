// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// Where the ladder's time 0 lies on the source's clock.
struct SourceClock {
  private var origin: (time: Int64, timeBase: Rational)?
  private let source: SourceDescription
  private let range: SourceRange
  /// The rate on whose grid the pictures lie.
  private let frameRate: Rational
  /// What is added to times after each restart of the source's timestamps, in microseconds.
  private var shifts: [Int64] = [0]

  /// A step back by more than this is a restart of the timestamps, in seconds: recordings that
  /// were joined, or a counter that wrapped.
  static let restart = 1.0

  /// Sound that starts this much before the pictures is kept, with the first picture standing
  /// still; less is cut off.
  static let keptLead = Rational(1, 4)

  init(_ source: SourceDescription, _ range: SourceRange, _ frameRate: Rational) {
    self.source = source
    self.range = range
    self.frameRate = frameRate
  }

  init(_ plan: LadderPlan) { self.init(plan.source, plan.range, plan.grid.frameRate) }

  /// Time 0 on the source's own clock, in seconds; `nil` until it is known.
  var seconds: Double? { origin.map { Double($0.time) * $0.timeBase.value } }

  /// Whether time 0 is known.
  var isRunning: Bool { origin != nil }

  /// The container's own time from which is read, in microseconds: earlier where the container has
  /// no index of the pictures from which decoding can start.
  var seekTarget: Int64 {
    let target = startTime + range.start - (hasIndex ? 0 : Self.longestGroup)
    return Int64((max(startTime, target) * 1_000_000).rounded(.down))
  }

  private var hasIndex: Bool {
    ["mov", "matroska"].contains { source.container.hasPrefix($0) }
  }

  /// Groups of pictures longer than this are rare, in seconds.
  private static let longestGroup = 15.0

  /// A step ahead by more than this is a restart too: in streams whose timestamps may jump, a
  /// damaged one would stand for hours. Ten seconds are also what FFmpeg takes for a jump.
  var longestGap: Double { source.container.hasPrefix("mpeg") ? 10 : .infinity }

  /// The earliest start of the tracks, in seconds.
  private var startTime: Double {
    source.tracks.filter { $0.kind == .video || $0.kind == .audio }
      .compactMap { stream in stream.startTime.map { Double($0) * stream.timeBase.value } }
      .min() ?? 0
  }

  /// Whether a time lies before the part of the source that was asked for.
  func isBeforeStart(_ time: Int64, in timeBase: Rational) -> Bool {
    guard range.start > 0 else { return false }
    // Half a millisecond of grace: times in seconds rarely hit a frame exactly.
    return Double(time) * timeBase.value < startTime + range.start - 0.0005
  }

  /// What to add to the times of a track after so many restarts.
  ///
  /// The track that notices a restart first decides it for all, so that they stay together.
  ///
  /// - Parameters:
  ///   - restarts: The restarts that the track has seen.
  ///   - timeBase: The track's time base.
  ///   - needed: What the track itself would add, in its time base.
  /// - Returns: The shift, in the track's time base.
  mutating func shift(after restarts: Int, in timeBase: Rational, needed: Int64) -> Int64 {
    let microseconds = Rational(1, 1_000_000)
    while shifts.count <= restarts {
      shifts.append(timeBase.rescale(needed, to: microseconds))
    }
    return microseconds.rescale(shifts[restarts], to: timeBase)
  }

  /// Starts the clock at the first picture, or at the first sound where that leads by much.
  mutating func start(at time: Int64, in timeBase: Rational) {
    guard origin == nil else { return }
    let seconds = Double(time) * timeBase.value
    if range.start == 0, seconds - startTime > Self.keptLead.value {
      // A whole number of pictures before the first, so that none is moved onto the grid.
      let rate = frameRate.value
      let lead = ((seconds - startTime) * rate + 0.001).rounded(.down) / rate
      origin = (time - Int64((lead / timeBase.value).rounded()), timeBase)
    } else {
      origin = (time, timeBase)
    }
  }

  /// A time of the source on the ladder's clock, in units of another time base.
  func time(_ time: Int64, in timeBase: Rational, to target: Rational) -> Int64? {
    guard let origin else { return nil }
    return timeBase.rescale(time, to: target)
      &- origin.timeBase.rescale(origin.time, to: target)
  }
}
