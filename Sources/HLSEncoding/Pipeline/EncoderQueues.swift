// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// The ways between the source and the encoders, one for each rendition.
final class EncoderQueues: Sendable {
  /// The rungs.
  let rungs: [RungEncoding]
  private let renditions: [String: BoundedQueue<AudioChunk>]

  convenience init(_ rungs: [RungEncoding], _ audio: [AudioRendition]) {
    self.init(
      rungs,
      Dictionary(uniqueKeysWithValues: audio.map { ($0.directory, BoundedQueue(capacity: 64)) }))
  }

  /// Queues of sound by the folders of their renditions.
  init(_ rungs: [RungEncoding], _ sound: [String: BoundedQueue<AudioChunk>]) {
    self.rungs = rungs
    renditions = sound
  }

  /// No queues: what would go to encoders is dropped.
  static let none = EncoderQueues([], [:])

  /// The rungs that take one kind of picture.
  func rungs(for key: PictureKey) -> [RungEncoding] { rungs.filter { $0.rung.pictureKey == key } }

  func audio(for rendition: AudioRendition) -> BoundedQueue<AudioChunk>? {
    renditions[rendition.directory]
  }

  /// Begins the next chunk of every rung.
  ///
  /// - Returns: Whether any of them needs the pictures.
  func beginChunk() throws -> Bool {
    // Each is begun, whether or not one before it needs pictures.
    try rungs.reduce(false) { isNeeded, rung in try rung.beginChunk() || isNeeded }
  }

  /// Says that nothing more will come.
  func finish() {
    rungs.forEach { $0.finish() }
    renditions.values.forEach { $0.finish() }
  }

  /// Drops everything and wakes everyone.
  func abandon() {
    rungs.forEach { $0.abandon() }
    renditions.values.forEach { $0.abandon() }
  }
}

/// Samples on their way to an audio encoder.
struct AudioChunk: Sendable {
  var frame: Frame
  /// How many of the frame's samples count; the rest is padding.
  var count: Int
}
