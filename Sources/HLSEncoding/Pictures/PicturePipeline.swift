// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import LibAV

/// All that happens to pictures between the decoder and the encoders: one graph that makes frames
/// upright pictures at a constant rate, one for the sizes of the source's own range, and for each
/// other range a colour stage with a graph behind it.
final class PicturePipeline {
  private let frames: SourceGraph
  private let source: PictureGraph
  private let branches: [Branch]
  private let keys: Set<PictureKey>
  /// The upright pictures so far.
  private var count: Int64 = 0

  /// The way to the pictures of another range.
  private final class Branch {
    let stage: ColorStage
    private let graph: PictureGraph
    private var count: Int64 = 0

    init(_ stage: ColorStage, _ graph: consuming PictureGraph) {
      self.stage = stage
      self.graph = graph
    }

    /// Takes a picture of the source's range, or `nil` at the end.
    func push(_ picture: Frame?, _ body: (PictureKey, Frame) throws -> Void) throws {
      try graph.push(picture.map { try stage.convert($0) }, at: count)
      count += 1
      for index in graph.outputs.indices {
        let key = stage.absolute(graph.outputs[index].key)
        while let picture = try graph.pull(index) { try body(key, picture) }
      }
    }
  }

  private init(
    _ frames: consuming SourceGraph, _ source: consuming PictureGraph, _ branches: [Branch],
    _ keys: Set<PictureKey>
  ) {
    self.frames = frames
    self.source = source
    self.branches = branches
    self.keys = keys
  }

  /// Lays out the way to some kinds of pictures.
  ///
  /// - Parameters:
  ///   - video: What the pictures mean.
  ///   - input: The frames that come in, and the rate to bring them to.
  ///   - keys: The kinds of pictures.
  ///   - light: How light that is too bright is mapped, and from which peak.
  /// - Returns: The pipeline, ready for frames.
  /// - Throws: `LibAVError` when a filter refuses, `ColorKernelError` for a matrix that is not known.
  static func make(
    _ video: VideoParameters, _ input: PictureInput, to keys: Set<PictureKey>,
    _ light: LightMapping
  ) throws -> PicturePipeline {
    var own = keys.filter { $0.range == video.videoRange }
    var branches: [Branch] = []
    for (_, keys) in Dictionary(grouping: keys.subtracting(own), by: \.range) {
      let stage = try ColorStage(from: video, to: Set(keys), light)
      own.insert(stage.source)
      let converted = PictureInput(
        width: stage.target.width, height: stage.target.height, format: stage.target.format,
        color: stage.target.range.color, chromaLocation: .left,
        timeBase: input.frameRate?.inverse ?? input.timeBase)
      let graph = try PictureGraph.make(from: converted, to: Set(keys.map(stage.relative)))
      branches.append(Branch(stage, graph))
    }
    return PicturePipeline(
      try SourceGraph.make(from: input), try PictureGraph.make(from: input.evened, to: own),
      branches, keys)
  }

  /// Feeds a decoded frame, or at the end none with the time at which the last one ends.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - time: Its time in the input's time base.
  ///   - isWanted: Asked for each upright picture, by its number from 0, before any size is made of
  ///     it. Runs of pictures that nobody wants begin and end at multiples of every divisor.
  ///   - body: Takes every picture that is ready.
  /// - Throws: What a filter, the conversion or `body` throws.
  func push(
    _ frame: Frame?, at time: Int64, isWanted: (Int64) throws -> Bool = { _ in true },
    _ body: (PictureKey, Frame) throws -> Void
  ) throws {
    try frames.push(frame, at: time)
    while let picture = try frames.pull() {
      if try isWanted(count) { try scale(picture, body) }
      count += 1
    }
    if frame == nil { try scale(nil, body) }
  }

  /// Makes every size and range of a picture; at the end `nil`.
  private func scale(
    _ upright: Frame?, _ body: (PictureKey, Frame) throws -> Void
  ) throws {
    try source.push(upright, at: count)
    for index in source.outputs.indices {
      let key = source.outputs[index].key
      while let picture = try source.pull(index) {
        if keys.contains(key) { try body(key, picture) }
        for branch in branches where branch.stage.source == key {
          try branch.push(picture, body)
        }
      }
    }
    if upright == nil {
      for branch in branches { try branch.push(nil, body) }
    }
  }
}
