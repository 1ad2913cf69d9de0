// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// One audio track's way from packets to the programmes that it is heard in.
final class AudioTrackPath {
  let stream: StreamDescription
  let decoder: Decoder
  private let listeners: [(program: AudioProgramPath, input: Int)]
  private let limit: Double?
  /// Whether there are no pictures that decide where the ladder starts.
  private let leads: Bool
  private var pending: [(frame: Frame, time: Int64)] = []
  private var trackTime: TrackTime

  /// The first sample's time, in the stream's time base.
  private(set) var firstTime: Int64?

  /// Whether the part of the source that was asked for is over.
  private(set) var isPastEnd = false

  init(
    _ stream: StreamDescription, _ decoder: consuming Decoder, _ plan: LadderPlan,
    _ programs: [AudioProgramPath]
  ) {
    self.stream = stream
    self.decoder = decoder
    limit = plan.range.duration
    leads = plan.allPictures.isEmpty
    trackTime = TrackTime(stream.timeBase)
    listeners = programs.flatMap { path in
      path.program.inputs.indices.filter { path.program.inputs[$0].track == stream.index }
        .map { (path, $0) }
    }
  }

  /// Takes decoded samples; until the clock runs they wait.
  func take(_ frame: Frame, _ clock: inout SourceClock) throws {
    let rate = Rational(1, Int64(max(1, frame.sampleRate)))
    let time = trackTime.next(
      frame.presentationTime,
      lasting: rate.rescale(Int64(frame.sampleCount), to: stream.timeBase), &clock)
    guard !leads || !clock.isBeforeStart(time, in: stream.timeBase) else { return }
    firstTime = firstTime ?? time
    if clock.isRunning, pending.isEmpty {
      try push(frame, time, clock)
    } else {
      pending.append((frame, time))
    }
  }

  /// Pushes what waited for the clock.
  func flushPending(_ clock: SourceClock) throws {
    guard clock.isRunning, !pending.isEmpty else { return }
    let waiting = pending
    pending = []
    for (frame, time) in waiting { try push(frame, time, clock) }
  }

  private func push(_ frame: Frame, _ sourceTime: Int64, _ clock: SourceClock) throws {
    let start = clock.time(sourceTime, in: stream.timeBase, to: stream.timeBase) ?? 0
    if let limit, Double(start) * stream.timeBase.value >= limit {
      isPastEnd = true
      return
    }
    for (program, input) in listeners {
      try program.take(frame, of: input) { samples in
        clock.time(sourceTime, in: stream.timeBase, to: samples) ?? 0
      }
    }
  }
}
