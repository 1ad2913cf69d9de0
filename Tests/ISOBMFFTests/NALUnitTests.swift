// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HDRColor
import ISOBMFF
import Testing

@Suite struct NALUnitTests {
  /// Streams with start codes, and the units in them.
  @Test(
    arguments: [
      ([], []),
      ([0, 0, 1], []),
      ([0, 0, 1, 9], [[9]]),
      ([0, 0, 0, 1, 9, 8], [[9, 8]]),
      ([5, 5, 0, 0, 1, 9], [[9]]),
      ([0, 0, 1, 9, 0, 0, 1, 7], [[9], [7]]),
      ([0, 0, 1, 9, 0, 0, 0, 1, 7, 0, 0], [[9], [7]]),
      ([0, 0, 1, 0, 0, 1, 7], [[7]]),
      ([0, 0, 1, 9, 0, 1, 0, 0, 2, 1], [[9, 0, 1, 0, 0, 2, 1]]),
      ([0, 0, 1, 9, 1, 0, 0, 0, 0, 1, 6, 2], [[9, 1], [6, 2]]),
    ] as [([UInt8], [[UInt8]])])
  func `start codes part units`(_ stream: [UInt8], _ units: [[UInt8]]) throws {
    let found = try NALUnitFraming.startCodes.units(in: stream.span).map { Array(stream[$0]) }
    #expect(found == units)
  }

  @Test(
    arguments: [
      (4, [], []), (4, [0, 0, 0, 0], []), (4, [0, 0, 0, 1, 9], [[9]]),
      (4, [0, 0, 0, 1, 9, 0, 0, 0, 2, 7, 7], [[9], [7, 7]]),
      (2, [0, 1, 9, 0, 0, 0, 1, 7], [[9], [7]]), (1, [1, 9, 1, 7], [[9], [7]]),
    ] as [(Int, [UInt8], [[UInt8]])])
  func `lengths part units`(_ size: Int, _ sample: [UInt8], _ units: [[UInt8]]) throws {
    let found = try NALUnitFraming.lengths(size).units(in: sample.span).map { Array(sample[$0]) }
    #expect(found == units)
  }

  @Test(
    arguments: [
      (4, [0, 0, 0, 2, 9], 0), (4, [0, 0, 0, 1, 9, 0, 0], 5), (4, [255, 255, 255, 255, 1], 0),
      (0, [1], 0), (9, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0),
    ] as [(Int, [UInt8], Int)])
  func `a length beyond the end is an error`(
    _ size: Int, _ sample: [UInt8], _ offset: Int
  ) throws {
    #expect(throws: ISOBMFFError(.truncated, at: offset, "")) {
      try NALUnitFraming.lengths(size).units(in: sample.span)
    }
  }

  /// First bytes and roles (H.264 table 7-1, H.265 table 7-1).
  @Test(
    arguments: [
      (.h264, 0x65, .idr), (.h264, 0x25, .idr), (.h264, 0x41, .picture), (.h264, 0x01, .picture),
      (.h264, 0x67, .sequenceParameterSet), (.h264, 0x68, .pictureParameterSet),
      (.h264, 0x6D, .sequenceParameterSetExtension), (.h264, 0x06, .prefixSEI),
      (.h264, 0x09, .accessUnitDelimiter), (.h264, 0x0C, .other),
      (.hevc, 19 << 1, .idr), (.hevc, 20 << 1, .idr), (.hevc, 21 << 1, .randomAccess),
      (.hevc, 16 << 1, .randomAccess), (.hevc, 9 << 1, .leading), (.hevc, 6 << 1, .leading),
      (.hevc, 1 << 1, .picture), (.hevc, 0, .picture), (.hevc, 32 << 1, .videoParameterSet),
      (.hevc, 33 << 1, .sequenceParameterSet), (.hevc, 34 << 1, .pictureParameterSet),
      (.hevc, 35 << 1, .accessUnitDelimiter), (.hevc, 39 << 1, .prefixSEI),
      (.hevc, 40 << 1, .suffixSEI), (.hevc, 62 << 1, .dolbyVisionMetadata),
      (.hevc, 48 << 1, .other),
    ] as [(NALUnitCodec, UInt8, NALUnitType.Role)])
  func `a unit's first byte tells its role`(
    _ codec: NALUnitCodec, _ byte: UInt8, _ role: NALUnitType.Role
  ) {
    #expect(codec.type(ofUnitStartingWith: byte).role == role)
  }

  /// Bytes without and with emulation prevention (H.264 section 7.4.1).
  @Test(
    arguments: [
      ([0, 0, 0], [0, 0, 3, 0]), ([0, 0, 1], [0, 0, 3, 1]), ([0, 0, 3], [0, 0, 3, 3]),
      ([0, 0, 4], [0, 0, 4]), ([0, 0, 0, 0, 0], [0, 0, 3, 0, 0, 3, 0]), ([1, 0, 2], [1, 0, 2]),
    ] as [([UInt8], [UInt8])])
  func `emulation prevention goes both ways`(_ raw: [UInt8], _ unit: [UInt8]) {
    #expect(RawByteSequence.addingEmulationPrevention(to: raw) == unit)
    #expect(RawByteSequence.removingEmulationPrevention(from: unit.span) == raw)
  }

  /// Codes and numbers of H.264 table 9-2 and 9-3.
  @Test(
    arguments: [
      ("1", 0, 0), ("010", 1, 1), ("011", 2, -1), ("00100", 3, 2), ("00101", 4, -2),
      ("00110", 5, 3),
      ("00111", 6, -3), ("0001000", 7, 4), ("0001001", 8, -4), ("0001010", 9, 5),
      (
        String(repeating: "0", count: 31) + String(repeating: "1", count: 32), UInt32.max - 1,
        -Int32.max
      ),
    ] as [(String, UInt32, Int32)])
  func `Exp-Golomb codes`(_ code: String, _ number: UInt32, _ signed: Int32) throws {
    let padded = code + String(repeating: "0", count: (8 - code.count % 8) % 8)
    let bytes = stride(from: 0, to: padded.count, by: 8).map { start in
      UInt8(padded.dropFirst(start).prefix(8), radix: 2) ?? 0
    }
    var reader = BitReader(bytes)
    #expect(try reader.exponentialGolomb() == number)
    #expect(reader.position == code.count)
    reader = BitReader(bytes)
    #expect(try reader.signedExponentialGolomb() == signed)
  }

  @Test func `an Exp-Golomb code without end is an error`() {
    var reader = BitReader(Array(repeating: 0, count: 16))
    #expect(throws: ISOBMFFError(.malformed, at: 0, "")) { try reader.exponentialGolomb() }
    reader = BitReader([0])
    #expect(throws: ISOBMFFError(.truncated, at: 1, "")) { try reader.exponentialGolomb() }
  }

  static let display = MasteringDisplay(
    green: .init(x: 13_250, y: 34_500), blue: .init(x: 7_500, y: 3_000),
    red: .init(x: 34_000, y: 16_000), whitePoint: .init(x: 15_635, y: 16_450),
    maximumLuminance: 10_000_000, minimumLuminance: 50)

  static let level = ContentLightLevel(
    maximumContentLightLevel: 1000, maximumFrameAverageLightLevel: 400)

  /// Messages and their units (H.265 sections D.2.28, D.2.35, D.2.38, D.2.39).
  @Test(
    arguments: [
      (
        .masteringDisplay(display),
        [
          0x4E, 1, 137, 24, 0x33, 0xC2, 0x86, 0xC4, 0x1D, 0x4C, 0x0B, 0xB8, 0x84, 0xD0, 0x3E, 0x80,
          0x3D, 0x13, 0x40, 0x42, 0x00, 0x98, 0x96, 0x80, 0x00, 0x00, 0x03, 0x00, 0x32, 0x80,
        ]
      ),
      (.contentLightLevel(level), [0x4E, 1, 144, 4, 0x03, 0xE8, 0x01, 0x90, 0x80]),
      (.alternativeTransfer(.hlg), [0x4E, 1, 147, 1, 18, 0x80]),
      (
        .ambientViewingEnvironment(
          AmbientViewingEnvironment(illuminance: 314_0000, light: .init(x: 15_635, y: 16_450))),
        [0x4E, 1, 148, 8, 0x00, 0x2F, 0xE9, 0xA0, 0x3D, 0x13, 0x40, 0x42, 0x80]
      ),
      (.other(type: 300, payload: [7]), [0x4E, 1, 255, 45, 1, 7, 0x80]),
    ] as [(SEIMessage, [UInt8])])
  func `SEI messages are written and read`(_ message: SEIMessage, _ unit: [UInt8]) throws {
    #expect(SEIMessage.unit([message], codec: .hevc) == unit)
    #expect(try SEIMessage.messages(in: unit.span, codec: .hevc) == [message])
    let h264 = [0x06] + unit.dropFirst(2)
    #expect(SEIMessage.unit([message], codec: .h264) == h264)
    #expect(try SEIMessage.messages(in: h264.span, codec: .h264) == [message])
  }

  @Test func `a message that is too short stays as it is`() throws {
    let unit: [UInt8] = [0x4E, 1, 144, 2, 3, 0xE8, 0x80]
    let messages = try SEIMessage.messages(in: unit.span, codec: .hevc)
    #expect(messages == [.other(type: 144, payload: [3, 0xE8])])
  }

  @Test func `a message beyond the end of its unit is an error`() {
    let unit: [UInt8] = [0x4E, 1, 144, 9, 3, 0xE8, 0x80]
    #expect(throws: ISOBMFFError(.truncated, at: 4, "")) {
      try SEIMessage.messages(in: unit.span, codec: .hevc)
    }
  }

  /// `avcC` has no place for messages: they reach the boxes, and stay in the samples as well.
  @Test func `avc1 samples keep all messages`() throws {
    let message = SEIMessage.unit([.contentLightLevel(Self.level)], codec: .h264)
    let stream: [UInt8] = [message, [0x65, 0x88]].flatMap { [0, 0, 1] + $0 }
    let sample = try NALUnitFilter(codec: .h264).sample(from: stream.span)
    #expect(try NALUnitFraming.fourByteLengths.units(in: sample.span).count == 2)
    var sets = try Streams.h264Sets
    try sets.insert(from: stream.span)
    #expect(try VideoSampleEntry(sets).contentLightLevel == Self.level)
  }

  /// A sample of each kind of unit, and what stays of it.
  @Test func `hvc1 samples keep pictures and other messages alone`() throws {
    let kept = SEIMessage.other(type: 4, payload: [0xB5, 0])
    let units: [[UInt8]] = [
      [0x46, 1, 0x50],  // access unit delimiter
      [0x40, 1, 9], [0x42, 1, 9], [0x44, 1, 9],  // parameter sets
      SEIMessage.unit([.masteringDisplay(Self.display)], codec: .hevc),
      SEIMessage.unit([.contentLightLevel(Self.level), kept], codec: .hevc),
      [0x26, 1, 0xAF],  // IDR
      [0x7C, 1, 3],  // Dolby Vision metadata
    ]
    let stream: [UInt8] = units.flatMap { [0, 0, 0, 1] + $0 }
    let sample = try NALUnitFilter(codec: .hevc).sample(from: stream.span)
    let left = try NALUnitFraming.fourByteLengths.units(in: sample.span).map { Array(sample[$0]) }
    #expect(left == [SEIMessage.unit([kept], codec: .hevc), [0x26, 1, 0xAF], [0x7C, 1, 3]])
    #expect(try NALUnitCodec.hevc.pictureRole(of: sample.span) == .idr)

    let all = try NALUnitFilter(codec: .hevc, dropsStaticHDRMetadata: false)
      .sample(from: stream.span)
    #expect(try NALUnitFraming.fourByteLengths.units(in: all.span).count == 4)

    let sets = try ParameterSets(codec: .hevc, in: (stream + stream).span)
    #expect(sets.video == [[0x40, 1, 9]])
    #expect(sets.sequence == [[0x42, 1, 9]])
    #expect(sets.picture == [[0x44, 1, 9]])
    #expect(
      sets.metadata == [.masteringDisplay(Self.display), .contentLightLevel(Self.level)])
  }
}
