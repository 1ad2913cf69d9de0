// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// How the encoder of a chunk is capped, so that chunks that know nothing of each other keep the
/// cap of their rung when they are joined.
///
/// A rung's pictures must go through a buffer of `B` bits that fills at `R` bits a second. Every
/// chunk starts with a share of the buffer and has the rest for its end: at a join the one may be
/// spent behind the other, and together they are `B`. The share is taken back from the rate over
/// the shortest chunk that counts, so that a whole chunk never takes more than `R` for its time.
struct ChunkCap: Hashable, Sendable {
  /// Bits a second at which the chunk's buffer fills.
  var maximumRate: Int
  /// The chunk's buffer, in bits.
  var bufferSize: Int
  /// How full the chunk's buffer is at its start, from 0 to 1.
  var initialFullness: Double

  /// A run of segments shorter than half a target duration of six seconds has no rate of its own,
  /// and so the shortest chunk that counts lasts three.
  private static let shortest = 3.0

  /// The caps of a rung's chunks.
  init(_ rung: VideoRung) {
    guard rung.coding.isChunked else {
      maximumRate = rung.maximumRate
      bufferSize = rung.bufferSize
      initialFullness = 0.9
      return
    }
    let buffer = Double(rung.bufferSize)
    // Less for rungs whose cap leaves little room: what is left of it has to be their mean.
    let room = Double(rung.maximumRate - rung.bitRate) * Self.shortest
    let start = max(0.05 * buffer, min(rung.initialFullness * buffer, room))
    let rate = Double(rung.maximumRate) - start / Self.shortest
    maximumRate = max(rung.bitRate, Int(rate))
    bufferSize = Int(buffer - start)
    initialFullness = start / (buffer - start)
  }
}
