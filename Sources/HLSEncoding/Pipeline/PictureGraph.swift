// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HDRColor
internal import LibAV

/// The way of a picture from the decoder to the encoders: rate, range, then each size from the
/// next larger one.
struct PictureGraph: ~Copyable {
  private var graph: FilterGraph
  private let input: FilterGraph.Node
  private let color: ColorDescription
  private let format: PixelFormat

  /// The ends of the graph.
  private(set) var outputs: [(key: PictureKey, node: FilterGraph.Node)] = []

  /// Lays out the filters for the rungs of a plan.
  ///
  /// - Parameters:
  ///   - video: The source's pictures.
  ///   - keys: The kinds of pictures that the rungs need.
  ///   - timeBase: What the times of frames that are pushed count.
  ///   - frameRate: The full frame rate.
  ///   - threads: How many threads a filter may slice a frame over; 0 is one a core.
  /// - Returns: The graph, ready for frames.
  /// - Throws: `LibAVError` when a filter refuses.
  static func make(
    for video: VideoParameters, keys: Set<PictureKey>, timeBase: Rational, frameRate: Rational,
    threads: Int = 0
  ) throws -> PictureGraph {
    let needsTable = video.videoRange != .sdr && keys.contains { $0.range == .sdr }
    // The filter reads the file when it is made; nothing needs it afterwards.
    let table = needsTable ? try ColorTableFile(from: video) : nil
    defer { table?.remove() }
    var graph = try FilterGraph.make(threads: threads)
    let input = try graph.add(
      "buffer",
      [
        ("video_size", "\(video.width)x\(video.height)"), ("pix_fmt", video.pixelFormat.name),
        ("time_base", "\(timeBase.numerator)/\(timeBase.denominator)"),
      ])
    var made = PictureGraph(adopting: graph, input, video)
    let upright = try made.prepare(video, frameRate)
    let root = PictureTree.Picture(video)
    let tree = PictureTree(keys: keys, sourceRange: video.videoRange)
    try made.grow(tree.roots, from: upright, root, made.color, made.format, table)
    try made.graph.configure()
    return made
  }

  private init(
    adopting graph: consuming FilterGraph, _ input: FilterGraph.Node, _ video: VideoParameters
  ) {
    self.graph = graph
    self.input = input
    color = video.color
    format = video.pixelFormat
  }

  /// Declares the colours that inspection settled on, turns the picture upright and evens out
  /// the rate.
  private mutating func prepare(
    _ video: VideoParameters, _ frameRate: Rational
  ) throws -> FilterGraph.Node {
    var node = try graph.add("setparams", Self.parameters(of: color), after: input)
    if video.orientation.isMirrored { node = try graph.add("hflip", after: node) }
    switch video.orientation.rotation {
    case 90: node = try graph.add("transpose", [("dir", "clock")], after: node)
    case 180:
      node = try graph.add("hflip", after: node)
      node = try graph.add("vflip", after: node)
    case 270: node = try graph.add("transpose", [("dir", "cclock")], after: node)
    default: break
    }
    return try graph.add(
      "fps", [("fps", frameRate.description), ("start_time", "0"), ("round", "near")], after: node)
  }

  /// Adds the filters of a tree's steps behind a node that gives their parent.
  private mutating func grow(
    _ steps: [PictureTree.Step], from node: FilterGraph.Node, _ parent: PictureTree.Picture,
    _ parentColor: ColorDescription, _ parentFormat: PixelFormat, _ table: ColorTableFile?
  ) throws {
    let split = try graph.add("split", [("outputs", "\(steps.count)")], after: node)
    for (index, step) in steps.enumerated() {
      var end = (node: split, output: index)
      let picture = step.picture
      if picture.divisor != parent.divisor {
        end = try append(
          "framestep", [("step", "\(picture.divisor / parent.divisor)")], end)
      }
      let target = picture.range.color
      let format = step.format(after: parentFormat)
      if picture.range != parent.range, let table {
        end = try toneMap(end, picture, table, format)
      } else if (picture.width, picture.height, target, format)
        != (parent.width, parent.height, parentColor, parentFormat)
      {
        end = try append("zscale", Self.scaling(to: picture, target), end)
        end = try append("format", [("pix_fmts", format.name)], end)
      }
      try finish(step, end, target, format, table)
    }
  }

  /// Ends the step's own pictures and goes on to the smaller ones.
  private mutating func finish(
    _ step: PictureTree.Step, _ end: (node: FilterGraph.Node, output: Int),
    _ color: ColorDescription, _ format: PixelFormat, _ table: ColorTableFile?
  ) throws {
    let count = step.keys.count + (step.children.isEmpty ? 0 : 1)
    let split = try append("split", [("outputs", "\(count)")], end)
    for (index, key) in step.keys.enumerated() {
      var end = (node: split.node, output: index)
      if key.format != format {
        end = try append("zscale", [("dither", "ordered")], end)
        end = try append("format", [("pix_fmts", key.format.name)], end)
      }
      outputs.append((key, try append("buffersink", [], end).node))
    }
    guard !step.children.isEmpty else { return }
    let rest = try append("null", [], (split.node, step.keys.count))
    try grow(step.children, from: rest.node, step.picture, color, format, table)
  }

  /// Scales to RGB, looks every pixel up in the table, and goes back to BT.709.
  private mutating func toneMap(
    _ end: (node: FilterGraph.Node, output: Int), _ picture: PictureTree.Picture,
    _ table: ColorTableFile, _ format: PixelFormat
  ) throws -> (node: FilterGraph.Node, output: Int) {
    var end = try append(
      "zscale",
      [("width", "\(picture.width)"), ("height", "\(picture.height)"), ("matrix", "0")], end)
    end = try append("format", [("pix_fmts", "gbrpf32le")], end)
    end = try append("lut3d", [("file", table.path), ("interp", "tetrahedral")], end)
    let rgb = ColorDescription(
      primaries: .bt709, transfer: .bt709, matrix: .identity, isFullRange: true)
    end = try append("setparams", Self.parameters(of: rgb), end)
    end = try append(
      "zscale", [("matrix", "1"), ("range", "limited"), ("dither", "ordered")], end)
    return try append("format", [("pix_fmts", format.name)], end)
  }

  private mutating func append(
    _ filter: String, _ options: [(name: String, value: String)],
    _ end: (node: FilterGraph.Node, output: Int)
  ) throws -> (node: FilterGraph.Node, output: Int) {
    let node = try graph.add(filter, options)
    try graph.link(end.node, end.output, to: node)
    return (node, 0)
  }

  private static func scaling(
    to picture: PictureTree.Picture, _ color: ColorDescription
  ) -> [(name: String, value: String)] {
    [
      ("width", "\(picture.width)"), ("height", "\(picture.height)"),
      ("primaries", "\(color.primaries.rawValue)"), ("transfer", "\(color.transfer.rawValue)"),
      ("matrix", "\(color.matrix.rawValue)"), ("range", "limited"), ("dither", "ordered"),
    ]
  }

  private static func parameters(
    of color: ColorDescription
  ) -> [(name: String, value: String)] {
    [
      ("color_primaries", "\(color.primaries.rawValue)"),
      ("color_trc", "\(color.transfer.rawValue)"), ("colorspace", "\(color.matrix.rawValue)"),
      ("range", color.isFullRange ? "full" : "limited"),
    ]
  }
}

// MARK: - Frames

extension PictureGraph {
  /// Feeds a frame at a time in the time base; `nil` ends the stream.
  func push(_ frame: Frame?, at time: Int64) throws {
    try graph.push(frame, at: time, into: input)
  }

  /// Takes a picture of the kind at an index of ``outputs``, or `nil` when none is ready.
  func pull(_ index: Int) throws -> Frame? { try graph.pull(from: outputs[index].node) }
}
