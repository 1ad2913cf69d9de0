// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import ISOBMFF

/// Decrypts the samples of a track that is copied, in their order.
final class CopyDecryptor {
  private let track: CopyTrack
  private let decryptor: SampleDecryptor
  private var nextFragment = 0

  /// The keys that have been used.
  var keyCount: Int { decryptor.keyCount }

  /// Creates a decryptor; `nil` for a track in the clear.
  init?(_ track: CopyTrack) {
    guard let keys = track.keys,
      let decryptor = SampleDecryptor(track.track, track.name, keys)
    else { return nil }
    self.track = track
    self.decryptor = decryptor
  }

  /// Decrypts samples that lie one after the other in memory.
  ///
  /// - Throws: ``PackagingError`` when there is no key, or the scheme is another than `cbcs`.
  func decrypt(_ samples: [Sample], in buffer: SampleBuffer) throws {
    var position = 0
    for sample in samples {
      while !decryptor.holds(sample), nextFragment < track.movie.fragments.count {
        try readFragment()
      }
      try decryptor.decrypt(sample, in: &buffer.bytes, at: position)
      position += Int(sample.size)
    }
  }

  private func readFragment() throws {
    let extent = track.movie.fragments[nextFragment]
    nextFragment += 1
    var reader = ByteReader(
      try track.movie.file.read(at: extent.offset, count: Int(clamping: extent.size)))
    guard let box = try reader.nextBox() else { return }
    try decryptor.begin(MovieFragment(parsing: box), at: extent.offset)
  }
}

/// Samples that are decrypted on their way.
struct DecryptedPayload: FragmentPayload {
  let encrypted: CopiedPayload
  let samples: [Sample]
  let decryptor: CopyDecryptor

  func append(to file: inout OutputFile) throws {
    let buffer = SampleBuffer()
    try buffer.load(self)
    try file.write(buffer)
  }

  func load(into buffer: SampleBuffer) throws {
    try encrypted.load(into: buffer)
    try decryptor.decrypt(samples, in: buffer)
  }
}
