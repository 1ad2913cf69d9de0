// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What `dac3` says of an AC-3 stream (ETSI TS 102 366 annex F.4).
public struct AC3Configuration: Hashable, Sendable {
  /// The 24 bits of the box.
  public var bits: UInt32

  /// Creates a configuration from its bits.
  public init(bits: UInt32) { self.bits = bits }

  /// The number of channels, the one for low frequencies included.
  public var channels: Int {
    DolbyDigital.channels(codingMode: bits >> 11, hasLowFrequency: bits >> 10 & 1 == 1)
  }

  init(parsing reader: inout ByteReader) throws(ISOBMFFError) { bits = try reader.uint24() }

  func write(to writer: inout ByteWriter) { writer.uint24(bits) }
}

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

private enum DolbyDigital {
  /// Channels by `acmod`, from 1+1 to 3/2.
  static func channels(codingMode: UInt32, hasLowFrequency: Bool) -> Int {
    [2, 1, 2, 3, 3, 4, 4, 5][Int(codingMode & 7)] + (hasLowFrequency ? 1 : 0)
  }

  /// Channels that each bit of `chan_loc` adds, from Lc/Rc to LFE2 (table F.6.1).
  static let locations = [2, 2, 1, 1, 2, 2, 2, 1, 1]
}
