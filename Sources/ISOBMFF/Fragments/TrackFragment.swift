// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What a fragment holds of one track: the `traf` box (ISO/IEC 14496-12 section 8.8.6).
public struct TrackFragment: Hashable, Sendable {
  /// The number of the track.
  public var trackID: UInt32
  /// Where offsets count from, when it is neither the start of `moof` nor the data before.
  public var baseDataOffset: UInt64?
  /// Which sample entry, where it is not the default of the track.
  public var descriptionIndex: UInt32?
  /// The duration of samples, where it is not the default of the track.
  public var defaultDuration: UInt32?
  /// The size of samples, where it is not the default of the track.
  public var defaultSize: UInt32?
  /// The flags of samples, where they are not the default of the track.
  public var defaultFlags: SampleFlags?
  /// Whether offsets count from the start of `moof`.
  public var isRelativeToFragment = true
  /// The decoding time of the first sample: the duration of all samples before it. It is absent in
  /// fragments older than `tfdt`.
  public var baseDecodeTime: UInt64?
  /// The samples.
  public var runs: [TrackRun] = []
  /// The other boxes: `senc`, `saio`, `saiz`, `sbgp`, `sgpd`, `subs` and so on, in order.
  public var otherBoxes: [OpaqueBox] = []

  /// Creates a fragment without samples.
  public init(trackID: UInt32, baseDecodeTime: UInt64? = nil) {
    self.trackID = trackID
    self.baseDecodeTime = baseDecodeTime
  }

  private enum Field {
    static let baseDataOffset: UInt32 = 0x1
    static let descriptionIndex: UInt32 = 0x2
    static let duration: UInt32 = 0x8
    static let size: UInt32 = 0x10
    static let flags: UInt32 = 0x20
    static let relativeToFragment: UInt32 = 0x2_0000
  }
}

// MARK: - Reading

extension TrackFragment {
  /// Reads a `traf` box.
  ///
  /// - Throws: ``ISOBMFFError`` when it lacks `tfhd` or holds what cannot be read.
  init(parsing box: Box) throws(ISOBMFFError) {
    self.init(trackID: 0)
    var hasHeader = false
    for child in try box.children() {
      switch child.type {
      case "tfhd":
        try parseHeader(child)
        hasHeader = true
      case "tfdt":
        var reader = child.content
        let version = try reader.versionAndFlags().version
        baseDecodeTime = try version == 1 ? reader.uint64() : UInt64(reader.uint32())
      case "trun": try runs.append(TrackRun(parsing: child))
      default: otherBoxes.append(OpaqueBox(child))
      }
    }
    guard hasHeader else {
      throw ISOBMFFError(.missing, at: box.range.lowerBound, "expected 'tfhd' in box 'traf'")
    }
  }

  private mutating func parseHeader(_ box: Box) throws(ISOBMFFError) {
    var reader = box.content
    let fields = try reader.versionAndFlags().flags
    trackID = try reader.uint32()
    if fields & Field.baseDataOffset != 0 { baseDataOffset = try reader.uint64() }
    if fields & Field.descriptionIndex != 0 { descriptionIndex = try reader.uint32() }
    if fields & Field.duration != 0 { defaultDuration = try reader.uint32() }
    if fields & Field.size != 0 { defaultSize = try reader.uint32() }
    if fields & Field.flags != 0 { defaultFlags = try SampleFlags(rawValue: reader.uint32()) }
    isRelativeToFragment = fields & Field.relativeToFragment != 0
  }
}

// MARK: - Writing

extension TrackFragment {
  /// Appends `traf`: `tfhd`, `tfdt` in version 1, the runs, all else.
  func write(to writer: inout ByteWriter) {
    var fields: UInt32 = isRelativeToFragment ? Field.relativeToFragment : 0
    if baseDataOffset != nil { fields |= Field.baseDataOffset }
    if descriptionIndex != nil { fields |= Field.descriptionIndex }
    if defaultDuration != nil { fields |= Field.duration }
    if defaultSize != nil { fields |= Field.size }
    if defaultFlags != nil { fields |= Field.flags }
    writer.box("traf") { writer in
      writer.fullBox("tfhd", flags: fields) { writer in
        writer.uint32(trackID)
        if let baseDataOffset { writer.uint64(baseDataOffset) }
        if let descriptionIndex { writer.uint32(descriptionIndex) }
        if let defaultDuration { writer.uint32(defaultDuration) }
        if let defaultSize { writer.uint32(defaultSize) }
        if let defaultFlags { writer.uint32(defaultFlags.rawValue) }
      }
      if let baseDecodeTime {
        writer.fullBox("tfdt", version: 1) { $0.uint64(baseDecodeTime) }
      }
      for run in runs { run.write(to: &writer) }
      for box in otherBoxes { box.write(to: &writer) }
    }
  }
}
