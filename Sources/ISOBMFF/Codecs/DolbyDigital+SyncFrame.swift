// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension AC3Configuration {
  /// Reads what a stream is from the head of one of its frames (ETSI TS 102 366 sections 4.3.1,
  /// 4.3.2 and annex F.4).
  ///
  /// - Throws: ``ISOBMFFError`` when the bytes are no frame of AC-3.
  public init(syncFrame bytes: [UInt8]) throws(ISOBMFFError) {
    var reader = BitReader(bytes)
    try DolbyDigital.syncWord(&reader)
    try reader.skip(16)  // crc1
    let rate = try reader.bits(2)
    let sizeCode = try reader.bits(6)
    let identification = try reader.bits(5)
    guard identification <= 10, rate < 3, sizeCode < 38 else {
      throw ISOBMFFError(
        .malformed, at: 4, "expected a frame of AC-3, found bsid \(identification)")
    }
    let mode = try reader.bits(3)
    let coding = try reader.bits(3)
    if coding & 1 == 1, coding != 1 { try reader.skip(2) }  // cmixlev
    if coding & 4 == 4 { try reader.skip(2) }  // surmixlev
    if coding == 2 { try reader.skip(2) }  // dsurmod
    let lowFrequency = try reader.bits(1)
    let head = rate << 22 | identification << 17 | mode << 14
    self.init(bits: head | coding << 11 | lowFrequency << 10 | (sizeCode >> 1) << 5)
  }
}

extension EAC3Configuration {
  /// Reads what a stream of one substream is from the head of one of its frames (ETSI TS 102 366
  /// annexes E.1.2 and F.6).
  ///
  /// - Throws: ``ISOBMFFError`` when the bytes are no frame of E-AC-3, or one of a substream beside
  ///   the first.
  public init(syncFrame bytes: [UInt8]) throws(ISOBMFFError) {
    var reader = BitReader(bytes)
    try DolbyDigital.syncWord(&reader)
    let type = try reader.bits(2)
    let substream = try reader.bits(3)
    guard type == 0, substream == 0 else {
      throw ISOBMFFError(
        .unsupported, at: 2,
        "expected one independent substream, found type \(type), number \(substream)")
    }
    let size = try (reader.bits(11) + 1) * 2
    let rate = try reader.bits(2)
    // Half rates have a code of their own and always six blocks.
    let second = try reader.bits(2)
    let blocks: UInt32 = rate == 3 ? 6 : [1, 2, 3, 6][Int(second)]
    let coding = try reader.bits(3)
    let lowFrequency = try reader.bits(1)
    let identification = try reader.bits(5)
    guard (11...16).contains(identification), rate < 3 || second < 3 else {
      throw ISOBMFFError(
        .malformed, at: 5, "expected a frame of E-AC-3, found bsid \(identification)")
    }
    let hertz: UInt32 =
      rate < 3
      ? [48_000, 44_100, 32_000][Int(rate)] : [24_000, 22_050, 16_000][Int(second)]
    // At most 4,096 bytes times eight times 48,000 stays below 2³².
    let dataRate = (size * 8 * hertz / (blocks * 256) + 500) / 1000
    // One independent substream and none that depends on it; bsmod 0, the main sound.
    var writer = ByteWriter()
    writer.uint16(UInt16(truncatingIfNeeded: dataRate << 3))
    writer.uint8(UInt8(truncatingIfNeeded: rate << 6 | identification << 1))
    writer.uint8(UInt8(truncatingIfNeeded: coding << 1 | lowFrequency))
    writer.uint8(0)
    try self.init(parsing: writer.bytes)
  }
}

extension DolbyDigital {
  /// Passes over the word that every frame begins with.
  fileprivate static func syncWord(_ reader: inout BitReader) throws(ISOBMFFError) {
    let word = try reader.bits(16)
    guard word == 0x0B77 else {
      throw ISOBMFFError(.malformed, at: 0, "expected the sync word 0x0B77, found \(word)")
    }
  }
}
