// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HDRColor

/// The sequence header of AV1 (AV1 specification section 5.5), as far as packaging needs it.
public struct AV1SequenceHeader: Hashable, Sendable {
  /// The largest width of a frame in pixels.
  public var width: Int
  /// The largest height of a frame in pixels.
  public var height: Int
  /// The colour; code points that are not said are unspecified.
  public var color: ColorDescription

  /// Reads the header in OBUs, such as those of `av1C`; `nil` where there is none.
  ///
  /// - Throws: ``ISOBMFFError`` when an OBU ends early.
  public init?(inUnits bytes: [UInt8]) throws(ISOBMFFError) {
    var reader = ByteReader(bytes)
    while !reader.isAtEnd {
      let header = try reader.uint8()
      if header & 4 != 0 { try reader.skip(1) }  // obu_extension_flag
      let size = header & 2 != 0 ? try Self.leb128(&reader) : reader.remaining
      var unit = try reader.part(size)
      if header >> 3 & 0xF == 1 {
        var bits = BitReader(unit.rest())
        try self.init(parsing: &bits)
        return
      }
    }
    return nil
  }

  /// A number in groups of seven bits, the lowest first (section 4.10.5).
  private static func leb128(_ reader: inout ByteReader) throws(ISOBMFFError) -> Int {
    var value = 0
    for index in 0..<8 {
      let byte = try reader.uint8()
      value |= Int(byte & 0x7F) << (7 * index)
      if byte & 0x80 == 0 { return value }
    }
    throw reader.error(.malformed, "a size of an OBU exceeds 56 bits")
  }

  private init(parsing reader: inout BitReader) throws(ISOBMFFError) {
    let profile = try reader.bits(3)
    try reader.skip(1)  // still_picture
    let isReduced = try reader.flag()
    if isReduced { try reader.skip(5) } else { try Self.skipOperatingPoints(&reader) }
    let widthBits = try Int(reader.bits(4)) + 1
    let heightBits = try Int(reader.bits(4)) + 1
    width = try Int(reader.bits(widthBits)) + 1
    height = try Int(reader.bits(heightBits)) + 1
    if !isReduced, try reader.flag() { try reader.skip(7) }  // frame identifiers
    try reader.skip(3)  // superblocks, filter and edge of intra prediction
    if !isReduced { try Self.skipInterTools(&reader) }
    try reader.skip(3)  // superresolution, cdef, restoration
    color = try Self.color(&reader, profile: profile)
  }
}

// MARK: - Parts of the syntax

extension AV1SequenceHeader {
  /// From `timing_info_present_flag` to the last operating point.
  private static func skipOperatingPoints(_ reader: inout BitReader) throws(ISOBMFFError) {
    var delayBits: Int?
    if try reader.flag() {
      try reader.skip(64)
      if try reader.flag() { _ = try reader.exponentialGolomb() }  // uvlc() is the same code
      if try reader.flag() {
        delayBits = try Int(reader.bits(5)) + 1
        try reader.skip(42)
      }
    }
    let hasDisplayDelay = try reader.flag()
    for _ in 0...(try reader.bits(5)) {
      try reader.skip(12)
      if try reader.bits(5) > 7 { try reader.skip(1) }
      if let delayBits, try reader.flag() { try reader.skip(2 * delayBits + 1) }
      if hasDisplayDelay, try reader.flag() { try reader.skip(4) }
    }
  }

  /// From `enable_interintra_compound` to `order_hint_bits_minus_1`.
  private static func skipInterTools(_ reader: inout BitReader) throws(ISOBMFFError) {
    try reader.skip(4)
    let hasOrderHint = try reader.flag()
    if hasOrderHint { try reader.skip(2) }
    let isChosenByFrame = try reader.flag()
    let usesScreenTools = isChosenByFrame ? true : try reader.flag()
    if usesScreenTools, try !reader.flag() { try reader.skip(1) }
    if hasOrderHint { try reader.skip(3) }
  }

  /// `color_config()` (section 5.5.2), to the range.
  private static func color(
    _ reader: inout BitReader, profile: UInt32
  ) throws(ISOBMFFError) -> ColorDescription {
    let isHighBitDepth = try reader.flag()
    if profile == 2, isHighBitDepth { try reader.skip(1) }
    if profile != 1 { try reader.skip(1) }  // mono_chrome
    var color = ColorDescription(
      primaries: .unspecified, transfer: .unspecified, matrix: .unspecified)
    if try reader.flag() {
      color.primaries = try ColorPrimaries(rawValue: reader.byte())
      color.transfer = try TransferCharacteristics(rawValue: reader.byte())
      color.matrix = try MatrixCoefficients(rawValue: reader.byte())
    }
    let isRGB =
      color.primaries == .bt709 && color.transfer == .srgb && color.matrix == .identity
    color.isFullRange = isRGB ? true : try reader.flag()
    return color
  }
}
