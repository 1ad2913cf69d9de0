// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Synchronization

/// How far an encode has come, readable while it runs.
public final class EncodingProgress: Sendable {
  private let fed = Atomic<Int>(0)
  private let passCount = Atomic<Int>(1)
  private let rungs = Mutex<[String: RungWork]>([:])
  private let sounds = Mutex<[String: Int]>([:])
  private let written = Atomic<Int>(0)
  private let loudnesses = Mutex<[String: Loudness]>([:])
  private let damaged = Atomic<Int>(0)
  private let origin = Mutex<Double?>(nil)

  /// What has been done for a rung.
  public struct RungWork: Hashable, Codable, Sendable {
    /// The pictures that were encoded.
    public var encodedPictures = 0
    /// The groups of pictures that were encoded.
    public var encodedGroups = 0
    /// The pictures that an earlier run had encoded.
    public var reusedPictures = 0
    /// The groups of pictures that an earlier run had encoded.
    public var reusedGroups = 0
  }

  /// Creates a progress at zero.
  public init() {}

  /// How many times the source is gone through.
  public var passes: Int { passCount.load(ordering: .relaxed) }

  func expect(passes: Int) { passCount.store(passes, ordering: .relaxed) }

  /// The full-rate pictures that were handed to the encoders, in all passes.
  public var framesFed: Int { fed.load(ordering: .relaxed) }

  /// The payload bytes that came out of all encoders.
  public var bytesEncoded: Int { written.load(ordering: .relaxed) }

  /// The packets and pictures of the source that did not decode cleanly.
  public var damagedFrames: Int { damaged.load(ordering: .relaxed) }

  /// What has been done for each rung, by its name.
  public var work: [String: RungWork] { rungs.withLock { $0 } }

  /// The samples that came out, by rendition: pictures and frames of sound.
  public var samplesEncoded: [String: Int] {
    let pictures = work.mapValues { $0.encodedPictures + $0.reusedPictures }
    return sounds.withLock { $0 }.merging(pictures) { sound, _ in sound }
  }

  /// How loud each audio rendition was as it went to its encoder, once it has ended.
  public var loudness: [String: Loudness] { loudnesses.withLock { $0 } }

  /// The ladder's 0 on the source's own clock, in seconds, once it is known.
  public var startTime: Double? { origin.withLock { $0 } }

  /// Takes where the ladder's 0 is: that of what is encoded last, sound beside the source coming
  /// before it.
  func start(at seconds: Double) { origin.withLock { $0 = seconds } }

  func measure(_ loudness: Loudness, of rendition: String) {
    loudnesses.withLock { $0[rendition] = loudness }
  }

  func feed() { fed.add(1, ordering: .relaxed) }

  func damage() { damaged.add(1, ordering: .relaxed) }

  func encode(bytes: Int) { written.add(bytes, ordering: .relaxed) }

  /// Counts a frame of sound, or a packet that is copied.
  func encode(_ bytes: Int, of rendition: String) {
    encode(bytes: bytes)
    sounds.withLock { $0[rendition, default: 0] += 1 }
  }

  /// Counts a chunk, or a piece of one, that was encoded.
  func finish(_ chunk: EncodedChunk, of rung: String) {
    rungs.withLock {
      $0[rung, default: RungWork()].encodedPictures += chunk.pictures.count
      $0[rung, default: RungWork()].encodedGroups += chunk.groupCount
    }
  }

  /// Counts a chunk that an earlier run had encoded.
  func reuse(_ chunk: EncodedChunk, of rung: String) {
    encode(bytes: chunk.bytes.count)
    rungs.withLock {
      $0[rung, default: RungWork()].reusedPictures += chunk.pictures.count
      $0[rung, default: RungWork()].reusedGroups += chunk.groupCount
    }
  }
}
