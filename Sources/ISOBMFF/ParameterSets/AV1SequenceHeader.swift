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
  /// What the headers of frames are written by.
  let fields: FrameFields

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

  init(parsing reader: inout BitReader) throws(ISOBMFFError) {
    var fields = FrameFields()
    let profile = try reader.bits(3)
    try reader.skip(1)  // still_picture
    fields.isReduced = try reader.flag()
    if fields.isReduced { try reader.skip(5) } else { try fields.parseTiming(&reader) }
    fields.widthBits = try Int(reader.bits(4)) + 1
    fields.heightBits = try Int(reader.bits(4)) + 1
    width = try Int(reader.bits(fields.widthBits)) + 1
    height = try Int(reader.bits(fields.heightBits)) + 1
    if !fields.isReduced, try reader.flag() {
      let difference = try Int(reader.bits(4)) + 2
      fields.differenceBits = difference
      fields.frameIdentifierBits = try difference + Int(reader.bits(3)) + 1
    }
    fields.hasLargeBlocks = try reader.flag()
    try reader.skip(2)  // filter and edge of intra prediction
    if !fields.isReduced { try fields.parseInterTools(&reader) }
    fields.hasSuperResolution = try reader.flag()
    fields.hasDirectionalFilter = try reader.flag()
    fields.hasRestoration = try reader.flag()
    color = try fields.parseColor(&reader, profile: profile)
    fields.hasFilmGrain = try reader.flag()
    self.fields = fields
  }
}
