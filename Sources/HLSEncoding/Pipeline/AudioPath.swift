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
  private var pending: [Frame] = []
  private var nextTime: Int64?
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
    self.decoder = decoder
    let renditions = plan.audio.filter { $0.trackIndex == stream.index }
    self.queues = renditions.compactMap { queues.audio(for: $0) }
    sampleRate = renditions.first?.sampleRate ?? 48_000
    limit = plan.range.duration
    clockIsOwn = plan.rungs.isEmpty
  }

  /// Takes decoded samples; until the clock runs they wait.
  func take(_ frame: Frame, _ clock: SourceClock) throws {
    firstTime = firstTime ?? frame.presentationTime
    if clock.isRunning, pending.isEmpty {
      try push(frame, clock)
    } else {
      pending.append(frame)
    }
  }

  /// Pushes what waited for the clock.
  func flushPending(_ clock: SourceClock) throws {
    guard clock.isRunning, !pending.isEmpty else { return }
    let waiting = pending
    pending = []
    for frame in waiting { try push(frame, clock) }
  }

  private func push(_ frame: Frame, _ clock: SourceClock) throws {
    let source = Rational(1, Int64(max(1, frame.sampleRate)))
    let declared = frame.presentationTime.flatMap {
      clock.time($0, in: stream.timeBase, to: source)
    }
    let time = declared ?? nextTime ?? 0
    nextTime = time &+ Int64(frame.sampleCount)
    if let limit, Double(time) * source.value >= limit {
      isPastEnd = true
      return
    }
    if graph == nil {
      graph = try AudioGraph.make(for: frame, sampleRate: sampleRate, padsEnd: !clockIsOwn)
    }
    try graph?.push(frame, at: time)
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
    try graph?.push(nil, at: nextTime ?? 0)
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
