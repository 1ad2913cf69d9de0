// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// The filters of a programme, laid out once every input has shown in which format it comes.
final class AudioProgramGraph {
  private let program: AudioProgram
  private let source: SourceDescription
  private let outlets: Set<AudioOutlet>
  private let gains: [ChannelLayout: Double]
  private let isMetered: Bool
  private var inputs: [Input]
  private var graph: AudioGraph?
  /// What waits until every input has shown its format.
  private var waiting: [(frame: Frame, time: Int64, input: Int)] = []

  private struct Input {
    var format: SoundFormat?
    /// When the sound that was pushed ends, in samples of ``format``.
    var end: Int64 = 0
    var adapter: (for: SoundFormat, adapter: FrameAdapter)?
  }

  /// Prepares a graph.
  ///
  /// - Parameters:
  ///   - program: The programme.
  ///   - source: What its tracks are said to be.
  ///   - outlets: What comes out.
  ///   - gains: What each layout is amplified by, in dB; 0 where nothing is said.
  ///   - isMetered: Whether loudness is measured.
  init(
    _ program: AudioProgram, of source: SourceDescription, to outlets: Set<AudioOutlet>,
    gains: [ChannelLayout: Double] = [:], isMetered: Bool = true
  ) {
    self.program = program
    self.source = source
    self.outlets = outlets
    self.gains = gains
    self.isMetered = isMetered
    inputs = program.inputs.map { _ in Input() }
  }

  /// Whether anything can come out.
  var isLaidOut: Bool { graph != nil }

  /// When the longest input ends, in seconds.
  var end: Rational { inputs.indices.map(end(of:)).max() ?? Rational(0) }

  /// When an input ends as far as it has come, in seconds.
  func end(of input: Int) -> Rational {
    Rational(max(0, inputs[input].end), Int64(inputs[input].format?.sampleRate ?? 1))
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
    let formats = zip(inputs, program.inputs).map { input, part in
      // A track that turned out to hold nothing is silent.
      input.format ?? source.silence(inPlaceOf: part.track)
    }
    graph = try AudioGraph.make(
      program, from: formats, to: outlets, gains: gains, isMetered: isMetered)
    for (frame, time, input) in waiting { try graph?.push(frame, at: time, into: input) }
    waiting = []
  }

  /// Ends every input; silence without end follows.
  func finish() throws {
    if graph == nil { try layOut() }
    for (index, input) in inputs.enumerated() {
      try graph?.push(nil, at: input.end, into: index)
    }
  }

  /// Takes the next frame, or `nil` when none is ready.
  func pull(_ outlet: AudioOutlet) throws -> Frame? { try graph?.pull(outlet) }

  /// Takes the next 100 ms of a mix with what has been measured so far noted on it.
  func pullMeter(_ layout: ChannelLayout) throws -> Frame? { try graph?.pullMeter(layout) }
}

extension SourceDescription {
  /// The format of the silence that stands for a track.
  fileprivate func silence(inPlaceOf track: Int) -> SoundFormat {
    let declared = tracks.first { $0.index == track }?.audio
    return SoundFormat(
      sampleRate: max(1, declared?.sampleRate ?? 48_000), sampleFormat: "fltp",
      layout: declared.flatMap { ChannelLayout($0.channelLayout) } ?? .stereo)
  }
}
