// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HDRColor

/// The Dolby Vision configuration box: `dvcC`, `dvvC` or `dvwC`, by profile.
public struct DolbyVisionConfiguration: Hashable, Sendable {
  /// The major version of the bitstream, 1 to 3.
  public var majorVersion: UInt8
  /// The minor version.
  public var minorVersion: UInt8
  /// The profile: 5, 7, 8, 9, 10, 20.
  public var profile: UInt8
  /// The level, 1 to 13.
  public var level: UInt8
  /// Whether the track has RPUs.
  public var hasMetadata: Bool
  /// Whether the track has an enhancement layer.
  public var hasEnhancementLayer: Bool
  /// Whether the track has a base layer.
  public var hasBaseLayer: Bool
  /// What the base layer is to other players: 0 nothing, 1 HDR10, 2 SDR, 4 HLG.
  public var compatibility: UInt8

  /// Creates a configuration.
  public init(
    majorVersion: UInt8 = 1, minorVersion: UInt8 = 0, profile: UInt8, level: UInt8,
    hasMetadata: Bool = true, hasEnhancementLayer: Bool = false, hasBaseLayer: Bool = true,
    compatibility: UInt8
  ) {
    self.majorVersion = majorVersion
    self.minorVersion = minorVersion
    self.profile = profile
    self.level = level
    self.hasMetadata = hasMetadata
    self.hasEnhancementLayer = hasEnhancementLayer
    self.hasBaseLayer = hasBaseLayer
    self.compatibility = compatibility
  }

  /// The types of the box.
  static let boxTypes: Set<FourCC> = ["dvcC", "dvvC", "dvwC"]

  /// The type of the box for this profile.
  public var boxType: FourCC {
    switch profile {
    case ...7: "dvcC"
    case ...10: "dvvC"
    default: "dvwC"
    }
  }

  /// The brand that says how the base layer can be shown, as SUPPLEMENTAL-CODECS wants it:
  /// `db1p`, `db2g`, `db4h` or `db4g`. `nil` when only a Dolby Vision player can show it, and when
  /// the base layer's transfer is another than the configuration claims.
  public func compatibilityBrand(transfer: TransferCharacteristics) -> FourCC? {
    switch compatibility {
    case 1: transfer == .pq ? "db1p" : nil
    case 2: transfer == .pq || transfer == .hlg ? nil : "db2g"
    case 4: transfer == .hlg ? "db4h" : transfer == .pq ? nil : "db4g"
    default: nil
    }
  }

  init(parsing reader: inout ByteReader) throws(ISOBMFFError) {
    majorVersion = try reader.uint8()
    minorVersion = try reader.uint8()
    let fields = try reader.uint16()
    profile = UInt8(fields >> 9)
    level = UInt8(fields >> 3 & 0x3F)
    hasMetadata = fields & 4 != 0
    hasEnhancementLayer = fields & 2 != 0
    hasBaseLayer = fields & 1 != 0
    compatibility = try reader.uint8() >> 4
  }

  /// The bytes of the box.
  public var payload: [UInt8] {
    var writer = ByteWriter(capacity: 24)
    write(to: &writer)
    return writer.bytes
  }

  func write(to writer: inout ByteWriter) {
    writer.uint8(majorVersion)
    writer.uint8(minorVersion)
    writer.uint16(
      UInt16(profile & 0x7F) << 9 | UInt16(level & 0x3F) << 3 | (hasMetadata ? 4 : 0)
        | (hasEnhancementLayer ? 2 : 0) | (hasBaseLayer ? 1 : 0))
    writer.uint8(compatibility << 4)
    writer.zeros(19)
  }
}
