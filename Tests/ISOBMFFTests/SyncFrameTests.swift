// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import ISOBMFF
import Testing

/// `dac3` and `dec3` from the head of a frame. Frames and boxes are FFmpeg 5.1's: its encoders wrote
/// the one, its MP4 writer the other.
@Suite struct SyncFrameTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var id: String
    var frame: [UInt8]
    var box: [UInt8]
    var channels: Int
    var testDescription: String { id }
  }

  static let ac3 = [
    Case(
      id: "mono, 96 kb/s, 48 kHz", frame: [0x0B, 0x77, 0x4E, 0x77, 0x0C, 0x40, 0x2F, 0x84],
      box: [0x10, 0x08, 0xC0], channels: 1),
    Case(
      id: "stereo, 192 kb/s, 44.1 kHz", frame: [0x0B, 0x77, 0xA1, 0x7A, 0x54, 0x40, 0x43, 0xE1],
      box: [0x50, 0x11, 0x40], channels: 2),
    Case(
      id: "stereo, 192 kb/s, 32 kHz", frame: [0x0B, 0x77, 0x0B, 0x5B, 0x94, 0x40, 0x43, 0xE1],
      box: [0x90, 0x11, 0x40], channels: 2),
    Case(
      id: "3.0, 256 kb/s", frame: [0x0B, 0x77, 0xE9, 0xF6, 0x18, 0x40, 0x6B, 0xE1],
      box: [0x10, 0x19, 0x80], channels: 3),
    Case(
      id: "5.0, 448 kb/s", frame: [0x0B, 0x77, 0xFD, 0x12, 0x1E, 0x40, 0xEA, 0xF8],
      box: [0x10, 0x39, 0xE0], channels: 5),
    Case(
      id: "5.1, 384 kb/s", frame: [0x0B, 0x77, 0xB7, 0x3C, 0x1C, 0x40, 0xEB, 0xF8],
      box: [0x10, 0x3D, 0xC0], channels: 6),
  ]

  @Test(arguments: ac3)
  func `a frame of AC-3 gives its dac3`(_ c: Case) throws {
    let record = try AC3Configuration(syncFrame: c.frame)
    #expect(record.bits == c.box.reduce(0) { $0 << 8 | UInt32($1) })
    #expect(record.channels == c.channels)
  }

  static let eac3 = [
    Case(
      id: "mono, 96 kb/s, 48 kHz", frame: [0x0B, 0x77, 0x00, 0xBF, 0x32, 0x87, 0xC0],
      box: [0x03, 0x00, 0x20, 0x02, 0x00], channels: 1),
    Case(
      id: "stereo, 160 kb/s, 44.1 kHz", frame: [0x0B, 0x77, 0x01, 0x5B, 0x74, 0x87, 0xC0],
      box: [0x05, 0x00, 0x60, 0x04, 0x00], channels: 2),
    Case(
      id: "stereo, 128 kb/s, 32 kHz", frame: [0x0B, 0x77, 0x01, 0x7F, 0xB4, 0x87, 0xC0],
      box: [0x04, 0x00, 0xA0, 0x04, 0x00], channels: 2),
    Case(
      id: "5.0, 640 kb/s", frame: [0x0B, 0x77, 0x04, 0xFF, 0x3E, 0x87, 0xC0],
      box: [0x14, 0x00, 0x20, 0x0E, 0x00], channels: 5),
    Case(
      id: "5.1, 192 kb/s", frame: [0x0B, 0x77, 0x01, 0x7F, 0x3F, 0x87, 0xC0],
      box: [0x06, 0x00, 0x20, 0x0F, 0x00], channels: 6),
  ]

  @Test(arguments: eac3)
  func `a frame of E-AC-3 gives its dec3`(_ c: Case) throws {
    let record = try EAC3Configuration(syncFrame: c.frame)
    #expect(record.bytes == c.box)
    #expect(record.channels == c.channels)
  }

  static let wrong: [([UInt8], ISOBMFFError.Code, Int)] = [
    ([], .truncated, 0),
    ([0x0B], .truncated, 0),
    ([0x77, 0x0B, 0, 0, 0, 0, 0, 0], .malformed, 0),
    ([0x0B, 0x77, 0xB7, 0x3C, 0x1C], .truncated, 5),
    // E-AC-3 where AC-3 is expected: a bsid of 16.
    ([0x0B, 0x77, 0x01, 0x7F, 0x3F, 0x87, 0xC0], .malformed, 4),
    // The reserved rate.
    ([0x0B, 0x77, 0xB7, 0x3C, 0xDC, 0x40, 0xEB, 0xF8], .malformed, 4),
  ]

  @Test(arguments: wrong)
  func `what is no frame of AC-3 is an error`(
    _ bytes: [UInt8], _ code: ISOBMFFError.Code, _ offset: Int
  ) {
    #expect(throws: ISOBMFFError(code, at: offset, "")) { try AC3Configuration(syncFrame: bytes) }
  }

  static let wrongEnhanced: [([UInt8], ISOBMFFError.Code, Int)] = [
    ([], .truncated, 0),
    ([0x0B, 0x77, 0x01], .truncated, 2),
    // A frame that depends on another, and a second substream.
    ([0x0B, 0x77, 0x41, 0x7F, 0x3F, 0x87, 0xC0], .unsupported, 2),
    ([0x0B, 0x77, 0x09, 0x7F, 0x3F, 0x87, 0xC0], .unsupported, 2),
    // AC-3 where E-AC-3 is expected: a bsid of 8.
    ([0x0B, 0x77, 0x01, 0x7F, 0x3F, 0x40, 0xC0], .malformed, 5),
    // Half a rate that is reserved.
    ([0x0B, 0x77, 0x01, 0x7F, 0xFF, 0x87, 0xC0], .malformed, 5),
  ]

  @Test(arguments: wrongEnhanced)
  func `what is no frame of E-AC-3 is an error`(
    _ bytes: [UInt8], _ code: ISOBMFFError.Code, _ offset: Int
  ) {
    #expect(throws: ISOBMFFError(code, at: offset, "")) { try EAC3Configuration(syncFrame: bytes) }
  }
}
