// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Where the samples of a track are and when: the boxes of `stbl` beside the sample entries
/// (ISO/IEC 14496-12 sections 8.6 and 8.7).
///
/// The tables stay as the bytes they were read as, shared with the file's `moov`, or in the file:
/// a film of hours has millions of entries that nobody needs at once. ``SampleIterator`` reads them.
public struct SampleTable: Hashable, Sendable {
  /// A table as it stands in its box, after the version and the flags.
  struct Table: Hashable, Sendable {
    /// A stretch of a file.
    struct Stretch: Hashable, Sendable {
      var offset: UInt64
      var count: Int
    }

    var version: UInt8 = 0
    /// The table, or no more than its head where the rest is in the file.
    var content: ArraySlice<UInt8>
    /// Where all of the table is in the file, if it was left there.
    var remote: Stretch?

    /// The 32-bit number that a table begins with: its count of entries, in all but `stsz`.
    static let empty = Table(content: [0, 0, 0, 0])

    init(version: UInt8 = 0, content: ArraySlice<UInt8>) {
      self.version = version
      self.content = content
    }

    init(_ box: Box, _ remote: Stretch? = nil) throws(ISOBMFFError) {
      self.remote = remote
      var reader = box.content
      version = try reader.versionAndFlags().version
      content = reader.bytes[reader.position..<reader.end]
      guard content.count >= 4 else {
        throw reader.error(.truncated, "expected a count of entries")
      }
    }

    /// The number at a place, or `nil` beyond the end.
    func uint32(at offset: Int) -> UInt32? {
      guard offset >= 0, offset <= content.count - 4 else { return nil }
      let start = content.startIndex + offset
      return UInt32(content[start]) << 24 | UInt32(content[start + 1]) << 16
        | UInt32(content[start + 2]) << 8 | UInt32(content[start + 3])
    }

    func write(as type: FourCC, to writer: inout ByteWriter) {
      writer.fullBox(type, version: version) { $0.append(content) }
    }
  }

  /// `stts`.
  var durations = Table.empty
  /// `ctts`.
  var compositionOffsets: Table?
  /// `stsc`.
  var chunkRuns = Table.empty
  /// `stsz`, with sample size 0 and count 0 when empty; or `stz2`.
  var sizes = Table(content: [0, 0, 0, 0, 0, 0, 0, 0])
  /// Whether the sizes are those of `stz2`.
  var hasCompactSizes = false
  /// `stco` or `co64`.
  var chunkOffsets = Table.empty
  /// Whether the offsets are those of `co64`.
  var hasLongOffsets = false
  /// `stss`; without it all samples are sync samples.
  var syncSamples: Table?
  /// The other boxes: `sgpd`, `sbgp`, `sdtp`, `cslg`, `senc` and so on.
  public internal(set) var otherBoxes: [OpaqueBox] = []

  /// Creates a table without samples, as initialisation segments have it.
  ///
  /// - Parameter hasNonSyncSamples: Whether the track has samples that are no sync samples, which
  ///   an empty `stss` says (ISO/IEC 23000-19 section 7.5.12).
  public init(hasNonSyncSamples: Bool) {
    syncSamples = hasNonSyncSamples ? .empty : nil
  }

  /// The number of samples that the file claims, 0 in an initialisation segment. It is only as
  /// good as the file.
  public var claimedCount: UInt32 { sizes.uint32(at: 4) ?? 0 }

  /// Whether there is a list of sync samples.
  public var hasNonSyncSamples: Bool { syncSamples != nil }
}

// MARK: - Reading and writing

extension SampleTable {
  /// Adds a box of `stbl`.
  ///
  /// - Parameters:
  ///   - box: The box, or its head.
  ///   - remote: Where its content is, if it was left in the file.
  /// - Throws: ``ISOBMFFError`` when the box ends early.
  mutating func insert(_ box: Box, _ remote: Table.Stretch? = nil) throws(ISOBMFFError) {
    switch box.type {
    case "stts": durations = try Table(box, remote)
    case "ctts": compositionOffsets = try Table(box, remote)
    case "stsc": chunkRuns = try Table(box, remote)
    case "stsz", "stz2":
      sizes = try Table(box, remote)
      hasCompactSizes = box.type == "stz2"
    case "stco", "co64":
      chunkOffsets = try Table(box, remote)
      hasLongOffsets = box.type == "co64"
    case "stss": syncSamples = try Table(box, remote)
    default: otherBoxes.append(OpaqueBox(box))
    }
  }

  func write(to writer: inout ByteWriter) {
    durations.write(as: "stts", to: &writer)
    compositionOffsets?.write(as: "ctts", to: &writer)
    chunkRuns.write(as: "stsc", to: &writer)
    sizes.write(as: hasCompactSizes ? "stz2" : "stsz", to: &writer)
    chunkOffsets.write(as: hasLongOffsets ? "co64" : "stco", to: &writer)
    for box in otherBoxes { box.write(to: &writer) }
    syncSamples?.write(as: "stss", to: &writer)
  }
}
