// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What the samples of an audio track are: `mp4a`, `ac-3`, `fLaC` and their like
/// (ISO/IEC 14496-12 section 12.2.3).
public struct AudioSampleEntry: Hashable, Sendable {
  /// The name of the format; `enca` when the samples are encrypted.
  public var format: FourCC
  /// The number of channels that the entry says; the configuration is the better witness.
  public var channels: UInt16
  /// The bits of a sample; 16 for compressed formats.
  public var sampleSize: UInt16 = 16
  /// The sampling rate in Hz; 0 when the entry cannot hold it, above 65,535.
  public var sampleRate: UInt32
  /// The decoder configuration; `nil` when the format needs none.
  public var configuration: AudioConfiguration?
  /// The rates: the `btrt` box.
  public var bitRate: BitRate?
  /// How the samples are encrypted: the `sinf` box.
  public var protection: ProtectionScheme?
  /// Boxes that this library does not look into, in order.
  public var otherBoxes: [OpaqueBox] = []

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - configuration: The decoder configuration, which names the format.
  ///   - channels: The number of channels.
  ///   - sampleRate: The rate in Hz; one above 65,535 is written as 0.
  ///   - bitRate: The rates, if they are known.
  public init(
    configuration: AudioConfiguration, channels: UInt16, sampleRate: UInt32,
    bitRate: BitRate? = nil
  ) {
    format = configuration.format
    self.channels = channels
    self.sampleRate = sampleRate <= 65_535 ? sampleRate : 0
    self.configuration = configuration
    self.bitRate = bitRate
  }

  /// Creates an `mp4a` entry for AAC, with channels and rate as its configuration says.
  public init(_ config: AudioSpecificConfig, bitRate: BitRate? = nil) {
    let descriptor = ElementaryStreamDescriptor(
      bufferSize: bitRate?.bufferSize ?? 0, maximumBitRate: bitRate?.maximum ?? 0,
      averageBitRate: bitRate?.average ?? 0, decoderSpecificInfo: config.bytes)
    self.init(
      configuration: .mpeg4(descriptor), channels: UInt16(clamping: config.channels),
      sampleRate: config.outputSampleRate, bitRate: bitRate)
  }

  /// The format that the samples have once they are decrypted.
  public var clearFormat: FourCC { protection?.originalFormat ?? format }
}

// MARK: - Reading and writing

extension AudioSampleEntry {
  /// Reads an entry. Of boxes that come more than once the first counts.
  ///
  /// - Parameters:
  ///   - box: The entry.
  ///   - tableVersion: The version of the `stsd` box; in version 0 an entry above version 0 is
  ///     QuickTime's, which has more fields.
  /// - Throws: ``ISOBMFFError`` when a field is missing or cannot be read.
  init(parsing box: Box, tableVersion: UInt8) throws(ISOBMFFError) {
    var reader = box.content
    format = box.type
    try reader.skip(8)
    let version = try reader.uint16()
    try reader.skip(6)
    channels = try reader.uint16()
    sampleSize = try reader.uint16()
    try reader.skip(4)
    sampleRate = try reader.uint32() >> 16
    if tableVersion == 0, version == 1 { try reader.skip(16) }
    if tableVersion == 0, version == 2 {
      try reader.skip(4)
      let rate = try Double(bitPattern: reader.uint64())
      sampleRate = rate > 0 && rate <= 65_535 ? UInt32(rate) : 0
      channels = try UInt16(clamping: reader.uint32())
      try reader.skip(20)
    }
    while let child = try reader.nextBox() { try parse(child) }
  }

  private mutating func parse(_ box: Box) throws(ISOBMFFError) {
    var reader = box.content
    switch box.type {
    case "btrt" where bitRate == nil: bitRate = try BitRate(parsing: &reader)
    case "sinf" where protection == nil: protection = try ProtectionScheme(parsing: box)
    case "wave" where configuration == nil:
      // QuickTime's wrapper around the configuration.
      while let child = try reader.nextBox() {
        if let found = try AudioConfiguration(child) { configuration = found }
      }
    default:
      if configuration == nil, let found = try AudioConfiguration(box) {
        configuration = found
      } else {
        otherBoxes.append(OpaqueBox(box))
      }
    }
  }

  func write(to writer: inout ByteWriter) {
    writer.box(format) { writer in
      writer.zeros(6)
      writer.uint16(1)  // data reference
      writer.zeros(8)
      writer.uint16(channels)
      writer.uint16(sampleSize)
      writer.zeros(4)
      writer.uint32(sampleRate <= 65_535 ? sampleRate << 16 : 0)
      configuration?.write(to: &writer)
      if let bitRate { writer.box("btrt") { bitRate.write(to: &$0) } }
      protection?.write(to: &writer)
      for box in otherBoxes { box.write(to: &writer) }
    }
  }
}
