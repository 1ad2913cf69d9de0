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
