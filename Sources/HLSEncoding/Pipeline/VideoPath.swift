// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// The pictures' way from packets to the encoders' queues.
final class VideoPath {
  let stream: StreamDescription
  let decoder: Decoder
  private var graph: PictureGraph
  private let queues: [[BoundedQueue<Frame>]]
  private let frameRate: Rational
  private let fullRateIndex: Int
  private let plan: LadderPlan
  private var lastTime: Int64 = -1
  private var endTime: Int64 = 0
  private var framesOut = 0

  /// Whether the part of the source that was asked for is over.
  private(set) var isPastEnd = false

  init(
    _ stream: StreamDescription, _ plan: LadderPlan, _ decoder: consuming Decoder,
    _ queues: EncoderQueues
  ) throws {
    guard let video = stream.video else {
      throw EncodingError(.source, plan.source.path, "track \(stream.index) holds no pictures")
    }
    self.stream = stream
    self.decoder = decoder
    graph = try PictureGraph.make(
      for: video, keys: Set(plan.rungs.map(\.pictureKey)), timeBase: stream.timeBase,
      frameRate: plan.grid.frameRate)
    self.queues = graph.outputs.map { queues.video(for: $0.key, plan) }
    let divisors = graph.outputs.map(\.key.divisor)
    fullRateIndex = divisors.indices.min { divisors[$0] < divisors[$1] } ?? 0
    frameRate = Rational(
      plan.grid.frameRate.numerator,
      plan.grid.frameRate.denominator * Int64(divisors[fullRateIndex]))
    self.plan = plan
  }

  /// How long the pictures are that were handed on, in seconds.
  var seconds: Rational {
    Rational(Int64(framesOut) * frameRate.denominator, frameRate.numerator)
  }

  /// Takes a decoded picture.
  func take(
    _ frame: Frame, _ clock: inout SourceClock, _ progress: EncodingProgress
  ) throws {
    let decoded = frame.presentationTime ?? lastTime + 1
    guard !isPastEnd, !clock.isBeforeStart(decoded, in: stream.timeBase) else { return }
    clock.start(at: decoded, in: stream.timeBase)
    let time = clock.time(decoded, in: stream.timeBase, to: stream.timeBase) ?? 0
    // A time that does not go on would make the rate filter drop or reorder; it follows the last.
    let next = max(time, lastTime + 1)
    lastTime = next
    if let limit = plan.range.duration, Double(next) * stream.timeBase.value >= limit - 0.0005 {
      isPastEnd = true
      return
    }
    endTime = next &+ shownTime(ofPictureAt: decoded)
    try graph.push(frame, at: next)
    try drain(progress)
  }

  /// How long a picture is shown when none follows: to the end of the track that the container
  /// declares, where that is within a second; else as long as any other.
  private func shownTime(ofPictureAt time: Int64) -> Int64 {
    let second = max(1, stream.timeBase.inverse.multiplied(by: 1))
    let rest = (stream.startTime ?? 0) &+ (stream.duration ?? 0) &- time
    return (1...second).contains(rest)
      ? rest : plan.grid.frameRate.inverse.rescale(1, to: stream.timeBase)
  }

  /// Takes the end of the track.
  func finish(_ progress: EncodingProgress) throws {
    try graph.push(nil, at: endTime)
    try drain(progress)
  }

  private func drain(_ progress: EncodingProgress) throws {
    for index in graph.outputs.indices {
      while let picture = try graph.pull(index) {
        if index == fullRateIndex {
          framesOut += 1
          progress.feed()
        }
        for queue in queues[index] where !queue.push(picture) {
          throw EncodingError(.interrupted, "", "interrupted")
        }
      }
    }
  }
}
