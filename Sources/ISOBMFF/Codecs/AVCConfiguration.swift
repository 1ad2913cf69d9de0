// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What a decoder of H.264 needs before the first sample: the record in `avcC`
/// (ISO/IEC 14496-15 section 5.3.3).
public struct AVCConfiguration: Hashable, Sendable {
  /// `AVCProfileIndication`.
  public var profile: UInt8
  /// The byte of constraint flags.
  public var constraints: UInt8
  /// `AVCLevelIndication`.
  public var level: UInt8
  /// The bytes of a NAL unit's length in samples: 1, 2 or 4.
  public var lengthSize: Int
  /// Sequence parameter sets.
  public var sequenceParameterSets: [[UInt8]]
  /// Picture parameter sets.
  public var pictureParameterSets: [[UInt8]]
  /// What the High profiles add; `nil` for others, and where a writer left it out.
  public var high: HighFields?

  /// Fields of High profiles.
  public struct HighFields: Hashable, Sendable {
    /// How chroma is sampled.
    public var chromaFormat: ChromaFormat
    /// Bits of a luma sample.
    public var lumaBitDepth: UInt8
    /// Bits of a chroma sample.
    public var chromaBitDepth: UInt8
    /// SPS extensions.
    public var sequenceExtensions: [[UInt8]]

    /// Creates the fields.
    public init(
      chromaFormat: ChromaFormat, lumaBitDepth: UInt8, chromaBitDepth: UInt8,
      sequenceExtensions: [[UInt8]] = []
    ) {
      self.chromaFormat = chromaFormat
      self.lumaBitDepth = lumaBitDepth
      self.chromaBitDepth = chromaBitDepth
      self.sequenceExtensions = sequenceExtensions
    }
  }

  /// Creates a record from parameter sets.
  ///
  /// - Throws: ``ISOBMFFError`` when there is no SPS, or one that cannot be read, or sets that
  ///   contradict each other.
  public init(_ sets: ParameterSets) throws(ISOBMFFError) {
    if let conflict = sets.conflict { throw .changingParameterSet(conflict) }
    guard let first = sets.sequence.first else {
      throw ISOBMFFError(.missing, at: 0, "expected an H.264 SPS, found none")
    }
    let sequence = try H264SequenceParameterSet(parsing: first.span)
    profile = sequence.profile
    constraints = sequence.constraints
    level = sequence.level
    lengthSize = 4
    sequenceParameterSets = sets.sequence
    pictureParameterSets = sets.picture
    if H264SequenceParameterSet.hasChromaFields(profile: sequence.profile) {
      high = HighFields(
        chromaFormat: sequence.chromaFormat, lumaBitDepth: sequence.lumaBitDepth,
        chromaBitDepth: sequence.chromaBitDepth, sequenceExtensions: sets.sequenceExtension)
    }
  }

  /// The first SPS, read.
  ///
  /// - Throws: ``ISOBMFFError`` when there is none, or one that cannot be read.
  public func sequenceParameterSet() throws(ISOBMFFError) -> H264SequenceParameterSet {
    guard let first = sequenceParameterSets.first else {
      throw ISOBMFFError(.missing, at: 0, "expected an SPS in 'avcC', found none")
    }
    return try H264SequenceParameterSet(parsing: first.span)
  }
}

// MARK: - Reading and writing

extension AVCConfiguration {
  /// Reads the record.
  public init(parsing reader: inout ByteReader) throws(ISOBMFFError) {
    let version = try reader.uint8()
    guard version == 1 else {
      throw reader.error(.unsupported, "expected configuration version 1, found \(version)")
    }
    profile = try reader.uint8()
    constraints = try reader.uint8()
    level = try reader.uint8()
    lengthSize = try Int(reader.uint8() & 3) + 1
    sequenceParameterSets = try Self.units(&reader, count: reader.uint8() & 0x1F)
    pictureParameterSets = try Self.units(&reader, count: reader.uint8())
    if H264SequenceParameterSet.hasChromaFields(profile: profile), reader.remaining >= 4 {
      high = try HighFields(
        chromaFormat: ChromaFormat(rawValue: reader.uint8() & 3) ?? .yuv420,
        lumaBitDepth: 8 + reader.uint8() & 7, chromaBitDepth: 8 + reader.uint8() & 7,
        sequenceExtensions: Self.units(&reader, count: reader.uint8()))
    }
  }

  /// Appends the record.
  public func write(to writer: inout ByteWriter) {
    writer.append([
      1, profile, constraints, level, 0xFC | UInt8(truncatingIfNeeded: (lengthSize &- 1) & 3),
    ])
    Self.write(sequenceParameterSets, marker: 0xE0, limit: 31, to: &writer)
    Self.write(pictureParameterSets, marker: 0, limit: 255, to: &writer)
    if let high {
      writer.uint8(0xFC | high.chromaFormat.rawValue)
      writer.uint8(0xF8 | (high.lumaBitDepth &- 8) & 7)
      writer.uint8(0xF8 | (high.chromaBitDepth &- 8) & 7)
      Self.write(high.sequenceExtensions, marker: 0, limit: 255, to: &writer)
    }
  }

  private static func units(
    _ reader: inout ByteReader, count: UInt8
  ) throws(ISOBMFFError) -> [[UInt8]] {
    var units: [[UInt8]] = []
    for _ in 0..<count { try units.append(reader.bytes(Int(reader.uint16()))) }
    return units
  }

  private static func write(
    _ units: [[UInt8]], marker: UInt8, limit: Int, to writer: inout ByteWriter
  ) {
    writer.uint8(marker | UInt8(min(units.count, limit)))
    for unit in units.prefix(limit) {
      writer.uint16(UInt16(clamping: unit.count))
      writer.append(unit.prefix(65_535))
    }
  }
}
