// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// One audio track's way from packets to the encoders' queues.
final class AudioPath {
  let stream: StreamDescription
  let decoder: Decoder
  private var graph: AudioGraph?
  private let queues: [BoundedQueue<AudioChunk>]
  private let sampleRate: Int
  private let limit: Double?
  private let clockIsOwn: Bool
  private var pending: [(frame: Frame, time: Int64)] = []
  private var trackTime: TrackTime
  private var first: Frame?
  private var adapter: (for: Frame, adapter: FrameAdapter)?
  /// When the sound that was pushed ends, in the samples of its first frame.
  private var endTime: Int64 = 0
  private var samplesGiven: Int64 = 0

  /// The first sample's time, in the stream's time base.
  private(set) var firstTime: Int64?

  /// Whether the part of the source that was asked for is over.
  private(set) var isPastEnd = false

  init(
    _ stream: StreamDescription, _ plan: LadderPlan, _ decoder: consuming Decoder,
    _ queues: EncoderQueues
  ) throws {
    self.stream = stream
    trackTime = TrackTime(stream.timeBase)
    self.decoder = decoder
    let renditions = plan.audio.filter { $0.trackIndex == stream.index }
    self.queues = renditions.compactMap { queues.audio(for: $0) }
    sampleRate = renditions.first?.sampleRate ?? 48_000
    limit = plan.range.duration
    clockIsOwn = plan.rungs.isEmpty
  }

  /// Takes decoded samples; until the clock runs they wait.
  func take(_ frame: Frame, _ clock: inout SourceClock) throws {
    let rate = Rational(1, Int64(max(1, frame.sampleRate)))
    let time = trackTime.next(
      frame.presentationTime,
      lasting: rate.rescale(Int64(frame.sampleCount), to: stream.timeBase), &clock)
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
    let first = first ?? frame
    self.first = first
    let samples = Rational(1, Int64(max(1, first.sampleRate)))
    let time = clock.time(sourceTime, in: stream.timeBase, to: samples) ?? 0
    if let limit, Double(time) * samples.value >= limit {
      isPastEnd = true
      return
    }
    guard let sound = try adapted(frame, to: first) else { return }
    endTime = time &+ Int64(sound.sampleCount)
    if graph == nil {
      graph = try AudioGraph.make(for: first, sampleRate: sampleRate, padsEnd: !clockIsOwn)
    }
    try graph?.push(sound, at: time)
  }

  /// The frame as the first one was.
  private func adapted(_ frame: Frame, to first: Frame) throws -> Frame? {
    guard !frame.soundsLike(first) else { return frame }
    if let known = adapter, known.for.soundsLike(frame) { return try known.adapter.adapt(frame) }
    let made = try FrameAdapter.sound(frame, to: first)
    adapter = (frame, made)
    return try made.adapt(frame)
  }

  /// Hands on the frames that lie before a time, all that are ready where there is none.
  func give(upTo end: Rational?) throws {
    guard graph != nil else { return }
    let last = end.map { Rational(Int64(sampleRate)).multiplied(by: $0) } ?? .max
    while samplesGiven + Int64(AudioGraph.frameSize) <= last, let frame = try graph?.pull() {
      try hand(frame, count: frame.sampleCount)
    }
  }

  /// Ends the track where the pictures end, with silence where the sound is shorter.
  func finish(at end: Rational?) throws {
    if graph == nil {
      graph = try AudioGraph.silent(sampleRate: sampleRate, padsEnd: !clockIsOwn)
    }
    try graph?.push(nil, at: endTime)
    guard let end else {
      try give(upTo: nil)
      return
    }
    let total = Rational(Int64(sampleRate)).multiplied(by: end)
    while samplesGiven < total, let frame = try graph?.pull() {
      try hand(frame, count: min(frame.sampleCount, Int(total - samplesGiven)))
    }
  }

  private func hand(_ frame: Frame, count: Int) throws {
    samplesGiven += Int64(frame.sampleCount)
    for queue in queues where !queue.push(AudioChunk(frame: frame, count: count)) {
      throw EncodingError(.interrupted, "", "interrupted")
    }
  }
}
