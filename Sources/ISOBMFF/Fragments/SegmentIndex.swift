// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Where the fragments of a file are, and how long: the `sidx` box
/// (ISO/IEC 14496-12 section 8.16.3).
public struct SegmentIndex: Hashable, Sendable {
  /// A stretch of the file.
  public struct Reference: Hashable, Sendable {
    /// Whether it is another index rather than media.
    public var isIndex: Bool
    /// The number of bytes, below 2³¹.
    public var size: UInt32
    /// How long it lasts, in the timescale.
    public var duration: UInt32
    /// Whether it begins with a point at which a stream can be joined.
    public var startsWithAccessPoint: Bool
    /// The type of the first such point: 0 unknown, 1 to 6.
    public var accessPointType: UInt8
    /// When the first such point is, from the start, in the timescale; below 2²⁸.
    public var accessPointTime: UInt32

    /// Creates a reference to media that can be joined at their start.
    public init(size: UInt32, duration: UInt32) {
      isIndex = false
      self.size = size
      self.duration = duration
      startsWithAccessPoint = true
      accessPointType = 1
      accessPointTime = 0
    }
  }

  /// The track.
  public var trackID: UInt32
  /// The units of time a second.
  public var timescale: UInt32
  /// When the first sample is shown.
  public var earliestPresentationTime: UInt64
  /// The bytes between the index and what it lists.
  public var firstOffset: UInt64
  /// The stretches, one after the other.
  public var references: [Reference]

  /// Creates an index.
  public init(
    trackID: UInt32, timescale: UInt32, earliestPresentationTime: UInt64 = 0,
    firstOffset: UInt64 = 0, references: [Reference]
  ) {
    self.trackID = trackID
    self.timescale = timescale
    self.earliestPresentationTime = earliestPresentationTime
    self.firstOffset = firstOffset
    self.references = references
  }
}

// MARK: - Reading and writing

extension SegmentIndex {
  /// Reads a `sidx` box.
  ///
  /// - Throws: ``ISOBMFFError`` when the box is smaller than its references need.
  public init(parsing box: Box) throws(ISOBMFFError) {
    var reader = box.content
    let version = try reader.versionAndFlags().version
    trackID = try reader.uint32()
    timescale = try reader.uint32()
    earliestPresentationTime = try version == 0 ? UInt64(reader.uint32()) : reader.uint64()
    firstOffset = try version == 0 ? UInt64(reader.uint32()) : reader.uint64()
    try reader.skip(2)
    references = []
    for _ in try 0..<reader.uint16() {
      let size = try reader.uint32()
      var reference = try Reference(size: size & 0x7FFF_FFFF, duration: reader.uint32())
      reference.isIndex = size >> 31 == 1
      let point = try reader.uint32()
      reference.startsWithAccessPoint = point >> 31 == 1
      reference.accessPointType = UInt8(point >> 28 & 7)
      reference.accessPointTime = point & 0xFFF_FFFF
      references.append(reference)
    }
  }

  /// Appends `sidx`, in version 0 where it will do. At most 65,535 references are written.
  public func write(to writer: inout ByteWriter) {
    let isLong = earliestPresentationTime > UInt32.max || firstOffset > UInt32.max
    writer.fullBox("sidx", version: isLong ? 1 : 0) { writer in
      writer.uint32(trackID)
      writer.uint32(timescale)
      for value in [earliestPresentationTime, firstOffset] {
        if isLong { writer.uint64(value) } else { writer.uint32(UInt32(clamping: value)) }
      }
      writer.uint16(0)
      writer.uint16(UInt16(clamping: references.count))
      for reference in references.prefix(65_535) {
        writer.uint32((reference.isIndex ? 1 << 31 : 0) | reference.size & 0x7FFF_FFFF)
        writer.uint32(reference.duration)
        writer.uint32(
          (reference.startsWithAccessPoint ? 1 << 31 : 0)
            | UInt32(reference.accessPointType & 7) << 28
            | reference.accessPointTime & 0xFFF_FFFF)
      }
    }
  }
}
