// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// How the samples of a fragment are encrypted: the `senc` box (ISO/IEC 23001-7 section 7.2).
public struct SampleEncryption: Hashable, Sendable {
  /// A stretch of a sample: clear bytes and encrypted ones after them.
  public struct Subsample: Hashable, Sendable {
    /// The bytes in the clear.
    public var clear: UInt16
    /// The encrypted bytes.
    public var protected: UInt32

    /// Creates a stretch.
    public init(clear: UInt16, protected: UInt32) {
      self.clear = clear
      self.protected = protected
    }
  }

  /// How one sample is encrypted.
  public struct Entry: Hashable, Sendable {
    /// The sample's own initialisation vector; empty when all share the one of ``TrackEncryption``.
    public var vector: [UInt8]
    /// The stretches, which cover the sample; empty when all of it is encrypted.
    public var subsamples: [Subsample]

    /// Creates an entry.
    public init(vector: [UInt8] = [], subsamples: [Subsample] = []) {
      self.vector = vector
      self.subsamples = subsamples
    }
  }

  /// The entries, one a sample.
  public var entries: [Entry]

  /// Creates a description.
  public init(entries: [Entry]) { self.entries = entries }

  /// Whether samples have stretches; all entries then have a count of them.
  var hasSubsamples: Bool { entries.contains { !$0.subsamples.isEmpty } }

  /// The bytes of each entry.
  var entryBytes: [[UInt8]] {
    let hasSubsamples = hasSubsamples
    return entries.map { entry in
      var writer = ByteWriter()
      writer.append(entry.vector)
      guard hasSubsamples else { return writer.bytes }
      writer.uint16(UInt16(clamping: entry.subsamples.count))
      for subsample in entry.subsamples.prefix(65_535) {
        writer.uint16(subsample.clear)
        writer.uint32(subsample.protected)
      }
      return writer.bytes
    }
  }
}

// MARK: - Reading

extension SampleEncryption {
  /// Reads a `senc` box.
  ///
  /// - Parameters:
  ///   - box: The box, of a fragment or of a sample table.
  ///   - vectorSize: The bytes of each sample's initialisation vector
  ///     (``TrackEncryption/sampleVectorSize``), which the box itself does not say.
  /// - Throws: ``ISOBMFFError`` when the box is smaller than its entries need.
  public init(parsing box: OpaqueBox, vectorSize: UInt8) throws(ISOBMFFError) {
    var reader = ByteReader(box.content)
    let hasSubsamples = try reader.versionAndFlags().flags & 2 != 0
    let count = try reader.uint32()
    entries = []
    let least = Int(vectorSize) + (hasSubsamples ? 2 : 0)
    // Entries of no bytes say nothing, however many there are.
    guard least > 0 else { return }
    guard count <= reader.remaining / least else {
      throw reader.error(.truncated, "expected \(count) entries in box 'senc'")
    }
    for _ in 0..<count {
      var entry = try Entry(vector: reader.bytes(Int(vectorSize)))
      if hasSubsamples {
        for _ in try 0..<reader.uint16() {
          try entry.subsamples.append(
            Subsample(clear: reader.uint16(), protected: reader.uint32()))
        }
      }
      entries.append(entry)
    }
  }
}
