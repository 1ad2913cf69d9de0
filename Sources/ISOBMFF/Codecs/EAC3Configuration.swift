// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What `dec3` says of an E-AC-3 stream (ETSI TS 102 366 annex F.6).
public struct EAC3Configuration: Hashable, Sendable {
  /// The bytes of the box, which are written as they were read.
  public let bytes: [UInt8]

  /// The rate in kbit/s.
  public let dataRate: Int

  /// The number of channels of the first program, the ones for low frequencies included.
  public let channels: Int

  /// The complexity of the objects (joint object coding, Dolby Atmos), 1 to 16; `nil` when the
  /// stream has none (ETSI TS 103 420 annex C).
  public let objectComplexity: Int?

  /// Reads a configuration.
  ///
  /// - Throws: ``ISOBMFFError`` when it ends early.
  public init(parsing bytes: [UInt8]) throws(ISOBMFFError) {
    self.bytes = bytes
    var reader = BitReader(bytes)
    dataRate = try Int(reader.bits(13))
    var channels = 0
    for program in 0...(try reader.bits(3)) {
      try reader.skip(2 + 5 + 1 + 1 + 3)
      let mode = try reader.bits(3)
      var count = try DolbyDigital.channels(codingMode: mode, hasLowFrequency: reader.flag())
      try reader.skip(3)
      if try reader.bits(4) > 0 {
        let locations = try reader.bits(9)
        for (bit, added) in DolbyDigital.locations.enumerated()
        where locations >> UInt32(bit) & 1 == 1 {
          count += added
        }
      } else {
        try reader.skip(1)
      }
      if program == 0 { channels = count }
    }
    self.channels = channels
    if reader.remaining >= 16, try reader.bits(8) & 1 == 1 {
      objectComplexity = try Int(reader.bits(8))
    } else {
      objectComplexity = nil
    }
  }
}
