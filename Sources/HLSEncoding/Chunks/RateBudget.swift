// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The mean rate that each chunk of a rung is given: what easy chunks leave over goes to later ones.
///
/// A chunk's rate follows from the sizes of those that lie ``lag`` and more before it, whatever
/// else is encoded meanwhile. So that many can be encoded side by side, and the rates are the same
/// whether they are or not.
struct RateBudget: Sendable {
  /// The most chunks of a rung that can be encoded at once.
  static let lag = 3

  private let rung: VideoRung
  private let cap: ChunkCap
  /// The bits of a chunk at the rung's mean rate.
  private let nominal: Double
  private let seconds: Double
  /// What each chunk was given and took; `nil` where it is not done.
  private var given: [Double] = []
  private var taken: [Double?] = []

  init(_ rung: VideoRung, chunkSeconds: Double) {
    self.rung = rung
    cap = ChunkCap(rung)
    seconds = chunkSeconds
    nominal = Double(rung.bitRate) * chunkSeconds
  }

  /// Whether the rate of the next chunk is known: those it depends on are done.
  var isKnown: Bool { taken.dropLast(Self.lag - 1).allSatisfy { $0 != nil } }

  /// The mean rate of the next chunk, in b/s. Call when ``isKnown``.
  mutating func next() -> Int {
    let settled = taken.dropLast(Self.lag - 1)
    // Those between are taken to keep what they were given.
    let saved =
      settled.reduce(0) { $0 + nominal - ($1 ?? nominal) }
      - given.dropFirst(settled.count).reduce(0) { $0 + $1 - nominal }
    // Half of what is saved at a time, and no more than a few chunks' worth in all: what an hour of
    // black leaves over must not make the next minute expensive.
    let share = min(max(saved, -nominal), 4 * nominal) / 2
    let rate = (nominal + share) / seconds
    let mean = Double(rung.bitRate)
    let bounded = Int(min(max(rate, mean / 2), max(mean, 0.95 * Double(cap.maximumRate))))
    given.append(Double(bounded) * seconds)
    taken.append(nil)
    return bounded
  }

  /// Notes what a chunk took, in bits.
  mutating func settle(_ chunk: Int, _ bits: Int) { taken[chunk] = Double(bits) }
}
