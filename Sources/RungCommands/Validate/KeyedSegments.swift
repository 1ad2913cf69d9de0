// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSConformance
internal import HLSPackaging
internal import HLSPlaylist
internal import ISOBMFF

/// Segments that are decrypted with the keys of a key file, so that they can be looked at.
struct KeyedSegments: SegmentDecryption {
  private let decryption: MediaDecryption

  init(_ keys: KeyRing) { decryption = MediaDecryption(keys) }

  func resource(_ bytes: [UInt8], _ tag: EncryptionKey, number: UInt64) throws -> [UInt8] {
    try decryption.resource(bytes, tag, number: number)
  }

  func samples(of segment: [UInt8], _ track: Track, name: String) throws -> [UInt8] {
    try decryption.samples(of: segment, track, name: name)
  }
}
