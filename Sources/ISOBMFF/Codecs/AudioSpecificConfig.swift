// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What a decoder of MPEG-4 audio needs before the first frame (ISO/IEC 14496-3 section 1.6.2).
public struct AudioSpecificConfig: Hashable, Sendable {
  /// The bytes, which are written as they were read.
  public let bytes: [UInt8]

  /// The object type of the core codec: 2 AAC-LC, 42 xHE-AAC.
  public let objectType: UInt8

  /// The sampling rate of the core codec, in Hz.
  public let sampleRate: UInt32

  /// The number of channels that the core codec has; parametric stereo adds one.
  public let coreChannels: Int

  /// The rate after spectral band replication, in Hz, where it is signalled.
  public private(set) var extensionSampleRate: UInt32?

  /// Whether parametric stereo is signalled.
  public private(set) var hasParametricStereo = false

  /// The samples of a frame at the core rate: 1024, or 960.
  public private(set) var frameLength = 1024

  /// Whether spectral band replication is signalled, in whichever way.
  public var hasSpectralBandReplication: Bool { extensionSampleRate != nil }

  /// The number of channels that come out.
  public var channels: Int { hasParametricStereo ? 2 : coreChannels }

  /// The rate that comes out, in Hz.
  public var outputSampleRate: UInt32 { extensionSampleRate ?? sampleRate }

  /// The object type that a codec string names: 5 for HE-AAC and 29 for HE-AAC v2, whichever way
  /// they are signalled, else the one of the core.
  public var codecObjectType: UInt8 {
    if hasParametricStereo { return 29 }
    return hasSpectralBandReplication ? 5 : objectType
  }

  /// The configuration of AAC-LC.
  ///
  /// - Parameters:
  ///   - sampleRate: The rate in Hz; one that the standard has no index for is spelt out.
  ///   - channelConfiguration: 1 to 7: mono, stereo, 3.0, 4.0, 5.0, 5.1, 7.1.
  /// - Returns: The configuration.
  public static func lowComplexity(
    sampleRate: UInt32, channelConfiguration: UInt8
  ) -> AudioSpecificConfig {
    AudioSpecificConfig(
      lowComplexity: sampleRate & 0xFF_FFFF, channelConfiguration: channelConfiguration & 0xF)
  }

  private init(lowComplexity sampleRate: UInt32, channelConfiguration: UInt8) {
    let channels = UInt64(channelConfiguration) << 3
    var writer = ByteWriter()
    if let index = Self.rates.firstIndex(of: sampleRate) {
      writer.uint16(UInt16(2 << 11 | UInt64(index) << 7 | channels))
    } else {
      let value = 2 << 35 | 15 << 31 | UInt64(sampleRate) << 7 | channels
      writer.uint8(UInt8(truncatingIfNeeded: value >> 32))
      writer.uint32(UInt32(truncatingIfNeeded: value))
    }
    bytes = writer.bytes
    objectType = 2
    self.sampleRate = sampleRate
    coreChannels = Self.channels[Int(channelConfiguration)]
  }

  /// Reads a configuration.
  ///
  /// - Throws: ``ISOBMFFError`` when it ends early or names a reserved rate.
  public init(parsing bytes: [UInt8]) throws(ISOBMFFError) {
    self.bytes = bytes
    var reader = BitReader(bytes)
    var type = try Self.objectType(&reader)
    sampleRate = try Self.sampleRate(&reader)
    let configuration = try Int(reader.bits(4))
    if type == 5 || type == 29 {
      hasParametricStereo = type == 29
      extensionSampleRate = try Self.sampleRate(&reader)
      type = try Self.objectType(&reader)
      if type == 22 { try reader.skip(4) }
    }
    objectType = type
    guard Self.generalAudio.contains(type) else {
      coreChannels = Self.channels[configuration]
      return
    }
    if try reader.flag() { frameLength = 960 }
    if try reader.flag() { try reader.skip(14) }  // coreCoderDelay
    let hasExtension = try reader.flag()
    coreChannels =
      try configuration == 0 ? Self.programChannels(&reader) : Self.channels[configuration]
    if type == 6 || type == 20 { try reader.skip(3) }
    if hasExtension {
      if type == 22 { try reader.skip(16) }
      if [17, 19, 20, 23].contains(type) { try reader.skip(3) }
      try reader.skip(1)
    }
    guard extensionSampleRate == nil, reader.remaining >= 16, try reader.bits(11) == 0x2B7,
      try Self.objectType(&reader) == 5, try reader.flag()
    else { return }
    extensionSampleRate = try Self.sampleRate(&reader)
    guard reader.remaining >= 12, try reader.bits(11) == 0x548 else { return }
    hasParametricStereo = try reader.flag()
  }
}

// MARK: - Parts of the syntax

extension AudioSpecificConfig {
  /// Object types with a `GASpecificConfig`.
  private static let generalAudio: Set<UInt8> = [1, 2, 3, 4, 6, 7, 17, 19, 20, 21, 22, 23]

  private static let rates: [UInt32] = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
    7_350,
  ]

  /// Channels by `channelConfiguration` (table 1.19); 0 where a program config says it, or none.
  private static let channels = [0, 1, 2, 3, 4, 5, 6, 8, 0, 0, 0, 7, 8, 24, 8, 0]

  private static func objectType(_ reader: inout BitReader) throws(ISOBMFFError) -> UInt8 {
    let type = try reader.byte(5)
    return type == 31 ? try 32 + reader.byte(6) : type
  }

  private static func sampleRate(_ reader: inout BitReader) throws(ISOBMFFError) -> UInt32 {
    let place = reader.position / 8
    let index = try Int(reader.bits(4))
    if index == 15 { return try reader.bits(24) }
    guard rates.indices.contains(index) else {
      throw ISOBMFFError(.malformed, at: place, "expected a sampling rate, found index \(index)")
    }
    return rates[index]
  }

  /// The channels of a `program_config_element` (table 4.2).
  private static func programChannels(_ reader: inout BitReader) throws(ISOBMFFError) -> Int {
    try reader.skip(10)
    var elements = 0
    for _ in 0..<3 { elements += try Int(reader.bits(4)) }
    let lowFrequency = try Int(reader.bits(2))
    try reader.skip(7)
    if try reader.flag() { try reader.skip(4) }
    if try reader.flag() { try reader.skip(4) }
    if try reader.flag() { try reader.skip(3) }
    var count = lowFrequency
    for _ in 0..<elements {
      count += try reader.flag() ? 2 : 1
      try reader.skip(4)
    }
    return count
  }
}
