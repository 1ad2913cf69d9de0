// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import ISOBMFF
internal import LibCrypto

/// Encrypts or decrypts samples under `cbcs`: of each stretch, some blocks in turn, as one chain that
/// begins with the constant vector (ISO/IEC 23001-7 sections 9.6 and 10.4).
final class SampleCipher {
  private var cipher: CBCCipher
  private let vector: [UInt8]
  private let crypt: Int
  private let skip: Int

  /// Creates a cipher for samples that have a vector and a pattern.
  init(_ cipher: consuming CBCCipher, vector: [UInt8], crypt: UInt8, skip: UInt8) {
    self.cipher = cipher
    self.vector = vector
    self.crypt = Int(crypt)
    self.skip = Int(skip)
  }

  /// Does a sample in place.
  ///
  /// - Parameters:
  ///   - bytes: Bytes that hold the sample.
  ///   - start: The place of its first byte.
  ///   - size: Its bytes.
  ///   - subsamples: Its stretches; none when all of it is encrypted.
  /// - Throws: ``ISOBMFFError`` when the stretches are larger than the sample.
  func process(
    _ bytes: inout [UInt8], at start: Int, size: Int,
    _ subsamples: [SampleEncryption.Subsample]
  ) throws {
    guard !subsamples.isEmpty else { return try process(&bytes, start..<start + size) }
    var position = start
    for subsample in subsamples {
      position += Int(subsample.clear)
      let end = position + Int(subsample.protected)
      guard end <= start + size else {
        throw ISOBMFFError(.malformed, at: 0, "the stretches of a sample go beyond its end")
      }
      if subsample.protected > 0 { try process(&bytes, position..<end) }
      position = end
    }
  }

  /// Does a stretch: its whole blocks in the pattern's turns. What is left over stays clear.
  private func process(_ bytes: inout [UInt8], _ range: Range<Int>) throws {
    guard range.count >= CBCCipher.blockSize else { return }
    try cipher.restart(vector)
    try cipher.process(&bytes, in: range, blocks: crypt, skipping: skip)
  }
}
