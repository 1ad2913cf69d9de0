// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Profile, tier and level of an HEVC stream (H.265 section 7.3.3), as the SPS, `hvcC` and the
/// codec string have them.
public struct HEVCProfile: Hashable, Sendable {
  /// `general_profile_space`, 0 to 3.
  public var space: UInt8
  /// Whether the tier is High rather than Main.
  public var isHighTier: Bool
  /// `general_profile_idc`, 0 to 31: 1 Main, 2 Main 10.
  public var profile: UInt8
  /// The 32 compatibility flags, the one of profile 0 in the highest bit.
  public var compatibilityFlags: UInt32
  /// The 48 bits from `general_progressive_source_flag` on, in the low bits of the number.
  public var constraintFlags: UInt64
  /// `general_level_idc`: thirty times the level.
  public var level: UInt8

  /// Creates a profile.
  public init(
    space: UInt8 = 0, isHighTier: Bool = false, profile: UInt8, compatibilityFlags: UInt32,
    constraintFlags: UInt64, level: UInt8
  ) {
    self.space = space
    self.isHighTier = isHighTier
    self.profile = profile
    self.compatibilityFlags = compatibilityFlags
    self.constraintFlags = constraintFlags
    self.level = level
  }

  /// The six bytes of constraint flags.
  public var constraintBytes: [UInt8] {
    stride(from: 40, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: constraintFlags >> UInt64($0))
    }
  }

  /// Reads the twelve bytes.
  init(parsing reader: inout ByteReader) throws(ISOBMFFError) {
    let first = try reader.uint8()
    space = first >> 6
    isHighTier = first & 0x20 != 0
    profile = first & 0x1F
    compatibilityFlags = try reader.uint32()
    constraintFlags = try UInt64(reader.uint32()) << 16 | UInt64(reader.uint16())
    level = try reader.uint8()
  }

  func write(to writer: inout ByteWriter) {
    writer.uint8(space << 6 | (isHighTier ? 0x20 : 0) | profile & 0x1F)
    writer.uint32(compatibilityFlags)
    writer.append(constraintBytes)
    writer.uint8(level)
  }

  /// Reads `profile_tier_level(1, maxNumSubLayersMinus1)`.
  init(parsing reader: inout BitReader, subLayers: Int) throws(ISOBMFFError) {
    var general: [UInt8] = []
    for _ in 0..<12 { try general.append(reader.byte()) }
    var bytes = ByteReader(general)
    try self.init(parsing: &bytes)
    var bitsToSkip = 0
    for _ in 0..<subLayers {
      let hasProfile = try reader.flag()
      let hasLevel = try reader.flag()
      bitsToSkip += (hasProfile ? 88 : 0) + (hasLevel ? 8 : 0)
    }
    if subLayers > 0 { bitsToSkip += (8 - subLayers) * 2 }
    try reader.skip(bitsToSkip)
  }
}
