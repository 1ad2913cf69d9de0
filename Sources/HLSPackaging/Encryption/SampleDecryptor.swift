// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import ISOBMFF
internal import LibCrypto

/// Decrypts samples of a track, each with the key and the stretches that its fragment says.
final class SampleDecryptor {
  private let track: Track
  private let name: String
  private let keys: KeyRing
  /// The samples of the fragment, by where they begin.
  private var entries: [UInt64: SampleEncryption.Entry] = [:]
  private var group: TrackEncryption?
  private var ciphers: [TrackEncryption: SampleCipher] = [:]

  /// The keys that have been used.
  var keyCount: Int { ciphers.count }

  /// Creates a decryptor; `nil` for a track in the clear.
  ///
  /// - Parameters:
  ///   - track: The track, as the init segment has it.
  ///   - name: What messages call it.
  ///   - keys: The keys.
  init?(_ track: Track, _ name: String, _ keys: KeyRing) {
    guard track.sampleEntries.contains(where: { $0.protection != nil }) else { return nil }
    self.track = track
    self.name = name
    self.keys = keys
  }

  /// Takes what the next fragment says.
  ///
  /// - Parameters:
  ///   - fragment: The fragment.
  ///   - offset: Where it begins, counted as the places of samples are.
  /// - Throws: ``ISOBMFFError`` when it cannot be read.
  func begin(_ fragment: MovieFragment, at offset: UInt64) throws {
    guard let part = fragment.tracks.first(where: { $0.trackID == track.id }) else { return }
    group = try part.encryptionGroup()
    let described = try part.otherBoxes.first { $0.type == "senc" }
      .map { try SampleEncryption(parsing: $0, vectorSize: 0).entries }
    entries.removeAll(keepingCapacity: true)
    for (index, sample) in try fragment.samples(of: track, at: offset).enumerated() {
      let entry = described.flatMap { $0.indices.contains(index) ? $0[index] : nil }
      entries[sample.offset] = entry ?? SampleEncryption.Entry()
    }
  }

  /// Whether the fragment holds a sample.
  func holds(_ sample: Sample) -> Bool { entries[sample.offset] != nil }

  /// Decrypts a sample of the fragment in place.
  ///
  /// - Parameters:
  ///   - sample: The sample.
  ///   - bytes: Bytes that hold it.
  ///   - position: Where it begins in them.
  /// - Throws: ``PackagingError`` when there is no key, or the scheme is another than `cbcs`.
  func decrypt(_ sample: Sample, in bytes: inout [UInt8], at position: Int) throws {
    let index = Int(sample.descriptionIndex) - 1
    let list = track.sampleEntries
    guard let scheme = (list.indices.contains(index) ? list[index] : list.first)?.protection else {
      return
    }
    guard scheme.scheme == "cbcs" else {
      throw PackagingError(
        .protection, name, "expected samples in the scheme cbcs, found '\(scheme.scheme)'")
    }
    guard let entry = entries[sample.offset], let encryption = group ?? scheme.defaults else {
      throw PackagingError(
        .protection, name, "expected encrypted samples in fragments, found others")
    }
    guard encryption.isProtected else { return }
    try cipher(encryption).process(
      &bytes, at: position, size: Int(sample.size), entry.subsamples)
  }

  private func cipher(_ encryption: TrackEncryption) throws -> SampleCipher {
    if let cipher = ciphers[encryption] { return cipher }
    guard let key = keys.key(withID: encryption.keyID) else {
      throw PackagingError(
        .protection, name,
        "expected the key with the id \(encryption.keyID.hexadecimal), found none in \(keys.name)")
    }
    let cipher = SampleCipher(
      try .decrypting(with: key), vector: encryption.constantVector,
      crypt: encryption.cryptBlocks, skip: encryption.skipBlocks)
    ciphers[encryption] = cipher
    return cipher
  }
}
