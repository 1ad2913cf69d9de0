// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibCrypto

/// Encrypts a whole segment piece by piece (METHOD=AES-128: CBC with the padding of PKCS #7).
final class SegmentCipher {
  private static let blockSize = CBCCipher.blockSize

  private var cipher: CBCCipher
  private var pending: [UInt8] = []

  /// Begins a segment.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - number: The media sequence number, which is the initialisation vector.
  /// - Throws: `CryptoError` when libcrypto has no such cipher.
  init(_ key: ContentKey, number: Int) throws {
    cipher = try CBCCipher.encrypting(with: key)
    let digits = (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    try cipher.restart([UInt8](repeating: 0, count: 8) + digits)
  }

  /// Encrypts bytes in place.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, and perhaps others behind them.
  ///   - count: Their number.
  /// - Returns: What goes on before the range: the block that completes what waited. What is no
  ///   whole block yet waits for more.
  /// - Throws: `CryptoError` when there are more bytes than one call takes.
  func encrypt(_ bytes: inout [UInt8], count: Int) throws -> (first: [UInt8], rest: Range<Int>) {
    var first: [UInt8] = []
    var start = 0
    if !pending.isEmpty {
      start = min(count, Self.blockSize - pending.count)
      pending += bytes[..<start]
      if pending.count == Self.blockSize {
        swap(&first, &pending)
        try cipher.process(&first, in: 0..<Self.blockSize)
      }
    }
    let end = count - (count - start) % Self.blockSize
    pending += bytes[end..<count]
    try cipher.process(&bytes, in: start..<end)
    return (first, start..<end)
  }

  /// Encrypts the rest and the padding, of which there is always some.
  func finish() throws -> [UInt8] {
    let padding = Self.blockSize - pending.count
    var bytes = pending + [UInt8](repeating: UInt8(padding), count: padding)
    pending = []
    try cipher.process(&bytes, in: 0..<Self.blockSize)
    return bytes
  }
}
