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
    /// What FFmpeg makes of the fixture, whose flashes and beeps come every second.
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
  ]

  @Test(arguments: cases)
  func `flash and beep stay together`(_ c: Case) throws {
    let folder = try TemporaryFolder()
    let source = folder.file(c.file)
    let made = try Program(
      "ffmpeg", ["-v", "error", "-i", Fixture.path("sync.mp4")] + c.arguments + [source])
    #expect(made.status == 0, "\(made.errors)")
    var options = LadderOptions()
    options.range = c.range
    let package = try PackagedLadder(source, options)
    let video = try #require(package.playlists.first { $0.directory.hasPrefix("video") })
    let audio = try #require(package.playlists.first { $0.directory.hasPrefix("audio") })
    let measured = try Program.script("measure-sync", [video.path, audio.path])
    let matched = measured.lines.filter { $0.hasSuffix(" ms") }
    #expect(matched.count == c.flashes, "\(measured.output)")
    let worst = try #require(measured.lines.last.flatMap { Double($0) })
    #expect(worst <= 5, "\(measured.output)")
    #expect(try Program.script("check-package", [package.file("")]).status == 0)
  }
}
