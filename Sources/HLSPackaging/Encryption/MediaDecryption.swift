// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HLSPlaylist
public import ISOBMFF
internal import LibCrypto

/// Decrypts what a playlist lists, to look at it.
public struct MediaDecryption: Sendable {
  private let keys: KeyRing

  /// Decrypts with keys.
  public init(_ keys: KeyRing) { self.keys = keys }

  /// Decrypts a resource that is encrypted as a whole (METHOD=AES-128).
  ///
  /// - Parameters:
  ///   - bytes: The resource.
  ///   - tag: The key's tag. Of several keys, the one is taken whose identifier is in its URI.
  ///   - number: The media sequence number, which is the IV where the tag has none.
  /// - Returns: The resource in the clear.
  /// - Throws: ``PackagingError`` when there is no key, or another one is needed.
  public func resource(
    _ bytes: [UInt8], _ tag: EncryptionKey, number: UInt64
  ) throws -> [UInt8] {
    guard let key = keys.key(namedIn: tag.uri) else {
      throw PackagingError(
        .protection, tag.uri, "expected its key, found none in \(keys.name)")
    }
    let digits = (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    let vector = (tag.initializationVector?.bytes ?? digits).suffix(CBCCipher.blockSize)
    var clear = bytes
    guard !clear.isEmpty, clear.count % CBCCipher.blockSize == 0 else {
      throw PackagingError(
        .protection, tag.uri, "expected whole blocks of 16 bytes, found \(bytes.count) bytes")
    }
    var cipher = try CBCCipher.decrypting(with: key)
    try cipher.restart([UInt8](repeating: 0, count: CBCCipher.blockSize - vector.count) + vector)
    var position = 0
    while position < clear.count {
      let end = min(position + 1 << 30, clear.count)
      try cipher.process(&clear, in: position..<end)
      position = end
    }
    let padding = Int(clear[clear.count - 1])
    guard (1...CBCCipher.blockSize).contains(padding),
      clear.suffix(padding).allSatisfy({ Int($0) == padding })
    else {
      throw PackagingError(
        .protection, tag.uri, "expected the key of the segments, found one that decrypts nothing")
    }
    clear.removeLast(padding)
    return clear
  }

  /// Decrypts the samples of a segment (METHOD=SAMPLE-AES).
  ///
  /// - Parameters:
  ///   - segment: The segment.
  ///   - track: Its track, as the init segment has it.
  ///   - name: What messages call the segment.
  /// - Returns: The segment with its samples in the clear, which its boxes still call encrypted.
  /// - Throws: ``PackagingError`` when there is no key, or the scheme is another than `cbcs`;
  ///   `ISOBMFFError` when the segment cannot be read.
  public func samples(
    of segment: [UInt8], _ track: Track, name: String
  ) throws -> [UInt8] {
    guard let decryptor = SampleDecryptor(track, name, keys) else { return segment }
    var bytes = segment
    for fragment in try ISOBMFF.MediaSegment(parsing: segment).fragments {
      let offset = UInt64(fragment.range.lowerBound)
      try decryptor.begin(fragment.movieFragment, at: offset)
      for sample in try fragment.movieFragment.samples(of: track, at: offset) {
        let (end, overflow) = sample.offset.addingReportingOverflow(UInt64(sample.size))
        guard !overflow, end <= UInt64(bytes.count) else { break }
        try decryptor.decrypt(sample, in: &bytes, at: Int(sample.offset))
      }
    }
    return bytes
  }
}
