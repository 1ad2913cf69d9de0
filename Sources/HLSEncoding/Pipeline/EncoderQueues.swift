// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// The queues between the source and the encoders, one for each rendition.
final class EncoderQueues: Sendable {
  private let rungs: [String: BoundedQueue<Frame>]
  private let renditions: [String: BoundedQueue<AudioChunk>]

  /// About how many bytes of pictures may wait before one encoder.
  private static let pictureBytes = 24 << 20

  init(_ plan: LadderPlan) {
    rungs = Dictionary(
      uniqueKeysWithValues: plan.rungs.map { rung in
        let bytes = max(1, rung.width * rung.height * 3)
        let capacity = min(16, max(2, Self.pictureBytes / bytes))
        return (rung.name, BoundedQueue(capacity: capacity))
      })
    renditions = Dictionary(
      uniqueKeysWithValues: plan.audio.map { ($0.directory, BoundedQueue(capacity: 64)) })
  }

  /// No queues: what would go to encoders is dropped.
  static let none = EncoderQueues()

  private init() {
    rungs = [:]
    renditions = [:]
  }

  /// The queues of the rungs that take one kind of picture.
  func video(for key: PictureKey, _ plan: LadderPlan) -> [BoundedQueue<Frame>] {
    plan.rungs.filter { $0.pictureKey == key }.compactMap { rungs[$0.name] }
  }

  func video(for rung: VideoRung) -> BoundedQueue<Frame>? { rungs[rung.name] }

  func audio(for rendition: AudioRendition) -> BoundedQueue<AudioChunk>? {
    renditions[rendition.directory]
  }

  /// Says that nothing more will come.
  func finish() {
    rungs.values.forEach { $0.finish() }
    renditions.values.forEach { $0.finish() }
  }

  /// Drops everything and wakes everyone.
  func abandon() {
    rungs.values.forEach { $0.abandon() }
    renditions.values.forEach { $0.abandon() }
  }
}

/// Samples on their way to an audio encoder.
struct AudioChunk: Sendable {
  var frame: Frame
  /// How many of the frame's samples count; the rest is padding.
  var count: Int
}
