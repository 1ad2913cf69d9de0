// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// Brings frames that change in the middle of a track back to what its first frame was: another
/// size or pixel format, another rate, layout or format of sound.
final class FrameAdapter {
  private let graph: FilterGraph
  private let input: FilterGraph.Node
  private let output: FilterGraph.Node

  /// An adapter of pictures like a frame's.
  static func picture(_ frame: Frame, to first: Frame) throws -> FrameAdapter {
    try picture(frame, width: first.width, height: first.height, first.pixelFormat)
  }

  /// An adapter of pictures like a frame's to a size and a format.
  static func picture(
    _ frame: Frame, width: Int, height: Int, _ format: PixelFormat
  ) throws -> FrameAdapter {
    var graph = try FilterGraph.make()
    let input = try graph.add(
      "buffer",
      [
        ("video_size", "\(frame.width)x\(frame.height)"), ("pix_fmt", frame.pixelFormat.name),
        ("time_base", "1/1"),
      ])
    let scaled = try graph.add(
      "scale", [("w", "\(width)"), ("h", "\(height)")], after: input)
    let formatted = try graph.add(
      "format", [("pix_fmts", format.name)], after: scaled)
    let output = try graph.add("buffersink", after: formatted)
    try graph.configure()
    return FrameAdapter(graph, input, output)
  }

  /// An adapter of sound in a format.
  static func sound(_ format: SoundFormat, to first: SoundFormat) throws -> FrameAdapter {
    var graph = try FilterGraph.make()
    let input = try graph.add("abuffer", format.source)
    let mix = Downmix(format.layout, to: first.layout).expression(to: first.layout)
    let mixed = try graph.add("pan", [("args", mix)], after: input)
    let resampled = try graph.add(
      "aresample", [("sample_rate", "\(first.sampleRate)")], after: mixed)
    let formatted = try graph.add(
      "aformat",
      [
        ("sample_fmts", first.sampleFormat), ("sample_rates", "\(first.sampleRate)"),
        ("channel_layouts", first.layout.channels.joined(separator: "+")),
      ], after: resampled)
    let output = try graph.add("abuffersink", after: formatted)
    try graph.configure()
    return FrameAdapter(graph, input, output)
  }

  private init(
    _ graph: consuming FilterGraph, _ input: FilterGraph.Node, _ output: FilterGraph.Node
  ) {
    self.graph = graph
    self.input = input
    self.output = output
  }

  /// The frame as the first one was; `nil` while the adapter holds it back.
  func adapt(_ frame: Frame) throws -> Frame? {
    try graph.push(frame, at: 0, into: input)
    return try graph.pull(from: output)
  }
}

extension Frame {
  /// Whether pictures can go the way of another.
  func isStoredLike(_ other: Frame) -> Bool {
    width == other.width && height == other.height && pixelFormat == other.pixelFormat
  }
}

/// Brings all pictures of a track back to what its first one was.
final class PictureAdapter {
  private let first: Frame
  private var known: (for: Frame, adapter: FrameAdapter)?

  init(to first: Frame) { self.first = first }

  /// The frame as the first one was; `nil` while it is held back.
  func adapt(_ frame: Frame) throws -> Frame? {
    guard !frame.isStoredLike(first) else { return frame }
    if let known, known.for.isStoredLike(frame) { return try known.adapter.adapt(frame) }
    let made = try FrameAdapter.picture(frame, to: first)
    known = (frame, made)
    return try made.adapt(frame)
  }
}
