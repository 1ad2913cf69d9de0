// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// The way of pictures from the source's own to the encoders: every size and range of each, and
/// chunks begun where the grid says.
final class PictureFeed {
  private let pipeline: PicturePipeline
  private let queues: EncoderQueues
  private let rungs: [PictureKey: [RungEncoding]]
  private let framesPerChunk: Int64
  private let progress: EncodingProgress
  /// Whether a rung needs the pictures of the chunk.
  private var isNeeded = true
  /// The pictures at the full rate so far.
  private(set) var pictures: Int64 = 0

  /// Lays out the way.
  ///
  /// - Parameters:
  ///   - video: What the pictures mean.
  ///   - input: The frames that come in, and the rate to bring them to.
  ///   - plan: What is made of them.
  ///   - queues: Where they go.
  ///   - progress: Counts them.
  /// - Throws: `LibAVError` when a filter refuses.
  init(
    _ video: VideoParameters, _ input: PictureInput, _ plan: LadderPlan, _ queues: EncoderQueues,
    _ progress: EncodingProgress
  ) throws {
    self.queues = queues
    self.progress = progress
    rungs = Dictionary(grouping: queues.rungs, by: \.rung.pictureKey)
    framesPerChunk = Int64(plan.grid.framesPerChunk)
    pipeline = try PicturePipeline.make(video, input, to: Set(rungs.keys), plan.light)
  }

  /// Feeds a frame, or at the end none with the time at which the last one ends.
  func push(_ frame: Frame?, at time: Int64) throws {
    try pipeline.push(frame, at: time) { index in
      pictures = index + 1
      progress.feed()
      if index % framesPerChunk == 0 { isNeeded = try queues.beginChunk() }
      return isNeeded
    } _: { key, picture in
      for rung in rungs[key] ?? [] where !rung.push(picture) {
        throw EncodingError(.interrupted, "", "interrupted")
      }
    }
  }
}
