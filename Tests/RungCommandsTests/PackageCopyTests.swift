// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import RungCommands
import RungTestSupport
import Testing

/// `rung package --copy` as people type it.
@Suite(.serialized) struct PackageCopyTests {
  private let folder: TemporaryFolder
  private let film: String

  init() throws {
    folder = try TemporaryFolder()
    film = folder.file("film: one.mp4")
    _ = try Program(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x36:r=25:d=4", "-f", "lavfi", "-i",
        "sine=d=4", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "25", "-c:a", "aac", film,
      ])
    try "1\n00:00:01,000 --> 00:00:02,000\nHi\n"
      .write(toFile: folder.file("lines.srt"), atomically: true, encoding: .utf8)
  }

  @Test func `files, tracks and labels are told apart`() async throws {
    let out = folder.file("out")
    let (code, printed) = await CollectedConsole.run(
      "package", "--copy", film, "-o", out, "--audio", "\(film)#2:lang=fr,name=Ton,default",
      "--subtitles", "\(folder.file("lines.srt")):lang=en,sdh")
    #expect(code == .success)
    #expect(printed.errors == "")
    let master = try String(contentsOfFile: "\(out)/master.m3u8", encoding: .utf8)
    #expect(master.contains("LANGUAGE=\"fr\",NAME=\"Ton\",DEFAULT=YES"))
    #expect(master.contains("NAME=\"English (SDH)\""))
    // A package takes the place of the one before it, whose folders go.
    let (again, _) = await CollectedConsole.run("package", "--copy", film, "-o", out, "--force")
    #expect(again == .success)
    let left = try FileManager.default.contentsOfDirectory(atPath: out)
    #expect(!left.contains { $0.hasPrefix("subtitles-") })
  }

  struct Wrong: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var message: String
    var testDescription: String { arguments.joined(separator: " ") }
  }

  static let wrong = [
    Wrong(
      arguments: ["--speed", "fast"],
      message: "'--speed' changes what is encoded: '--copy' encodes nothing"),
    Wrong(
      arguments: ["--audio", "a.m4a:lang=en,loud"],
      message: "'loud' is no label of '--audio': expected lang=, name=, default or describes-video"),
    Wrong(
      arguments: ["--subtitles", ":lang=en"],
      message: "':lang=en' names no file: "
        + "expected FILE[#TRACK,...][:LABEL,...]"),
  ]

  @Test(arguments: wrong)
  func `what has no meaning for copies is a usage error`(_ c: Wrong) async throws {
    let (code, printed) = await CollectedConsole.run(
      ["package", "--copy", film, "-o", folder.file("out")] + c.arguments)
    #expect(code == .usage)
    #expect(printed.errors.hasPrefix("rung: \(c.message)\n"))
  }

  @Test func `flags of copies need the flag`() async throws {
    let (code, printed) = await CollectedConsole.run(
      "package", film, "-o", folder.file("out"), "--scores")
    #expect(code == .usage)
    #expect(printed.errors.hasPrefix("rung: '--scores' needs '--copy'\n"))
  }

  @Test func `a track that is not there is named`() async throws {
    let (code, printed) = await CollectedConsole.run(
      "package", "--copy", "\(film)#7", "-o", folder.file("out"))
    #expect(code == .failure)
    #expect(printed.errors == "rung: \(film): expected a track 7, found 2 tracks\n")
  }
}
