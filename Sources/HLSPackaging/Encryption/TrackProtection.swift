// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
internal import ISOBMFF
internal import LibCrypto

/// How the segments of one track are encrypted, one after the other.
final class TrackProtection {
  private let package: PackageProtection
  private let keyClass: KeyClass
  private var ranges: ProtectedRanges?
  private let number: Int
  private var key: TrackKey?
  private var cipher: SampleCipher?
  /// The key of the init segment, which holds for fragments that do not say otherwise.
  private let first: TrackKey

  /// The place of the entry in the clear beside the encrypted one.
  private static let clearDescription: UInt32 = 2

  /// Prepares for a track.
  ///
  /// - Parameters:
  ///   - package: How the package is encrypted.
  ///   - entry: What the samples are.
  ///   - precedingSegments: The segments of recordings before this one.
  /// - Throws: ``PackagingError`` when there is no key, ``ISOBMFFError`` when such samples cannot be
  ///   encrypted.
  init(_ package: PackageProtection, _ entry: SampleEntry, precedingSegments: Int) throws {
    self.package = package
    number = precedingSegments
    keyClass = KeyClass(entry)
    let begin = max(precedingSegments, package.plan.clearLead)
    guard let first = try package.key(of: begin, keyClass) else {
      throw PackagingError(.protection, package.keys.name, "expected a key, found none")
    }
    self.first = first
    ranges = package.scheme == .samples ? try ProtectedRanges(entry) : nil
  }

  private var hasClearSegments: Bool { number < package.plan.clearLead }

  /// Begins a segment, counted from 0 in its recording.
  func beginSegment(_ index: Int) throws {
    let next = try package.key(of: number + index, keyClass)
    if package.scheme == .samples, next?.id != key?.id || cipher == nil, let next, let ranges {
      cipher = SampleCipher(
        try .encrypting(with: next.key), vector: next.vector, crypt: ranges.pattern.crypt,
        skip: ranges.pattern.skip)
    }
    key = next
  }

  /// The tags of the segment.
  var tags: [EncryptionKey] { key.map(package.tags) ?? [] }

  /// What encrypts the segment as a whole, by its number in its recording; `nil` when nothing does.
  func segmentCipher(_ index: Int) throws -> SegmentCipher? {
    guard package.scheme == .wholeSegments, let key else { return nil }
    return try SegmentCipher(key.key, number: number + index)
  }

  /// Whether segments are encrypted as a whole.
  var encryptsSegments: Bool { package.scheme == .wholeSegments }

  /// Whether the segment's samples must pass through memory.
  var needsSamples: Bool { key != nil }
}

// MARK: - Samples

extension TrackProtection {
  /// The init segment with what players need to decrypt samples.
  func protected(_ header: InitializationSegment) -> InitializationSegment {
    guard let ranges else { return header }
    var header = header
    for index in header.movie.tracks.indices {
      let entries = header.movie.tracks[index].sampleEntries
      let defaults = TrackEncryption(
        keyID: first.id, constantVector: first.vector, cryptBlocks: ranges.pattern.crypt,
        skipBlocks: ranges.pattern.skip)
      header.movie.tracks[index].sampleEntries =
        entries.map { $0.protected(by: "cbcs", defaults) } + (hasClearSegments ? entries : [])
    }
    header.movie.protectionSystems = package.systems.compactMap { $0.box(for: first) }
    return header
  }

  /// Encrypts the samples of a fragment in place, where its segment is encrypted so.
  ///
  /// - Parameters:
  ///   - buffer: The samples, one after the other from the first byte on.
  ///   - samples: The size of each.
  /// - Returns: What the fragment says of it.
  /// - Throws: ``ISOBMFFError`` when a sample cannot be read.
  func encrypt(
    _ buffer: SampleBuffer, _ samples: [CMAFSample]
  ) throws -> FragmentEncryption? {
    guard package.scheme == .samples else { return nil }
    guard key != nil else { return clearDescription }
    var entries: [SampleEncryption.Entry] = []
    entries.reserveCapacity(samples.count)
    // Taken out, so that spans can stand on them and nothing is copied.
    var bytes: [UInt8] = []
    swap(&bytes, &buffer.bytes)
    defer { swap(&bytes, &buffer.bytes) }
    var position = 0
    for sample in samples {
      let size = Int(sample.size)
      let subsamples =
        try ranges?.subsamples(of: bytes.span.extracting(position..<position + size)) ?? []
      try cipher?.process(&bytes, at: position, size: size, subsamples)
      entries.append(SampleEncryption.Entry(subsamples: subsamples))
      position += size
    }
    return description(SampleEncryption(entries: entries))
  }

  /// What a fragment says whose samples are encrypted.
  private func description(_ samples: SampleEncryption) -> FragmentEncryption {
    var description = FragmentEncryption()
    let isWhole = ranges?.coversWholeSamples == true
    if !isWhole || package.describesSound { description.samples = samples }
    guard package.plan.rotation != nil, let key, let ranges else { return description }
    description.group = TrackEncryption(
      keyID: key.id, constantVector: key.vector, cryptBlocks: ranges.pattern.crypt,
      skipBlocks: ranges.pattern.skip)
    if key.id != first.id { description.systems = package.systems.compactMap { $0.box(for: key) } }
    return description
  }

  /// What a fragment in the clear says.
  private var clearDescription: FragmentEncryption {
    var description = FragmentEncryption()
    description.descriptionIndex = Self.clearDescription
    return description
  }
}
