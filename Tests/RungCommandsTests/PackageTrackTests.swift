// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import RungCommands
import RungTestSupport
import Testing

/// `rung package --video FILE#TRACK` where pictures are encoded.
@Suite(.serialized) struct PackageTrackTests {
  private let folder: TemporaryFolder
  private var film: String { folder.file("film.mp4") }
  private var other: String { folder.file("other.mp4") }

  /// A red film with sound, and a file of green pictures and blue ones.
  init() throws {
    folder = try TemporaryFolder()
    let encoding = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]
    func picture(_ color: String) -> [String] {
      ["-f", "lavfi", "-i", "color=\(color):s=320x180:r=25:d=2"]
    }
    _ = try Program(
      "ffmpeg",
      ["-v", "error"] + picture("red") + ["-f", "lavfi", "-i", "sine=r=48000:d=2"] + encoding
        + ["-c:a", "aac", "-ac", "2", film])
    _ = try Program(
      "ffmpeg",
      ["-v", "error"] + picture("0x00FF00") + picture("blue")
        + ["-map", "0", "-map", "1"] + encoding + [other])
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    /// The colour of the pictures: red, green and blue.
    var color: [Bool]
    var testDescription: String { arguments.joined(separator: " ") }
  }

  static let cases = [
    Case(arguments: [], color: [true, false, false]),
    Case(arguments: ["--video", "other.mp4#1"], color: [false, true, false]),
    Case(arguments: ["--video", "other.mp4#2"], color: [false, false, true]),
  ]

  @Test(arguments: cases)
  func `the track that is named is encoded, beside the input's sound`(_ c: Case) async throws {
    let out = folder.file("out")
    let arguments = c.arguments.map { $0.replacing("other.mp4", with: other) }
    let (code, printed) = await CollectedConsole.run(
      ["package", film, "-o", out, "-q", "--speed", "ultrafast", "--codecs", "h264"] + arguments)
    #expect(code == .success, "\(printed.errors)")
    let streams = try Program.probe(
      "\(out)/master.m3u8", "-show_entries", "stream=codec_type")
    #expect(Set(streams.map { $0.prefix { $0 != "," } }) == ["video", "audio"])
    let pixel = folder.file("pixel.rgb")
    let decoded = try Program(
      "ffmpeg",
      ["-v", "error", "-y", "-i", "\(out)/master.m3u8", "-map", "0:v:0", "-frames:v", "1"]
        + ["-vf", "scale=1:1", "-pix_fmt", "rgb24", "-f", "rawvideo", pixel])
    #expect(decoded.errors == "")
    let values = [UInt8](try Data(contentsOf: URL(filePath: pixel)))
    #expect(values.map { $0 > 128 } == c.color)
  }

  @Test func `a track that is not there is named`() async throws {
    let (code, printed) = await CollectedConsole.run(
      "package", film, "-o", folder.file("out"), "--video", "\(other)#3")
    #expect(code == .failure)
    #expect(printed.errors.hasPrefix("rung: \(other)"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("out")))
  }

  @Test func `several tracks of pictures are more than one ladder`() async throws {
    let (code, printed) = await CollectedConsole.run(
      "package", film, "-o", folder.file("out"), "--video", "\(other)#1,2")
    #expect(code == .usage)
    #expect(
      printed.errors.hasPrefix(
        "rung: '--video' names several tracks: without '--copy' one is encoded\n"))
  }
}
