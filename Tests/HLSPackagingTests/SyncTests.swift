// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSEncoding
import HLSPackaging
import RungTestSupport
import Testing

/// A flash and a beep at the same instant, in every timing that sources have; measured in the
/// package by a script of its own.
@Suite struct SyncTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var id: String
    /// How FFmpeg reads the fixture, whose flashes and beeps come every second.
    var input: [String] = []
    /// What it makes of it.
    var arguments: [String]
    var file = "source.mp4"
    var range = SourceRange()
    var flashes: Int
    var testDescription: String { id }
  }

  static let cases = [
    Case(id: "MP4", arguments: ["-c", "copy"], flashes: 6),
    Case(id: "MPEG-TS, from 1.4 s on", arguments: ["-c", "copy"], file: "source.ts", flashes: 6),
    Case(
      id: "Matroska, times in milliseconds", arguments: ["-c", "copy"], file: "source.mkv",
      flashes: 6),
    Case(
      id: "44.1 kHz", arguments: ["-c:v", "copy", "-c:a", "aac", "-ar", "44100"], flashes: 6),
    Case(
      id: "no B-frames, 30000/1001",
      arguments: ["-r", "30000/1001", "-bf", "0", "-c:v", "libx264", "-c:a", "copy"], flashes: 6),
    Case(
      id: "sound that ends early", arguments: ["-c:v", "copy", "-af", "atrim=end=4.5"],
      flashes: 5),
    Case(
      id: "a part from the middle", arguments: ["-c", "copy"],
      range: SourceRange(start: 1.52, duration: 3), flashes: 3),
    Case(
      id: "PCM in QuickTime", arguments: ["-c:v", "copy", "-c:a", "pcm_s16le"],
      file: "source.mov", flashes: 6),
    Case(
      id: "an empty edit of 0.7 s before both",
      arguments: ["-c", "copy", "-output_ts_offset", "0.7"],
      flashes: 6),
    Case(
      id: "an edit into the first second", arguments: ["-c", "copy", "-output_ts_offset", "-0.5"],
      flashes: 5),
    Case(
      id: "an edit into a group of pictures", input: ["-ss", "1.28"], arguments: ["-c", "copy"],
      flashes: 4),
    // 2^33 / 90,000 s are 95,443.7 s.
    Case(
      id: "MPEG-TS whose clock wraps after 2.7 s",
      arguments: ["-c", "copy", "-muxdelay", "0", "-output_ts_offset", "95441"],
      file: "source.ts", flashes: 6),
    Case(
      id: "sound that starts late", arguments: ["-c:v", "copy", "-af", "atrim=start=1.5"],
      flashes: 4),
    Case(
      id: "pictures that start late",
      arguments: ["-vf", "trim=start=1.5", "-vsync", "vfr", "-c:v", "libx264", "-c:a", "copy"],
      flashes: 4),
    Case(
      id: "every seventh picture missing",
      arguments: [
        "-vf", "select='not(eq(mod(n,7),3))'", "-vsync", "vfr", "-c:v", "libx264", "-c:a", "copy",
      ], flashes: 6),
    Case(
      id: "a gap of 0.6 s in the pictures",
      arguments: [
        "-vf", "select='not(between(n,30,44))'", "-vsync", "vfr", "-c:v", "libx264", "-c:a", "copy",
      ], flashes: 6),
    Case(
      id: "times that come twice",
      arguments: [
        "-c:v", "libx264", "-bf", "0", "-c:a", "copy", "-bsf:v",
        "setts=ts='if(eq(mod(N,10),3),PREV_OUTPTS,TS)'",
      ], file: "source.mkv", flashes: 6),
    Case(
      id: "times that go back",
      arguments: [
        "-c:v", "libx264", "-bf", "0", "-c:a", "copy", "-bsf:v",
        "setts=pts='if(eq(N,13),PTS+40,if(eq(N,14),PTS-40,PTS))'",
      ], file: "source.mkv", flashes: 6),
  ]

  @Test(arguments: cases)
  func `flash and beep stay together`(_ c: Case) throws {
    let folder = try TemporaryFolder()
    let source = folder.file(c.file)
    let made = try Program(
      "ffmpeg",
      ["-v", "error"] + c.input + ["-i", Fixture.path("sync.mp4")] + c.arguments + [source])
    #expect(made.status == 0, "\(made.errors)")
    var options = LadderOptions()
    options.range = c.range
    try check(source, options, flashes: c.flashes)
  }

  /// Half a picture, 20 ms, between the grids of pictures and sound.
  @Test func `pictures that start late and between`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("late.mp4")
    let sync = Fixture.path("sync.mp4")
    let made = try Program(
      "ffmpeg",
      [
        "-v", "error", "-itsoffset", "1.42", "-i", sync, "-itsoffset", "0.42", "-i", sync, "-map",
        "0:v", "-map", "1:a", "-c", "copy", path,
      ])
    #expect(made.errors == "")
    // A flash is a second behind its beep, and thereby beside the next one.
    try check(path, LadderOptions(), flashes: 5)
  }

  /// Seconds 0 to 2 and 3 to 5 of the fixture: two edits, the second into a group of pictures.
  @Test func `several edits`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("edits.mp4")
    let whole = try Data(contentsOf: URL(filePath: Fixture.path("sync.mp4")))
    var timescales: [UInt32] = [12_800, 48_000]
    try Self.cut([UInt8](whole)[...], &timescales).write(to: URL(filePath: path))
    try check(path, LadderOptions(), flashes: 4)
  }

  /// Replaces the edit list of each track; the index stands behind the media, and may grow.
  private static func cut(_ bytes: ArraySlice<UInt8>, _ timescales: inout [UInt32]) -> Data {
    func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) } }
    func value(at index: Int) -> UInt32 {
      bytes[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    var result = Data()
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end = start + Int(value(at: start))
      let type = String(decoding: bytes[start + 4..<start + 8], as: UTF8.self)
      var content = Data(bytes[start + 8..<end])
      if type == "moov" || type == "trak" { content = cut(bytes[start + 8..<end], &timescales) }
      if type == "edts" {
        // Behind the box's header, version, count and duration.
        let first = value(at: start + 28)
        let second = first + 3 * timescales.removeFirst()
        let fields = [0, 2, 2000, first, 0x1_0000, 2000, second, 0x1_0000].flatMap(number)
        content = Data(number(UInt32(fields.count + 8)) + Array("elst".utf8) + fields)
      }
      result += number(UInt32(content.count + 8)) + Array(type.utf8) + content
      start = end
    }
    return result
  }

  private func check(_ source: String, _ options: LadderOptions, flashes: Int) throws {
    let package = try PackagedLadder(source, options)
    let video = try #require(package.playlists.first { $0.directory.hasPrefix("video") })
    let audio = try #require(package.playlists.first { $0.directory.hasPrefix("audio") })
    let measured = try Program.script("measure-sync", [video.path, audio.path])
    let matched = measured.lines.filter { $0.hasSuffix(" ms") }
    #expect(matched.count == flashes, "\(measured.output)")
    let worst = try #require(measured.lines.last.flatMap { Double($0) })
    #expect(worst <= 5, "\(measured.output)")
    #expect(try Program.script("check-package", [package.file("")]).status == 0)
  }
}
