// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// The way of one audio track from the decoder to its encoders: gaps filled with silence, mixed
/// to stereo, cut into frames of AAC's size, padded with silence at the end.
struct AudioGraph: ~Copyable {
  private var graph: FilterGraph
  private let input: FilterGraph.Node
  private let output: FilterGraph.Node

  /// Samples a second that come out.
  let sampleRate: Int

  /// Samples of an AAC frame.
  static let frameSize = 1024

  /// Lays out the filters for sound like a frame's.
  ///
  /// - Parameters:
  ///   - frame: The first frame of the track.
  ///   - sampleRate: Samples a second that come out.
  ///   - padsEnd: Whether silence follows the track's end without end.
  /// - Returns: The graph, ready for frames.
  /// - Throws: `LibAVError` when a filter refuses.
  static func make(
    for frame: Frame, sampleRate: Int, padsEnd: Bool
  ) throws -> AudioGraph {
    try make(from: source(like: frame), sampleRate: sampleRate, padsEnd: padsEnd)
  }

  /// The options of a filter that takes frames like one.
  static func source(like frame: Frame) -> [(name: String, value: String)] {
    [
      ("sample_rate", "\(frame.sampleRate)"), ("sample_fmt", frame.sampleFormat),
      ("channel_layout", frame.channelLayout), ("time_base", "1/\(frame.sampleRate)"),
    ]
  }

  /// Lays out the filters for a track that turned out to hold nothing.
  static func silent(sampleRate: Int, padsEnd: Bool) throws -> AudioGraph {
    try make(
      from: [
        ("sample_rate", "\(sampleRate)"), ("sample_fmt", "fltp"), ("channel_layout", "stereo"),
        ("time_base", "1/\(sampleRate)"),
      ], sampleRate: sampleRate, padsEnd: padsEnd)
  }

  private static func make(
    from source: [(name: String, value: String)], sampleRate: Int, padsEnd: Bool
  ) throws -> AudioGraph {
    var graph = try FilterGraph.make(threads: 1)
    let input = try graph.add("abuffer", source)
    // Times decide where samples go: what comes before 0 is dropped, gaps of more than 10 ms are
    // filled and overlaps cut.
    let aligned = try graph.add(
      "aresample",
      [
        ("async", "1"), ("first_pts", "0"), ("min_hard_comp", "0.01"),
        ("sample_rate", "\(sampleRate)"),
        // Channels that are mixed must not add up to more than full scale.
        ("rematrix_maxval", "1"),
      ], after: input)
    var node = try graph.add(
      "aformat",
      [
        ("sample_fmts", "fltp"), ("sample_rates", "\(sampleRate)"), ("channel_layouts", "stereo"),
      ], after: aligned)
    if padsEnd { node = try graph.add("apad", after: node) }
    let output = try graph.add("abuffersink", after: node)
    try graph.configure()
    graph.setFrameSize(frameSize, of: output)
    return AudioGraph(graph: graph, input: input, output: output, sampleRate: sampleRate)
  }

  private init(
    graph: consuming FilterGraph, input: FilterGraph.Node, output: FilterGraph.Node,
    sampleRate: Int
  ) {
    self.graph = graph
    self.input = input
    self.output = output
    self.sampleRate = sampleRate
  }

  /// Feeds a frame at a time in input samples; `nil` ends the track.
  func push(_ frame: Frame?, at time: Int64) throws {
    try graph.push(frame, at: time, into: input)
  }

  /// Takes the next frame, or `nil` when none is ready; after the end there is always silence.
  func pull() throws -> Frame? { try graph.pull(from: output) }
}
