// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import LibAV

/// The filters that make every size and rate of one range, each size from the next larger one.
struct PictureGraph: ~Copyable {
  private var graph: FilterGraph
  private let input: FilterGraph.Node
  /// Where the chroma of all that comes out lies.
  private var chroma = ChromaLocation.left
  /// How pictures lose bits. What came in 8 bits has no finer steps to hide, and keeps the dither
  /// that it has; a second one would cost most of a decibel.
  private var dither = "none"

  /// The ends of the graph.
  private(set) var outputs: [(key: PictureKey, node: FilterGraph.Node)] = []

  /// Lays out the filters for some kinds of pictures.
  ///
  /// - Parameters:
  ///   - source: What comes in, at a constant rate.
  ///   - keys: The kinds of pictures, all of one range.
  /// - Returns: The graph, ready for frames.
  /// - Throws: `LibAVError` when a filter refuses.
  static func make(from source: PictureInput, to keys: Set<PictureKey>) throws -> PictureGraph {
    var graph = try FilterGraph.make()
    let input = try graph.add(source)
    let upright = try graph.addUpright(source, after: input)
    var made = PictureGraph(adopting: graph, input)
    made.chroma = source.targetChroma
    made.dither = source.format.bitDepth > 8 ? "ordered" : "none"
    try made.grow(
      PictureTree(keys: keys).roots, from: upright,
      Stage(
        picture: source.picture, format: source.format, chroma: source.chromaLocation))
    try made.graph.configure()
    return made
  }

  private init(adopting graph: consuming FilterGraph, _ input: FilterGraph.Node) {
    self.graph = graph
    self.input = input
  }

  /// Feeds a frame at a time in the time base; without a frame, the time at which the last ends.
  func push(_ frame: Frame?, at time: Int64) throws {
    try graph.push(frame, at: time, into: input)
  }

  /// Takes a picture of the kind at an index of ``outputs``, or `nil` when none is ready.
  func pull(_ index: Int) throws -> Frame? { try graph.pull(from: outputs[index].node) }
}

// MARK: - Laying out

extension PictureGraph {
  /// A place in the graph where frames come out.
  private typealias End = (node: FilterGraph.Node, output: Int)

  /// What frames are at some place.
  private struct Stage: Equatable {
    var picture: PictureTree.Picture
    var format: PixelFormat
    var chroma: ChromaLocation
  }

  /// Adds the filters of a tree's steps behind a node that gives their parent.
  private mutating func grow(
    _ steps: [PictureTree.Step], from node: FilterGraph.Node, _ parent: Stage
  ) throws {
    let split = try graph.add("split", [("outputs", "\(steps.count)")], after: node)
    for (index, step) in steps.enumerated() {
      var end = End(split, index)
      let ratio = step.picture.divisor / parent.picture.divisor
      if ratio > 1 { end = try append("framestep", [("step", "\(ratio)")], end) }
      let stage = Stage(
        picture: step.picture, format: step.format(after: parent.format, of: parent.picture),
        chroma: chroma)
      var unscaled = parent
      unscaled.picture.divisor = stage.picture.divisor
      if stage != unscaled { end = try scale(end, to: stage) }
      try finish(step, end, stage)
    }
  }

  /// Ends the step's own pictures and goes on to the smaller ones.
  private mutating func finish(_ step: PictureTree.Step, _ end: End, _ stage: Stage) throws {
    let count = step.keys.count + (step.children.isEmpty ? 0 : 1)
    let split = try append("split", [("outputs", "\(count)")], end)
    for (index, key) in step.keys.enumerated() {
      var end = End(split.node, index)
      if key.format != stage.format {
        var deeper = stage
        deeper.format = key.format
        end = try scale(end, to: deeper)
      }
      if let canvas = key.canvas { end = try lay(end, on: canvas, key) }
      outputs.append((key, try append("buffersink", [], end).node))
    }
    guard !step.children.isEmpty else { return }
    let rest = try append("null", [], End(split.node, step.keys.count))
    try grow(step.children, from: rest.node, stage)
  }

  /// Puts a picture in the middle of another size.
  private mutating func lay(_ end: End, on canvas: PictureSize, _ key: PictureKey) throws -> End {
    let (width, height) = (min(key.width, canvas.width), min(key.height, canvas.height))
    let cut = try append("crop", [("w", "\(width)"), ("h", "\(height)")], end)
    // Even places keep chroma where it is.
    let (x, y) = ((canvas.width - width) / 4 * 2, (canvas.height - height) / 4 * 2)
    return try append(
      "pad",
      [
        ("w", "\(canvas.width)"), ("h", "\(canvas.height)"), ("x", "\(x)"), ("y", "\(y)"),
      ], cut)
  }

  private mutating func scale(_ end: End, to stage: Stage) throws -> End {
    let scaled = try append(
      "zscale",
      [
        ("width", "\(stage.picture.width)"), ("height", "\(stage.picture.height)"),
        ("filter", "spline36"),
        ("primaries", "\(stage.picture.color.primaries.rawValue)"),
        ("transfer", "\(stage.picture.color.transfer.rawValue)"),
        ("matrix", "\(stage.picture.color.matrix.rawValue)"), ("range", "limited"),
        ("dither", dither),
        ("chromal", stage.chroma == .topLeft ? "topleft" : "left"),
      ], end)
    return try append("format", [("pix_fmts", stage.format.name)], scaled)
  }

  private mutating func append(
    _ filter: String, _ options: [(name: String, value: String)], _ end: End
  ) throws -> End {
    let node = try graph.add(filter, options)
    try graph.link(end.node, end.output, to: node)
    return End(node, 0)
  }
}
