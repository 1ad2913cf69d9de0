// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Synchronization

/// How far an encode has come, readable while it runs.
public final class EncodingProgress: Sendable {
  private let fed = Atomic<Int>(0)
  private let encoded = Mutex<[String: Int]>([:])
  private let written = Atomic<Int>(0)
  private let loudnesses = Mutex<[String: Loudness]>([:])
  private let damaged = Atomic<Int>(0)
  private let origin = Mutex<Double?>(nil)

  /// Creates a progress at zero.
  public init() {}

  /// The full-rate pictures that were handed to the encoders.
  public var framesFed: Int { fed.load(ordering: .relaxed) }

  /// The payload bytes that came out of all encoders.
  public var bytesEncoded: Int { written.load(ordering: .relaxed) }

  /// The packets and pictures of the source that did not decode cleanly.
  public var damagedFrames: Int { damaged.load(ordering: .relaxed) }

  /// The samples that came out, by rendition.
  public var samplesEncoded: [String: Int] { encoded.withLock { $0 } }

  /// How loud each audio rendition was as it went to its encoder, once it has ended.
  public var loudness: [String: Loudness] { loudnesses.withLock { $0 } }

  /// The ladder's 0 on the source's own clock, in seconds, once it is known.
  public var startTime: Double? { origin.withLock { $0 } }

  func start(at seconds: Double) { origin.withLock { $0 = $0 ?? seconds } }

  func measure(_ loudness: Loudness, of rendition: String) {
    loudnesses.withLock { $0[rendition] = loudness }
  }

  func feed() { fed.add(1, ordering: .relaxed) }

  func damage() { damaged.add(1, ordering: .relaxed) }

  func encode(_ bytes: Int, of rendition: String) {
    written.add(bytes, ordering: .relaxed)
    encoded.withLock { $0[rendition, default: 0] += 1 }
  }
}
