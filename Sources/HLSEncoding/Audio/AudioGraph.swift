// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// The way of a programme from its decoders to its encoders: gaps filled with silence, channels of
/// several tracks joined, mixed to each layout that is encoded, made as loud as was asked for,
/// limited where that can be too loud, measured, and cut into frames. Silence follows the end.
struct AudioGraph: ~Copyable {
  private var graph: FilterGraph
  private var inputs: [FilterGraph.Node] = []
  private var outputs: [AudioOutlet: FilterGraph.Node] = [:]
  private var meters: [ChannelLayout: FilterGraph.Node] = [:]

  /// Lays out the filters of a programme.
  ///
  /// - Parameters:
  ///   - program: The programme.
  ///   - formats: How the sound of each input comes.
  ///   - outlets: What comes out.
  ///   - gains: What each layout is amplified by, in dB; 0 where nothing is said.
  ///   - isMetered: Whether loudness is measured.
  /// - Returns: The graph, ready for frames.
  /// - Throws: `LibAVError` when a filter refuses.
  static func make(
    _ program: AudioProgram, from formats: [SoundFormat], to outlets: Set<AudioOutlet>,
    gains: [ChannelLayout: Double] = [:], isMetered: Bool = true
  ) throws -> AudioGraph {
    var made = AudioGraph(graph: try FilterGraph.make())
    let (signal, layout) = try made.addInputs(program, formats)
    let layouts = Set(outlets.map(\.layout)).sorted { $0.channels.count < $1.channels.count }
    let split = try made.graph.add("asplit", [("outputs", "\(layouts.count)")], after: signal)
    for (index, target) in layouts.enumerated() {
      let mix = AudioMix(
        source: layout, target: target, gain: gains[target] ?? 0,
        canExceedFullScale: program.canExceedFullScale)
      let node = try made.add(mix, from: split, index, at: program.sampleRate)
      try made.addEnds(
        outlets.filter { $0.layout == target }, of: target, after: node, isMetered: isMetered)
    }
    try made.graph.configure()
    for (outlet, node) in made.outputs { made.graph.setFrameSize(outlet.frameSize, of: node) }
    return made
  }

  private init(graph: consuming FilterGraph) { self.graph = graph }

  /// The inputs on one clock, and what they are together.
  private mutating func addInputs(
    _ program: AudioProgram, _ formats: [SoundFormat]
  ) throws -> (FilterGraph.Node, ChannelLayout) {
    var heads: [FilterGraph.Node] = []
    for format in formats {
      let input = try graph.add("abuffer", format.source)
      inputs.append(input)
      // Times decide where samples go: what comes before 0 is dropped, gaps of more than 10 ms are
      // filled and overlaps cut.
      let aligned = try graph.add(
        "aresample",
        [
          ("async", "1"), ("first_pts", "0"), ("min_hard_comp", "0.01"),
          ("sample_rate", "\(program.sampleRate)"),
        ], after: input)
      let node = try graph.add(
        "aformat", Self.format(format.layout, program.sampleRate), after: aligned)
      heads.append(try graph.add("apad", after: node))
    }
    if program.isWholeTrack { return (heads[0], formats[0].layout) }
    let join = try graph.add(
      "join",
      [
        ("inputs", "\(heads.count)"), ("channel_layout", program.layout.name),
        ("map", program.joinMap(formats)),
      ])
    for (index, head) in heads.enumerated() { try graph.link(head, 0, to: join, index) }
    return (join, program.layout)
  }

  private mutating func add(
    _ mix: AudioMix, from split: FilterGraph.Node, _ output: Int, at rate: Int
  ) throws -> FilterGraph.Node {
    var node = try graph.add("aformat", Self.format(mix.source, rate))
    try graph.link(split, output, to: node)
    for filter in mix.filters(at: rate) {
      node = try graph.add(filter.name, filter.options, after: node)
    }
    return try graph.add("aformat", Self.format(mix.target, rate), after: node)
  }

  /// The meter of a mix, and an end for each size of frames.
  private mutating func addEnds(
    _ outlets: Set<AudioOutlet>, of layout: ChannelLayout, after node: FilterGraph.Node,
    isMetered: Bool
  ) throws {
    let count = outlets.count + (isMetered ? 1 : 0)
    let split = try graph.add("asplit", [("outputs", "\(count)")], after: node)
    if isMetered {
      let meter = try graph.add("ebur128", [("metadata", "1"), ("peak", "true")])
      try graph.link(split, outlets.count, to: meter)
      meters[layout] = try graph.add("abuffersink", after: meter)
    }
    for (index, outlet) in outlets.enumerated() {
      let stored = try graph.add("aformat", [("sample_fmts", outlet.sampleFormat)])
      try graph.link(split, index, to: stored)
      outputs[outlet] = try graph.add("abuffersink", after: stored)
    }
  }

  private static func format(
    _ layout: ChannelLayout, _ rate: Int
  ) -> [(name: String, value: String)] {
    [
      ("sample_fmts", "fltp"), ("sample_rates", "\(rate)"),
      ("channel_layouts", layout.channels.joined(separator: "+")),
    ]
  }

  /// Feeds an input with a frame at a time in its samples; `nil` ends the track.
  func push(_ frame: Frame?, at time: Int64, into input: Int) throws {
    try graph.push(frame, at: time, into: inputs[input])
  }

  /// Takes the next frame, or `nil` when none is ready; after the end there is always silence.
  func pull(_ outlet: AudioOutlet) throws -> Frame? {
    try outputs[outlet].flatMap { try graph.pull(from: $0) }
  }

  /// Takes the next 100 ms of a mix with what has been measured so far noted on it.
  func pullMeter(_ layout: ChannelLayout) throws -> Frame? {
    try meters[layout].flatMap { try graph.pull(from: $0) }
  }
}

/// An end of a programme's graph: frames of so many samples in a layout.
struct AudioOutlet: Hashable, Sendable {
  var layout: ChannelLayout
  var frameSize: Int
  /// Samples of silence that have to follow the end.
  var tail: Int
  /// FFmpeg's name of how samples are stored.
  var sampleFormat: String
}

extension AudioRendition {
  /// Where its frames come from.
  var outlet: AudioOutlet {
    AudioOutlet(
      layout: layout, frameSize: codec.frameSize, tail: codec.tail,
      sampleFormat: codec.sampleFormat)
  }
}

extension AudioProgram {
  /// Which channel of which input goes where, as FFmpeg's `join` filter takes it.
  fileprivate func joinMap(_ formats: [SoundFormat]) -> String {
    let sources = zip(inputs, formats).enumerated().flatMap { number, input in
      (input.0.channels ?? Array(input.1.layout.channels.indices)).map { "\(number).\($0)" }
    }
    return zip(sources, layout.channels).map { "\($0)-\($1)" }.joined(separator: "|")
  }
}
