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

  /// Encrypts bytes; what is no whole block yet waits for more.
  func encrypt(_ bytes: ArraySlice<UInt8>) throws -> [UInt8] {
    var blocks = pending + bytes
    let whole = blocks.count - blocks.count % Self.blockSize
    pending = Array(blocks[whole...])
    blocks.removeLast(blocks.count - whole)
    try cipher.process(&blocks, in: 0..<whole)
    return blocks
  }

  /// Encrypts the rest and the padding, of which there is always some.
  func finish() throws -> [UInt8] {
    let padding = Self.blockSize - pending.count
    return try encrypt([UInt8](repeating: UInt8(padding), count: padding)[...])
  }
}
