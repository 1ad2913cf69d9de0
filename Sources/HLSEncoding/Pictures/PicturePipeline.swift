// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import LibAV

/// All that happens to pictures between the decoder and the encoders: one graph for the source's
/// own range, and where SDR is made from HDR, a colour stage with a graph behind it.
struct PicturePipeline: ~Copyable {
  private let source: PictureGraph
  private let stage: ColorStage?
  private let mapped: MappedGraph?
  private let keys: Set<PictureKey>

  /// The graph behind the colour stage.
  private final class MappedGraph {
    let graph: PictureGraph
    var count: Int64 = 0

    init(_ graph: consuming PictureGraph) { self.graph = graph }
  }

  private init(
    _ source: consuming PictureGraph, _ stage: ColorStage?, _ mapped: MappedGraph?,
    _ keys: Set<PictureKey>
  ) {
    self.source = source
    self.stage = stage
    self.mapped = mapped
    self.keys = keys
  }

  /// Lays out the way to some kinds of pictures.
  static func make(
    _ video: VideoParameters, to keys: Set<PictureKey>, timeBase: Rational, rate: Rational
  ) throws -> PicturePipeline {
    let input = PictureInput(
      width: video.width, height: video.height, format: video.pixelFormat, color: video.color,
      orientation: video.orientation, isInterlaced: video.isInterlaced, timeBase: timeBase,
      frameRate: rate)
    var own = keys.filter { $0.range == video.videoRange }
    let other = keys.subtracting(own)
    guard !other.isEmpty else {
      return PicturePipeline(try PictureGraph.make(from: input, to: own), nil, nil, keys)
    }
    let stage = try ColorStage(from: video, to: other)
    own.insert(stage.source)
    let mapped = MappedGraph(
      try PictureGraph.make(
        from: PictureInput(
          width: stage.target.width, height: stage.target.height, format: stage.target.format,
          color: .bt709, timeBase: rate.inverse),
        to: Set(other.map { stage.relative($0) })))
    return PicturePipeline(try PictureGraph.make(from: input, to: own), stage, mapped, keys)
  }

  /// Feeds a decoded frame, or at the end none with the time at which the last one ends, and gives
  /// every picture that is ready to `body`.
  func push(
    _ frame: Frame?, at time: Int64, _ body: (PictureKey, Frame) throws -> Void
  ) throws {
    try source.push(frame, at: time)
    for index in source.outputs.indices {
      let key = source.outputs[index].key
      while let picture = try source.pull(index) {
        if keys.contains(key) { try body(key, picture) }
        if let stage, key == stage.source { try map(picture, body) }
      }
    }
    if frame == nil, let mapped {
      try mapped.graph.push(nil, at: mapped.count)
      try drainMapped(body)
    }
  }

  private func map(_ picture: Frame, _ body: (PictureKey, Frame) throws -> Void) throws {
    guard let stage, let mapped else { return }
    try mapped.graph.push(stage.convert(picture), at: mapped.count)
    mapped.count += 1
    try drainMapped(body)
  }

  private func drainMapped(_ body: (PictureKey, Frame) throws -> Void) throws {
    guard let stage, let mapped else { return }
    for index in mapped.graph.outputs.indices {
      let key = stage.absolute(mapped.graph.outputs[index].key)
      while let picture = try mapped.graph.pull(index) { try body(key, picture) }
    }
  }
}
