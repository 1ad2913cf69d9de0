// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSEncoding
import HLSPackaging
import HLSPlaylist
import LibAV
import RungTestSupport
import Testing

/// Captions of CEA-608 in the source's pictures, which FFmpeg's decoder of captions reads back.
@Suite(.serialized) struct CaptionTests {
  /// Pop-on captions on channel 1: clear, load, row 15, `HELLO`, show; then zeros (CTA-608).
  private static let codes: [UInt16] = [
    0x14AE, 0x14AE, 0x1420, 0x1420, 0x1470, 0x1470, 0x4845, 0x4C4C, 0x4F20, 0x142F, 0x142F,
  ]

  private static func withParity(_ byte: UInt8) -> UInt8 {
    byte & 0x7F | (byte & 0x7F).nonzeroBitCount.isMultiple(of: 2).bit
  }

  /// A film of four seconds whose pictures carry the codes, a pair each.
  private func film(_ folder: TemporaryFolder) throws -> String {
    let raw = folder.file("raw.h264")
    _ = try Program(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=30:d=4", "-c:v", "libx264"]
        + ["-preset", "ultrafast", "-bf", "0", "-x264-params", "aud=1:keyint=30", raw])
    let source = [UInt8](try Data(contentsOf: URL(filePath: raw)))
    var output: [UInt8] = []
    var picture = 0
    var index = 0
    while index < source.count {
      // An access unit begins with its delimiter: the captions come behind that.
      if source[index...].starts(with: [0, 0, 0, 1, 9]) {
        output += source[index..<index + 6]
        index += 6
        let code = picture < Self.codes.count ? Self.codes[picture] : 0
        output += Self.unit(code)
        picture += 1
      } else {
        output.append(source[index])
        index += 1
      }
    }
    try Data(output).write(to: URL(filePath: raw))
    let path = folder.file("film.mp4")
    _ = try Program(
      "ffmpeg", ["-v", "error", "-r", "30", "-i", raw, "-c", "copy", path])
    return path
  }

  private static func unit(_ code: UInt16) -> [UInt8] {
    let pair = [withParity(UInt8(code >> 8)), withParity(UInt8(code & 0xFF))]
    return [0, 0, 0, 1, 6, 4, 14, 0xB5, 0, 0x31, 0x47, 0x41, 0x39, 0x34, 3, 0x41, 0xFF, 0xFC]
      + pair + [0xFF, 0x80]
  }

  @Test(arguments: [VideoCodec.h264, .hevc])
  func `captions survive re-encoding and are announced`(_ codec: VideoCodec) throws {
    LibraryLog.silence()
    let folder = try TemporaryFolder()
    let package = try PackagedLadder(film(folder), LadderOptions(codecs: [codec]))
    let master = try MultivariantPlaylist(
      parsing: String(contentsOfFile: package.file("master.m3u8"), encoding: .utf8),
      options: .strict)
    let captions = master.renditions.filter { $0.type == .closedCaptions }
    #expect(captions.map(\.inStreamID) == ["CC1"])
    #expect(master.variants.allSatisfy { $0.closedCaptions == .group("captions") })
    let rendition = try #require(package.report.renditions.first { $0.width != nil })
    let joined = try package.joined(rendition.directory)
    let read = try Program(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "movie=\(joined)[out+subcc]", "-map", "s"]
        + ["-f", "srt", "-"])
    #expect(read.output.contains("HELLO"))
  }
}

extension Bool {
  fileprivate var bit: UInt8 { self ? 0x80 : 0 }
}
