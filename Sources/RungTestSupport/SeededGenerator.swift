// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Random numbers that a seed repeats (SplitMix64).
///
/// A test prints its seed in the form that replays it: `SeededGenerator(seed: 0x1234)`.
public struct SeededGenerator: RandomNumberGenerator, CustomStringConvertible {
  private let seed: UInt64
  private var state: UInt64

  /// Creates a generator from a seed, at random where none is given.
  public init(seed: UInt64 = .random(in: .min ... .max)) {
    self.seed = seed
    state = seed
  }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// The expression that makes the same generator again.
  public var description: String { "SeededGenerator(seed: 0x\(String(seed, radix: 16)))" }
}
