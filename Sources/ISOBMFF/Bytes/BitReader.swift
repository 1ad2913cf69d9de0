// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A place in a string of bits that are read from the most significant one on.
public struct BitReader: Sendable {
  private let bytes: [UInt8]

  /// The number of bits that have been read.
  public private(set) var position = 0

  /// Creates a reader of bytes. Those of a NAL unit come without emulation prevention
  /// (``RawByteSequence``).
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The number of bits left.
  public var remaining: Int { bytes.count * 8 - position }

  /// Reads a number of bits, 0 to 32, as an unsigned number.
  public mutating func bits(_ count: Int) throws(ISOBMFFError) -> UInt32 {
    guard (0...32).contains(count), count <= remaining else {
      throw ISOBMFFError(
        .truncated, at: position / 8, "expected \(count) bits more, found \(remaining)")
    }
    var value: UInt64 = 0
    var wanted = count
    while wanted > 0 {
      let available = 8 - position % 8
      let taken = min(available, wanted)
      let byte = bytes[position / 8] >> UInt8(available - taken)
      value = value << UInt64(taken) | UInt64(byte) & (1 << UInt64(taken) - 1)
      position += taken
      wanted -= taken
    }
    return UInt32(truncatingIfNeeded: value)
  }

  /// Reads one bit.
  public mutating func flag() throws(ISOBMFFError) -> Bool { try bits(1) == 1 }

  /// Reads up to eight bits.
  public mutating func byte(_ count: Int = 8) throws(ISOBMFFError) -> UInt8 {
    try UInt8(truncatingIfNeeded: bits(count))
  }

  /// Passes over a number of bits.
  public mutating func skip(_ count: Int) throws(ISOBMFFError) {
    guard count >= 0, count <= remaining else {
      throw ISOBMFFError(
        .truncated, at: position / 8, "expected \(count) bits more, found \(remaining)")
    }
    position += count
  }

  /// Reads an unsigned Exp-Golomb code, `ue(v)` (H.264 section 9.1), 0 to 2³² - 2.
  public mutating func exponentialGolomb() throws(ISOBMFFError) -> UInt32 {
    let start = position
    var zeros = 0
    while try !flag() {
      zeros += 1
      guard zeros < 32 else {
        throw ISOBMFFError(.malformed, at: start / 8, "an Exp-Golomb code exceeds 32 bits")
      }
    }
    return try (1 << UInt32(zeros) - 1) + bits(zeros)
  }

  /// Reads a signed Exp-Golomb code, `se(v)` (H.264 section 9.1.1).
  public mutating func signedExponentialGolomb() throws(ISOBMFFError) -> Int32 {
    let code = try Int64(exponentialGolomb())
    return Int32(truncatingIfNeeded: code % 2 == 1 ? (code + 1) / 2 : -code / 2)
  }

  /// Reads an unsigned Exp-Golomb code that must not exceed a limit.
  mutating func exponentialGolomb(
    atMost limit: UInt32, _ name: String
  ) throws(ISOBMFFError) -> Int {
    let start = position
    let value = try exponentialGolomb()
    guard value <= limit else {
      throw ISOBMFFError(
        .malformed, at: start / 8, "expected \(name) of at most \(limit), found \(value)")
    }
    return Int(value)
  }
}
