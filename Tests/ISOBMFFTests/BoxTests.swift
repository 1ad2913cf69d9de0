// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import ISOBMFF
import Testing

/// Boxes and their headers (ISO/IEC 14496-12 section 4.2).
@Suite struct BoxTests {
  /// Headers: (bytes, type, size, bytes of the header).
  @Test(
    arguments: [
      ([0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65], "free", 8, 8),
      ([0, 0, 0, 0, 0x6D, 0x64, 0x61, 0x74], "mdat", nil, 8),
      ([0, 0, 0, 1, 0x6D, 0x64, 0x61, 0x74, 0, 0, 1, 0, 0, 0, 0, 0], "mdat", 1 << 40, 16),
      (
        [
          0, 0, 0, 24, 0x75, 0x75, 0x69, 0x64, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
          16,
        ],
        "uuid", 24, 24
      ),
    ] as [([UInt8], FourCC, UInt64?, Int)])
  func `a header is read without its box`(
    _ bytes: [UInt8], _ type: FourCC, _ size: UInt64?, _ headerSize: Int
  ) throws {
    var reader = ByteReader(bytes)
    let header = try BoxHeader(parsing: &reader)
    #expect(header.type == type)
    #expect(header.size == size)
    #expect(header.headerSize == headerSize)
  }

  @Test func `the last box may go on to the end`() throws {
    let bytes: [UInt8] = [
      0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65, 0, 0, 0, 0, 0x6D, 0x64, 0x61, 0x74, 7,
    ]
    let boxes = try Box.list(in: bytes)
    #expect(boxes.map(\.type) == ["free", "mdat"])
    #expect(boxes.map(\.range) == [0..<8, 8..<17])
  }

  /// QuickTime ends some lists with a zero of 32 bits.
  @Test func `bytes too few for a box are passed`() throws {
    let bytes: [UInt8] = [0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65, 0, 0, 0, 0]
    #expect(try Box.list(in: bytes).count == 1)
  }

  @Test func `sizes are filled in when boxes end`() {
    var writer = ByteWriter()
    writer.box("moov") { writer in
      writer.fullBox("free", version: 1, flags: 0x020304) { $0.uint24(0x050607) }
      writer.box("skip") { _ in }
    }
    #expect(
      writer.bytes == [
        0, 0, 0, 31, 0x6D, 0x6F, 0x6F, 0x76, 0, 0, 0, 15, 0x66, 0x72, 0x65, 0x65, 1, 2, 3, 4, 5, 6,
        7, 0, 0, 0, 8, 0x73, 0x6B, 0x69, 0x70,
      ])
  }

  @Test(
    arguments: [
      ("moov", 0x6D6F_6F76, "moov"), ("qt", 0x7174_2020, "qt  "), ("ac-3", 0x6163_2D33, "ac-3"),
    ] as [(String, UInt32, String)])
  func `codes have four characters`(_ text: String, _ value: UInt32, _ shown: String) {
    #expect(FourCC(text).rawValue == value)
    #expect(FourCC(rawValue: value).description == shown)
  }

  @Test func `a byte that is no character is shown as a number`() {
    #expect(FourCC(rawValue: 0xA974_6F6F).description == "\\xA9too")
  }

  /// What people read: the place, the box, expected and found.
  @Test func `an error says where and what`() {
    let bytes: [UInt8] = [0, 0, 0, 14, 0x66, 0x74, 0x79, 0x70, 0x69, 0x73, 0x6F, 0x36, 0, 0]
    let error = #expect(throws: ISOBMFFError.self) {
      try FileType(parsing: #require(try Box.list(in: bytes).first))
    }
    #expect(error?.description == "byte 12: box 'ftyp': expected 4 bytes more, found 2")
  }
}
