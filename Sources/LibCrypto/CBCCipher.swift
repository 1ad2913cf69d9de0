// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CCrypto

/// AES-128 in CBC mode (NIST SP 800-38A section 6.2) over whole blocks, in place.
///
/// The chain goes on from call to call until ``restart(_:)`` begins another one.
@safe
public struct CBCCipher: ~Copyable {
  /// The bytes of a block.
  public static let blockSize = 16

  private let context: OpaquePointer
  /// The blocks of a pattern, side by side.
  private var gathered: [UInt8] = []

  private init(_ context: OpaquePointer) { unsafe self.context = context }

  // Frees and wipes the key's schedule.
  deinit { unsafe EVP_CIPHER_CTX_free(context) }

  /// A cipher that encrypts.
  ///
  /// - Throws: ``CryptoError`` when libcrypto has no such cipher.
  public static func encrypting(with key: ContentKey) throws(CryptoError) -> CBCCipher {
    try make(key, encrypts: true)
  }

  /// A cipher that decrypts.
  ///
  /// - Throws: ``CryptoError`` when libcrypto has no such cipher.
  public static func decrypting(with key: ContentKey) throws(CryptoError) -> CBCCipher {
    try make(key, encrypts: false)
  }

  private static func make(_ key: ContentKey, encrypts: Bool) throws(CryptoError) -> CBCCipher {
    try CryptoLibrary.prepare()
    guard let context = unsafe EVP_CIPHER_CTX_new() else { throw SecretBytes.noMemory }
    let isMade = unsafe key.withMemory { bytes in
      unsafe EVP_CipherInit_ex(
        context, EVP_aes_128_cbc(), nil, bytes, [UInt8](repeating: 0, count: blockSize),
        encrypts ? 1 : 0)
    }
    guard isMade == 1, unsafe EVP_CIPHER_CTX_set_padding(context, 0) == 1 else {
      unsafe EVP_CIPHER_CTX_free(context)
      throw CryptoError("libcrypto cannot make a cipher of AES-128")
    }
    return unsafe CBCCipher(context)
  }

  /// Begins a chain.
  ///
  /// - Parameter vector: The initialisation vector, 16 bytes.
  /// - Throws: ``CryptoError`` when there are not 16.
  public mutating func restart(_ vector: [UInt8]) throws(CryptoError) {
    guard vector.count == Self.blockSize,
      unsafe EVP_CipherInit_ex(context, nil, nil, nil, vector, -1) == 1
    else { throw CryptoError("expected an initialisation vector of 16 bytes") }
  }

  /// Goes on with the chain over some blocks of a range, in turns: so many blocks, and so many that
  /// are passed over (ISO/IEC 23001-7 section 9.6). A part of a block at the end is passed over too.
  ///
  /// The blocks are gathered, so that one call does them all.
  ///
  /// - Throws: ``CryptoError`` when the range is outside of the bytes.
  public mutating func process(
    _ bytes: inout [UInt8], in range: Range<Int>, blocks run: Int, skipping skip: Int
  ) throws(CryptoError) {
    let whole = range.lowerBound..<range.upperBound - range.count % Self.blockSize
    guard skip > 0 else { return try process(&bytes, in: whole) }
    guard range.lowerBound >= 0, range.upperBound <= bytes.count, run >= 0 else {
      throw CryptoError("expected a range within the bytes")
    }
    let (length, turn) = (run * Self.blockSize, (run + skip) * Self.blockSize)
    let count =
      whole.count / turn * length + min(length, whole.count % turn)
    var blocks: [UInt8] = []
    swap(&blocks, &gathered)
    defer { swap(&blocks, &gathered) }
    if blocks.count < count { blocks = [UInt8](repeating: 0, count: count) }
    Self.move(&bytes, whole, length, turn, &blocks, gathers: true)
    try process(&blocks, in: 0..<count)
    Self.move(&bytes, whole, length, turn, &blocks, gathers: false)
  }

  /// Copies the runs of a range to other bytes, side by side, or from there.
  private static func move(
    _ bytes: inout [UInt8], _ range: Range<Int>, _ length: Int, _ turn: Int,
    _ blocks: inout [UInt8], gathers: Bool
  ) {
    unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe blocks.withUnsafeMutableBytes { blocks in
        guard let bytes = bytes.baseAddress, let blocks = blocks.baseAddress else { return }
        var place = 0
        for start in stride(from: range.lowerBound, to: range.upperBound, by: turn) {
          let count = min(length, range.upperBound - start)
          if gathers {
            unsafe (blocks + place).copyMemory(from: bytes + start, byteCount: count)
          } else {
            unsafe (bytes + start).copyMemory(from: blocks + place, byteCount: count)
          }
          place += count
        }
      }
    }
  }

  /// Goes on with the chain over a range of bytes, a multiple of 16.
  ///
  /// - Throws: ``CryptoError`` when the range is no multiple, or too long for one call.
  public mutating func process(
    _ bytes: inout [UInt8], in range: Range<Int>
  ) throws(CryptoError) {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count,
      range.count % Self.blockSize == 0, let count = Int32(exactly: range.count)
    else { throw CryptoError("expected whole blocks of 16 bytes") }
    let isDone = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return true }
      var written: Int32 = 0
      let place = unsafe base + range.lowerBound
      return unsafe EVP_CipherUpdate(context, place, &written, place, count) == 1
        && written == count
    }
    guard isDone else { throw CryptoError("libcrypto cannot go on") }
  }
}
