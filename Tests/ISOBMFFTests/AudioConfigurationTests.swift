// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import ISOBMFF
import Testing

@Suite struct AudioConfigurationTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var id: String
    var bytes: [UInt8]
    var objectType: UInt8
    var codec: String
    var rate: UInt32
    var outputRate: UInt32
    var channels: Int
    var frameLength = 1024
    var testDescription: String { id }
  }

  /// Configurations as encoders write them (ISO/IEC 14496-3 section 1.6.2), and what they mean.
  static let cases = [
    Case(
      id: "LC 48 kHz stereo", bytes: [0x11, 0x90], objectType: 2, codec: "mp4a.40.2",
      rate: 48_000, outputRate: 48_000, channels: 2),
    Case(
      id: "LC 44.1 kHz mono", bytes: [0x12, 0x08], objectType: 2, codec: "mp4a.40.2",
      rate: 44_100, outputRate: 44_100, channels: 1),
    Case(
      id: "LC 48 kHz 5.1", bytes: [0x11, 0xB0], objectType: 2, codec: "mp4a.40.2",
      rate: 48_000, outputRate: 48_000, channels: 6),
    Case(
      id: "LC with frames of 960", bytes: [0x11, 0x94], objectType: 2, codec: "mp4a.40.2",
      rate: 48_000, outputRate: 48_000, channels: 2, frameLength: 960),
    Case(
      id: "LC and no SBR said (FFmpeg)", bytes: [0x12, 0x10, 0x56, 0xE5, 0x00], objectType: 2,
      codec: "mp4a.40.2", rate: 44_100, outputRate: 44_100, channels: 2),
    Case(
      id: "HE-AAC, explicit", bytes: [0x2B, 0x11, 0x88, 0x00], objectType: 2, codec: "mp4a.40.5",
      rate: 24_000, outputRate: 48_000, channels: 2),
    Case(
      id: "HE-AAC, backward compatible", bytes: [0x13, 0x10, 0x56, 0xE5, 0x98], objectType: 2,
      codec: "mp4a.40.5", rate: 24_000, outputRate: 48_000, channels: 2),
    Case(
      id: "HE-AAC v2, explicit", bytes: [0xEB, 0x09, 0x88, 0x00], objectType: 2,
      codec: "mp4a.40.29", rate: 24_000, outputRate: 48_000, channels: 2),
    Case(
      id: "HE-AAC v2, backward compatible",
      bytes: [0x13, 0x08, 0x56, 0xE5, 0x9D, 0x48, 0x80], objectType: 2, codec: "mp4a.40.29",
      rate: 24_000, outputRate: 48_000, channels: 2),
    Case(
      id: "xHE-AAC", bytes: [0xF9, 0x46, 0x40], objectType: 42, codec: "mp4a.40.42",
      rate: 48_000, outputRate: 48_000, channels: 2),
    Case(
      id: "LC with a rate spelt out", bytes: [0x17, 0x80, 0x20, 0x08, 0x10], objectType: 2,
      codec: "mp4a.40.2", rate: 16_400, outputRate: 16_400, channels: 2),
  ]

  @Test(arguments: cases)
  func `a configuration says what comes out`(_ c: Case) throws {
    let config = try AudioSpecificConfig(parsing: c.bytes)
    #expect(config.objectType == c.objectType)
    #expect(config.sampleRate == c.rate)
    #expect(config.outputSampleRate == c.outputRate)
    #expect(config.channels == c.channels)
    #expect(config.frameLength == c.frameLength)
    #expect(CodecString(AudioSampleEntry(config))?.description == c.codec)
  }

  @Test(
    arguments: [
      ([], ISOBMFFError.Code.truncated), ([0x11], .truncated), ([0x17, 0x80, 0x20], .truncated),
      ([0x16, 0x90], .malformed),
    ] as [([UInt8], ISOBMFFError.Code)])
  func `a configuration that ends early is an error`(
    _ bytes: [UInt8], _ code: ISOBMFFError.Code
  ) {
    let error = #expect(throws: ISOBMFFError.self) { try AudioSpecificConfig(parsing: bytes) }
    #expect(error?.code == code)
  }

  @Test(
    arguments: [
      (48_000, 2, [0x11, 0x90]), (44_100, 1, [0x12, 0x08]),
      (16_400, 2, [0x17, 0x80, 0x20, 0x08, 0x10]),
    ] as [(UInt32, UInt8, [UInt8])])
  func `a configuration is made`(_ rate: UInt32, _ channels: UInt8, _ bytes: [UInt8]) throws {
    let config = AudioSpecificConfig.lowComplexity(
      sampleRate: rate, channelConfiguration: channels)
    #expect(config.bytes == bytes)
    #expect(try AudioSpecificConfig(parsing: bytes) == config)
    #expect(config.outputSampleRate == rate)
  }

  /// Descriptors with sizes of one and of four bytes, and with all optional fields.
  @Test(
    arguments: [
      [
        3, 0x19, 0, 0, 0, 4, 0x11, 0x40, 0x15, 0, 0, 0, 0, 1, 0xF4, 0, 0, 1, 0xF4, 0, 5, 2, 0x11,
        0x90,
        6, 1, 2,
      ],
      [
        3, 0x80, 0x80, 0x80, 0x22, 0, 0, 0, 4, 0x80, 0x80, 0x80, 0x14, 0x40, 0x15, 0, 0, 0, 0, 1,
        0xF4,
        0, 0, 1, 0xF4, 0, 5, 0x80, 0x80, 0x80, 2, 0x11, 0x90, 6, 0x80, 0x80, 0x80, 1, 2,
      ],
      [
        3, 0x20, 0, 0, 0xE0, 0, 1, 2, 0x61, 0x62, 0, 5, 4, 0x11, 0x40, 0x15, 0, 0, 0, 0, 1, 0xF4, 0,
        0,
        1, 0xF4, 0, 5, 2, 0x11, 0x90, 6, 1, 2,
      ],
    ] as [[UInt8]])
  func `descriptors of all forms are read`(_ bytes: [UInt8]) throws {
    var reader = ByteReader(bytes)
    let descriptor = try ElementaryStreamDescriptor(parsing: &reader)
    #expect(
      descriptor
        == ElementaryStreamDescriptor(
          maximumBitRate: 128_000, averageBitRate: 128_000, decoderSpecificInfo: [0x11, 0x90]))
  }

  /// ETSI TS 102 366 annex F: (bits of `dac3`, channels).
  @Test(arguments: [(0x10_11C0, 2), (0x10_3D40, 6), (0x50_0800, 1)] as [(UInt32, Int)])
  func `dac3 says its channels`(_ bits: UInt32, _ channels: Int) {
    #expect(AC3Configuration(bits: bits).channels == channels)
  }

  /// `dec3` boxes: (bytes, kbit/s, channels, complexity of objects).
  @Test(
    arguments: [
      ([0x06, 0x00, 0x20, 0x04, 0x00], 192, 2, nil),
      ([0x0C, 0x00, 0x20, 0x0F, 0x00], 384, 6, nil),
      ([0x18, 0x00, 0x20, 0x0F, 0x00, 0x01, 0x10], 768, 6, 16),
      ([0x18, 0x00, 0x20, 0x0F, 0x02, 0x02], 768, 8, nil),
    ] as [([UInt8], Int, Int, Int?)])
  func `dec3 says its channels and objects`(
    _ bytes: [UInt8], _ rate: Int, _ channels: Int, _ complexity: Int?
  ) throws {
    let record = try EAC3Configuration(parsing: bytes)
    #expect(record.dataRate == rate)
    #expect(record.channels == channels)
    #expect(record.objectComplexity == complexity)
  }
}
