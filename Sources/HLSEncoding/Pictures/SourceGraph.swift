// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import LibAV

/// The filters that bring decoded frames to upright pictures of whole frames at a constant rate.
struct SourceGraph: ~Copyable {
  private var graph: FilterGraph
  private let input: FilterGraph.Node
  private let output: FilterGraph.Node

  /// Lays out the filters for what comes in.
  ///
  /// - Throws: `LibAVError` when a filter refuses.
  static func make(from source: PictureInput) throws -> SourceGraph {
    var graph = try FilterGraph.make()
    let input = try graph.add(source)
    var node = try graph.addUpright(source, after: input)
    if let rate = source.frameRate {
      node = try graph.add(
        "fps", [("fps", rate.description), ("start_time", "0"), ("round", "near")], after: node)
    }
    let output = try graph.add("buffersink", after: node)
    try graph.configure()
    return SourceGraph(adopting: graph, input, output)
  }

  private init(
    adopting graph: consuming FilterGraph, _ input: FilterGraph.Node, _ output: FilterGraph.Node
  ) {
    self.graph = graph
    self.input = input
    self.output = output
  }

  /// Feeds a frame at a time in the time base; without a frame, the time at which the last ends.
  func push(_ frame: Frame?, at time: Int64) throws {
    try graph.push(frame, at: time, into: input)
  }

  /// Takes a picture, or `nil` when none is ready.
  func pull() throws -> Frame? { try graph.pull(from: output) }
}

extension FilterGraph {
  /// Adds the source of a graph.
  mutating func add(_ source: PictureInput) throws -> Node {
    try add(
      "buffer",
      [
        ("video_size", "\(source.width)x\(source.height)"), ("pix_fmt", source.format.name),
        ("time_base", "\(source.timeBase.numerator)/\(source.timeBase.denominator)"),
      ])
  }

  /// Declares the colours that inspection settled on, makes fields pictures, cuts the clean
  /// aperture out and turns the picture upright.
  mutating func addUpright(_ source: PictureInput, after input: Node) throws -> Node {
    let color = source.color
    var node = try add(
      "setparams",
      [
        ("color_primaries", "\(color.primaries.rawValue)"),
        ("color_trc", "\(color.transfer.rawValue)"), ("colorspace", "\(color.matrix.rawValue)"),
        ("range", color.isFullRange ? "full" : "limited"),
      ], after: input)
    if let fields = source.fields {
      node = try add(
        "bwdif", [("mode", "send_field"), ("deint", fields.rawValue)], after: node)
    }
    let crop = source.crop
    if crop != PictureRectangle(width: source.width, height: source.height) {
      node = try add(
        "crop",
        [
          ("w", "\(crop.width)"), ("h", "\(crop.height)"), ("x", "\(crop.x)"), ("y", "\(crop.y)"),
        ], after: node)
    }
    if source.orientation.isMirrored { node = try add("hflip", after: node) }
    switch source.orientation.rotation {
    case 90: node = try add("transpose", [("dir", "clock")], after: node)
    case 180:
      node = try add("hflip", after: node)
      node = try add("vflip", after: node)
    case 270: node = try add("transpose", [("dir", "cclock")], after: node)
    default: break
    }
    return node
  }
}
