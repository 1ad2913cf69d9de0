// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What a decoder of HEVC needs before the first sample: the record in `hvcC`
/// (ISO/IEC 14496-15 section 8.3.3).
public struct HEVCConfiguration: Hashable, Sendable {
  /// NAL units of one type.
  public struct UnitArray: Hashable, Sendable {
    /// The type: 32 VPS, 33 SPS, 34 PPS, 39 prefix SEI.
    public var type: UInt8
    /// Whether no unit of the type stands in samples.
    public var isComplete: Bool
    /// The units, headers included.
    public var units: [[UInt8]]

    /// Creates an array.
    public init(type: UInt8, isComplete: Bool, units: [[UInt8]]) {
      self.type = type
      self.isComplete = isComplete
      self.units = units
    }
  }

  /// Profile, tier and level.
  public var profile: HEVCProfile
  /// `min_spatial_segmentation_idc`, 0 to 4095.
  public var minimumSpatialSegmentation: UInt16
  /// `parallelismType`: 0 unknown, 1 slices, 2 tiles, 3 wavefronts.
  public var parallelism: UInt8
  /// How chroma is sampled.
  public var chromaFormat: ChromaFormat
  /// Bits of a luma sample, 8 to 15.
  public var lumaBitDepth: UInt8
  /// Bits of a chroma sample, 8 to 15.
  public var chromaBitDepth: UInt8
  /// The average frame rate in frames per 256 seconds, or 0 for unknown.
  public var averageFrameRate: UInt16
  /// `constantFrameRate`: 0 unknown, 1 constant, 2 constant in each temporal layer.
  public var constantFrameRate: UInt8
  /// The number of temporal layers, or 0 for unknown.
  public var temporalLayers: UInt8
  /// `temporalIdNested`.
  public var isTemporallyNested: Bool
  /// The bytes of a NAL unit's length in samples: 1, 2 or 4.
  public var lengthSize: Int
  /// The parameter sets and SEI units.
  public var arrays: [UnitArray]

  /// Creates a record for `hvc1` from parameter sets and HDR10 metadata.
  ///
  /// - Throws: ``ISOBMFFError`` when there is no SPS, or one that cannot be read, or sets that
  ///   contradict each other.
  public init(_ sets: ParameterSets) throws(ISOBMFFError) {
    if let conflict = sets.conflict { throw .changingParameterSet(conflict) }
    guard let first = sets.sequence.first else {
      throw ISOBMFFError(.missing, at: 0, "expected an HEVC SPS, found none")
    }
    let sequence = try HEVCSequenceParameterSet(parsing: first.span)
    profile = sequence.profile
    minimumSpatialSegmentation = sequence.usability.minimumSpatialSegmentation
    parallelism = 0
    chromaFormat = sequence.chromaFormat
    lumaBitDepth = sequence.lumaBitDepth
    chromaBitDepth = sequence.chromaBitDepth
    averageFrameRate = 0
    constantFrameRate = 0
    temporalLayers = sequence.temporalLayers
    isTemporallyNested = sequence.isTemporallyNested
    lengthSize = 4
    // For hvc1, completeness is 1 for parameter sets and 0 for all else: what ISO/IEC 14496-15 is
    // remembered to say; the text was not at hand.
    arrays = [
      UnitArray(type: 32, isComplete: true, units: sets.video),
      UnitArray(type: 33, isComplete: true, units: sets.sequence),
      UnitArray(type: 34, isComplete: true, units: sets.picture),
      UnitArray(
        type: 39, isComplete: false,
        units: sets.metadata.map { SEIMessage.unit([$0], codec: .hevc) }),
    ].filter { !$0.units.isEmpty }
  }

  /// The units of a type.
  public func units(ofType type: UInt8) -> [[UInt8]] {
    arrays.filter { $0.type == type }.flatMap(\.units)
  }

  /// The first SPS, read.
  ///
  /// - Throws: ``ISOBMFFError`` when there is none, or one that cannot be read.
  public func sequenceParameterSet() throws(ISOBMFFError) -> HEVCSequenceParameterSet {
    guard let first = units(ofType: 33).first else {
      throw ISOBMFFError(.missing, at: 0, "expected an SPS in 'hvcC', found none")
    }
    return try HEVCSequenceParameterSet(parsing: first.span)
  }

  /// The messages of the SEI units; a unit that cannot be read has none.
  public var messages: [SEIMessage] {
    units(ofType: 39).flatMap { (try? SEIMessage.messages(in: $0.span, codec: .hevc)) ?? [] }
  }
}

// MARK: - Reading and writing

extension HEVCConfiguration {
  /// Reads the record.
  public init(parsing reader: inout ByteReader) throws(ISOBMFFError) {
    let version = try reader.uint8()
    // Version 0 is what QuickTime's and other early writers put; the layout is the same.
    guard version <= 1 else {
      throw reader.error(.unsupported, "expected configuration version 1, found \(version)")
    }
    profile = try HEVCProfile(parsing: &reader)
    minimumSpatialSegmentation = try reader.uint16() & 0x0FFF
    parallelism = try reader.uint8() & 3
    chromaFormat = try ChromaFormat(rawValue: reader.uint8() & 3) ?? .yuv420
    lumaBitDepth = try 8 + reader.uint8() & 7
    chromaBitDepth = try 8 + reader.uint8() & 7
    averageFrameRate = try reader.uint16()
    let last = try reader.uint8()
    constantFrameRate = last >> 6
    temporalLayers = last >> 3 & 7
    isTemporallyNested = last & 4 != 0
    lengthSize = Int(last & 3) + 1
    arrays = []
    for _ in try 0..<reader.uint8() {
      let type = try reader.uint8()
      var units: [[UInt8]] = []
      for _ in try 0..<reader.uint16() { try units.append(reader.bytes(Int(reader.uint16()))) }
      arrays.append(UnitArray(type: type & 0x3F, isComplete: type & 0x80 != 0, units: units))
    }
  }

  /// Appends the record.
  public func write(to writer: inout ByteWriter) {
    writer.uint8(1)
    profile.write(to: &writer)
    writer.uint16(0xF000 | minimumSpatialSegmentation)
    writer.uint8(0xFC | parallelism)
    writer.uint8(0xFC | chromaFormat.rawValue)
    writer.uint8(0xF8 | (lumaBitDepth &- 8) & 7)
    writer.uint8(0xF8 | (chromaBitDepth &- 8) & 7)
    writer.uint16(averageFrameRate)
    writer.uint8(
      constantFrameRate << 6 | temporalLayers << 3 | (isTemporallyNested ? 4 : 0)
        | UInt8(truncatingIfNeeded: (lengthSize &- 1) & 3))
    writer.uint8(UInt8(clamping: arrays.count))
    for array in arrays.prefix(255) {
      writer.uint8((array.isComplete ? 0x80 : 0) | array.type & 0x3F)
      writer.uint16(UInt16(clamping: array.units.count))
      for unit in array.units.prefix(65_535) {
        writer.uint16(UInt16(clamping: unit.count))
        writer.append(unit.prefix(65_535))
      }
    }
  }
}
