// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What a decoder of AV1 needs before the first sample: the record in `av1C`
/// (AV1 in ISOBMFF section 2.3).
public struct AV1Configuration: Hashable, Sendable {
  /// The bytes of the record, which are written as they were read.
  public let bytes: [UInt8]

  /// `seq_profile`: 0 Main, 1 High, 2 Professional.
  public let profile: UInt8
  /// `seq_level_idx_0`, 0 to 31.
  public let level: UInt8
  /// Whether the tier is High rather than Main.
  public let isHighTier: Bool
  /// Bits of a sample: 8, 10 or 12.
  public let bitDepth: UInt8
  /// Whether there is luma alone.
  public let isMonochrome: Bool
  /// Whether chroma has half the columns.
  public let isSubsampledHorizontally: Bool
  /// Whether chroma has half the rows.
  public let isSubsampledVertically: Bool
  /// `chroma_sample_position`, 0 to 3.
  public let chromaSamplePosition: UInt8

  /// Reads the record.
  ///
  /// - Throws: ``ISOBMFFError`` when it ends early or has another version than 1.
  public init(parsing bytes: [UInt8]) throws(ISOBMFFError) {
    self.bytes = bytes
    var reader = ByteReader(bytes)
    let version = try reader.uint8()
    guard version == 0x81 else {
      throw ISOBMFFError(.unsupported, at: 0, "expected an 'av1C' of version 1, found \(version)")
    }
    let first = try reader.uint8()
    profile = first >> 5
    level = first & 0x1F
    let second = try reader.uint8()
    isHighTier = second & 0x80 != 0
    bitDepth = second & 0x40 == 0 ? 8 : second & 0x20 == 0 ? 10 : 12
    isMonochrome = second & 0x10 != 0
    isSubsampledHorizontally = second & 8 != 0
    isSubsampledVertically = second & 4 != 0
    chromaSamplePosition = second & 3
  }
}
