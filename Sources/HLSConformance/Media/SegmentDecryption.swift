// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HLSPlaylist
public import ISOBMFF

/// What decrypts segments, so that they can be looked at.
public protocol SegmentDecryption: Sendable {
  /// Decrypts a resource that is encrypted as a whole (METHOD=AES-128).
  ///
  /// - Parameters:
  ///   - bytes: The resource.
  ///   - tag: The key's tag.
  ///   - number: The media sequence number, which is the IV where the tag has none.
  /// - Returns: The resource in the clear.
  /// - Throws: An error whose description says what is missing.
  func resource(_ bytes: [UInt8], _ tag: EncryptionKey, number: UInt64) throws -> [UInt8]

  /// Decrypts the samples of a segment (METHOD=SAMPLE-AES).
  ///
  /// - Parameters:
  ///   - segment: The segment.
  ///   - track: Its track, as the init section has it.
  ///   - name: What messages call the segment.
  /// - Returns: The segment with its samples in the clear.
  /// - Throws: An error whose description says what is missing.
  func samples(of segment: [UInt8], _ track: Track, name: String) throws -> [UInt8]
}
