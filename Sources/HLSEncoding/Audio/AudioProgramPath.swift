// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// One programme's way from decoded samples to the encoders' queues.
final class AudioProgramPath {
  let program: AudioProgram
  private let renditions: [AudioRendition]
  private let queues: [AudioOutlet: [BoundedQueue<AudioChunk>]]
  private let plan: LadderPlan
  private let progress: EncodingProgress
  private var inputs: [Input]
  private var graph: AudioGraph?
  /// What waits until every input has shown its format.
  private var waiting: [(frame: Frame, time: Int64, input: Int)] = []
  private var given: [AudioOutlet: Int64] = [:]
  private var measured: [ChannelLayout: (samples: Int64, loudness: Loudness?)] = [:]

  private struct Input {
    var format: SoundFormat?
    /// When the sound that was pushed ends, in samples of ``format``.
    var end: Int64 = 0
    var adapter: (for: SoundFormat, adapter: FrameAdapter)?
  }

  init(
    _ program: AudioProgram, _ plan: LadderPlan, _ queues: EncoderQueues,
    _ progress: EncodingProgress
  ) {
    self.program = program
    self.plan = plan
    self.progress = progress
    renditions = plan.audio.filter { $0.program == program }
    self.queues = Dictionary(grouping: renditions, by: \.outlet).mapValues {
      $0.compactMap { queues.audio(for: $0) }
    }
    inputs = program.inputs.map { _ in Input() }
  }

  /// Takes samples of an input at the time that `time` gives in units of a sample.
  func take(_ frame: Frame, of input: Int, at time: (Rational) -> Int64) throws {
    let own = try frame.soundFormat()
    let format = inputs[input].format ?? own
    inputs[input].format = format
    guard let sound = try adapted(frame, own, of: input) else { return }
    let start = time(Rational(1, Int64(format.sampleRate)))
    inputs[input].end = start &+ Int64(sound.sampleCount)
    if graph == nil, inputs.allSatisfy({ $0.format != nil }) { try layOut() }
    if graph == nil {
      waiting.append((sound, start, input))
    } else {
      try graph?.push(sound, at: start, into: input)
    }
  }

  /// The frame as the input's first one was.
  private func adapted(_ frame: Frame, _ own: SoundFormat, of input: Int) throws -> Frame? {
    guard let format = inputs[input].format, own != format else { return frame }
    if let known = inputs[input].adapter, known.for == own { return try known.adapter.adapt(frame) }
    let made = try FrameAdapter.sound(own, to: format)
    inputs[input].adapter = (own, made)
    return try made.adapt(frame)
  }

  /// Lays out the graph and feeds it with what waited for it.
  private func layOut() throws {
    let formats = zip(inputs, program.inputs).map { input, source in
      // A track that turned out to hold nothing is silent.
      input.format ?? plan.silence(inPlaceOf: source.track)
    }
    let gains = Dictionary(
      renditions.map { ($0.layout, $0.gain) }, uniquingKeysWith: { first, _ in first })
    graph = try AudioGraph.make(
      program, from: formats, to: Set(queues.keys), gains: gains)
    for (frame, time, input) in waiting { try graph?.push(frame, at: time, into: input) }
    waiting = []
  }

  /// Hands on the frames that lie before a time, all that are ready where there is none.
  func give(upTo end: Rational?) throws {
    guard graph != nil else { return }
    let last = end.map { Rational(Int64(program.sampleRate)).multiplied(by: $0) } ?? .max
    for (outlet, queues) in queues {
      while given[outlet, default: 0] + Int64(outlet.frameSize) <= last,
        let frame = try graph?.pull(outlet)
      {
        try hand(frame, count: frame.sampleCount, outlet, queues)
      }
    }
    try measure()
  }

  /// Ends the programme at a time; silence fills it up.
  func finish(at end: Rational) throws {
    if graph == nil { try layOut() }
    for (index, input) in inputs.enumerated() {
      try graph?.push(nil, at: input.end, into: index)
    }
    let total = Rational(Int64(program.sampleRate)).multiplied(by: end)
    for (outlet, queues) in queues {
      while given[outlet, default: 0] < total + Int64(outlet.tail),
        let frame = try graph?.pull(outlet)
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
  var end: Rational {
    inputs.map { Rational(max(0, $0.end), Int64($0.format?.sampleRate ?? 1)) }
      .max() ?? Rational(0)
  }

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
      while samples + tenth <= reached, let frame = try graph?.pullMeter(layout) {
        samples += tenth
        loudness = Loudness(notedOn: frame) ?? loudness
      }
      measured[layout] = (samples, loudness)
    }
  }
}

extension LadderPlan {
  /// The format of the silence that stands for a track.
  fileprivate func silence(inPlaceOf track: Int) -> SoundFormat {
    let declared = source.tracks.first { $0.index == track }?.audio
    return SoundFormat(
      sampleRate: max(1, declared?.sampleRate ?? 48_000), sampleFormat: "fltp",
      layout: declared.flatMap { ChannelLayout($0.channelLayout) } ?? .stereo)
  }
}
