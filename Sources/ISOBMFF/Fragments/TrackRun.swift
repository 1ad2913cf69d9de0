// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Samples of a fragment that follow one another in the media data: the `trun` box
/// (ISO/IEC 14496-12 section 8.8.8). What all samples share may be left to the defaults: a column
/// is then `nil`.
public struct TrackRun: Hashable, Sendable {
  /// The number of samples.
  public var count: Int
  /// Where the first sample is, from the start of `moof` (with default-base-is-moof); `nil` when
  /// the run follows the one before it.
  public var dataOffset: Int32?
  /// The flags of the first sample, if they differ from the default.
  public var firstSampleFlags: SampleFlags?
  /// The duration of each sample, in the track's timescale.
  public var durations: [UInt32]?
  /// The size of each sample, in bytes.
  public var sizes: [UInt32]?
  /// The flags of each sample.
  public var flags: [SampleFlags]?
  /// What to add to each decoding time to get the time of presentation.
  public var compositionOffsets: [Int32]?

  /// Creates a run of samples that are all as the defaults say.
  public init(count: Int, dataOffset: Int32? = nil) {
    self.count = count
    self.dataOffset = dataOffset
  }

  /// The most samples that a run may claim without a byte for each of them.
  public static let maximumUniformCount = 1 << 20

  private enum Field {
    static let dataOffset: UInt32 = 0x1
    static let firstSampleFlags: UInt32 = 0x4
    static let duration: UInt32 = 0x100
    static let size: UInt32 = 0x200
    static let flags: UInt32 = 0x400
    static let compositionOffset: UInt32 = 0x800
  }
}

// MARK: - Reading

extension TrackRun {
  /// Reads a `trun` box.
  ///
  /// - Throws: ``ISOBMFFError`` when the box is smaller than its samples need, or claims more
  ///   than ``maximumUniformCount`` samples that need nothing.
  init(parsing box: Box) throws(ISOBMFFError) {
    var reader = box.content
    let fields = try reader.versionAndFlags().flags
    let claimed = try reader.uint32()
    self.init(count: 0)
    if fields & Field.dataOffset != 0 { dataOffset = try reader.integer() }
    if fields & Field.firstSampleFlags != 0 {
      firstSampleFlags = try SampleFlags(rawValue: reader.uint32())
    }
    let columns = [Field.duration, Field.size, Field.flags, Field.compositionOffset]
      .filter { fields & $0 != 0 }.count
    let limit = columns == 0 ? Self.maximumUniformCount : reader.remaining / (4 * columns)
    guard claimed <= limit else {
      throw reader.error(
        columns == 0 ? .limitExceeded : .truncated,
        "expected at most \(limit) samples, found a count of \(claimed)")
    }
    count = Int(claimed)
    if fields & Field.duration != 0 { durations = Self.column(count) }
    if fields & Field.size != 0 { sizes = Self.column(count) }
    if fields & Field.flags != 0 { flags = Self.column(count) }
    if fields & Field.compositionOffset != 0 { compositionOffsets = Self.column(count) }
    guard columns > 0 else { return }
    for _ in 0..<count {
      try durations?.append(reader.uint32())
      try sizes?.append(reader.uint32())
      try flags?.append(SampleFlags(rawValue: reader.uint32()))
      // Unsigned in version 0, but writers put negative offsets there as well.
      try compositionOffsets?.append(reader.integer())
    }
  }

  private static func column<Value>(_ count: Int) -> [Value] {
    var column: [Value] = []
    column.reserveCapacity(count)
    return column
  }
}

// MARK: - Writing

extension TrackRun {
  /// Appends `trun`, in version 1.
  func write(to writer: inout ByteWriter) {
    var fields: UInt32 = 0
    if dataOffset != nil { fields |= Field.dataOffset }
    if firstSampleFlags != nil { fields |= Field.firstSampleFlags }
    if durations != nil { fields |= Field.duration }
    if sizes != nil { fields |= Field.size }
    if flags != nil { fields |= Field.flags }
    if compositionOffsets != nil { fields |= Field.compositionOffset }
    // Columns of another length would shift all that follows.
    let count = [durations?.count, sizes?.count, flags?.count, compositionOffsets?.count]
      .compactMap { $0 }.reduce(count, min)
    writer.fullBox("trun", version: 1, flags: fields) { writer in
      writer.uint32(UInt32(clamping: count))
      if let dataOffset { writer.integer(dataOffset) }
      if let firstSampleFlags { writer.uint32(firstSampleFlags.rawValue) }
      for index in 0..<(fields & 0xF00 == 0 ? 0 : count) {
        if let durations { writer.uint32(durations[index]) }
        if let sizes { writer.uint32(sizes[index]) }
        if let flags { writer.uint32(flags[index].rawValue) }
        if let compositionOffsets { writer.integer(compositionOffsets[index]) }
      }
    }
  }
}
