// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// One programme's way from decoded samples to the encoders' queues.
final class AudioProgramPath {
  let program: AudioProgram
  private let renditions: [AudioRendition]
  private let queues: [AudioOutlet: [BoundedQueue<AudioChunk>]]
  private let progress: EncodingProgress
  private let graph: AudioProgramGraph
  private var given: [AudioOutlet: Int64] = [:]
  private var measured: [ChannelLayout: (samples: Int64, loudness: Loudness?)] = [:]

  init(
    _ program: AudioProgram, _ plan: LadderPlan, _ queues: EncoderQueues,
    _ progress: EncodingProgress
  ) {
    self.program = program
    self.progress = progress
    renditions = plan.audio.filter { $0.program == program }
    self.queues = Dictionary(grouping: renditions, by: \.outlet).mapValues {
      $0.compactMap { queues.audio(for: $0) }
    }
    graph = AudioProgramGraph(
      program, of: plan.source, to: Set(self.queues.keys),
      gains: Dictionary(
        renditions.map { ($0.layout, $0.gain) }, uniquingKeysWith: { first, _ in first }))
  }

  /// Takes samples of an input at the time that `time` gives in units of a sample.
  func take(_ frame: Frame, of input: Int, at time: (Rational) -> Int64) throws {
    try graph.take(frame, of: input, at: time)
  }

  /// Hands on the frames that lie before a time, all that are ready where there is none.
  func give(upTo end: Rational?) throws {
    guard graph.isLaidOut else { return }
    let last = end.map { Rational(Int64(program.sampleRate)).multiplied(by: $0) } ?? .max
    for (outlet, queues) in queues {
      while given[outlet, default: 0] + Int64(outlet.frameSize) <= last,
        let frame = try graph.pull(outlet)
      {
        try hand(frame, count: frame.sampleCount, outlet, queues)
      }
    }
    try measure()
  }

  /// Ends the programme at a time; silence fills it up.
  func finish(at end: Rational) throws {
    try graph.finish()
    let total = Rational(Int64(program.sampleRate)).multiplied(by: end)
    for (outlet, queues) in queues {
      while given[outlet, default: 0] < total + Int64(outlet.tail),
        let frame = try graph.pull(outlet)
      {
        let rest = max(0, Int(total - given[outlet, default: 0]))
        try hand(frame, count: min(frame.sampleCount, rest), outlet, queues)
      }
    }
    try measure()
    for rendition in renditions {
      if let loudness = measured[rendition.layout]?.loudness {
        progress.measure(loudness, of: rendition.directory)
      }
    }
  }

  /// When the longest track ends, in seconds.
  var end: Rational { graph.end }

  private func hand(
    _ frame: Frame, count: Int, _ outlet: AudioOutlet, _ queues: [BoundedQueue<AudioChunk>]
  ) throws {
    given[outlet, default: 0] += Int64(frame.sampleCount)
    for queue in queues where !queue.push(AudioChunk(frame: frame, count: count)) {
      throw EncodingError(.interrupted, "", "interrupted")
    }
  }

  /// Reads the meters as far as the sound has gone: behind its end there is silence without end.
  private func measure() throws {
    for layout in Set(queues.keys.map(\.layout)) {
      let reached = given.filter { $0.key.layout == layout }.map(\.value).min() ?? 0
      var (samples, loudness) = measured[layout] ?? (0, nil)
      // FFmpeg's meter counts at 48 kHz, a tenth of a second a frame.
      let tenth = Int64(program.sampleRate / 10)
      while samples + tenth <= reached, let frame = try graph.pullMeter(layout) {
        samples += tenth
        loudness = Loudness(notedOn: frame) ?? loudness
      }
      measured[layout] = (samples, loudness)
    }
  }
}
