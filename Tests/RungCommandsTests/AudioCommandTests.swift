// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import RungCommands
import RungTestSupport
import Testing

/// What `rung package` says and does about sound.
@Suite(.serialized) struct AudioCommandTests {
  /// A film with 5.1, a second language in stereo, a commentary in mono and described video.
  private static func film(in folder: TemporaryFolder) throws -> String {
    let path = folder.file("film.mkv")
    let sound = ["-f", "lavfi", "-i"]
    let made = try Program(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=640x360:r=25:d=7"] + sound
        + ["aevalsrc='0.1*sin(2*PI*400*t)|0|0.1*sin(2*PI*500*t)|0|0|0':c=5.1:s=48000:d=7"] + sound
        + ["sine=frequency=300:sample_rate=44100:duration=7"] + sound
        + ["sine=frequency=600:sample_rate=48000:duration=7"]
        + ["-map", "0", "-map", "1", "-map", "2", "-map", "3", "-map", "2"]
        + [
          "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-colorspace", "bt709",
        ]
        + ["-color_primaries", "bt709", "-color_trc", "bt709", "-c:a", "flac", "-ac:a:1", "2"]
        + ["-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=fra"]
        + ["-metadata:s:a:2", "language=eng", "-metadata:s:a:3", "language=eng"]
        + ["-disposition:a:0", "default", "-disposition:a:1", "0"]
        + ["-disposition:a:2", "comment", "-disposition:a:3", "visual_impaired", path])
    try #require(made.status == 0, "\(made.errors)")
    return path
  }

  /// Three codecs, four programmes: every declaration is what is measured, and no rule that must be
  /// kept is broken.
  @Test func `a film with all kinds of sound keeps every rule`() async throws {
    let folder = try TemporaryFolder()
    let out = folder.file("out")
    let film = try Self.film(in: folder)
    let (code, printed) = await CollectedConsole.run(
      "package", film, "-o", out, "--speed", "ultrafast",
      // 'ec-3' as a number: E-AC-3 of 192 kb/s beside 111 of pictures, and AAC of 48 beside them.
      "--require", "1700998451 IN audioAttributes.formatIDs AND peakBitRate < 400000",
      "--require", "peakBitRate <= 192000")
    #expect(code == .success, "\(printed.errors)")
    // AC-3 of 384 kb/s is in every variant that has it.
    let refused = await CollectedConsole.run(
      "package", film, "--plan", "--require",
      "1633889587 IN audioAttributes.formatIDs AND peakBitRate < 384000")
    #expect(refused.code == .failure)
    let check = try Program.script("check-package", [out])
    #expect(check.status == 0, "\(check.output)")
    let validated = await CollectedConsole.run("validate", out, "--media")
    #expect(!validated.printed.output.contains("Must\n"), "\(validated.printed.output)")
    #expect(validated.code == .success)
    let lines = printed.output.split(separator: "\n").map(String.init)
    let header = try #require(lines.first { $0.hasPrefix("rendition") && $0.contains("LUFS") })
    #expect(header.hasSuffix("LU   dBTP"), "\(header)")
    #expect(lines.contains { $0.hasPrefix("audio-eac3-192k-en ") && $0.contains("ec-3") })
    let master = try String(contentsOfFile: out + "/master.m3u8", encoding: .utf8)
    // Two rungs with AAC, AC-3 and E-AC-3; four programmes in four groups.
    #expect(master.components(separatedBy: "#EXT-X-STREAM-INF").count - 1 == 6)
    #expect(master.components(separatedBy: "TYPE=AUDIO").count - 1 == 16)
    #expect(master.components(separatedBy: "AUTOSELECT=NO").count - 1 == 4)
    #expect(master.components(separatedBy: "describes-video").count - 1 == 4)
  }

  /// Sound alone: a variant declares what the largest member of its group takes, by itself.
  @Test func `two languages without pictures keep every rule`() async throws {
    let folder = try TemporaryFolder()
    let (path, out) = (folder.file("talk.mov"), folder.file("out"))
    let made = try Program(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "sine=sample_rate=48000:duration=2", "-f", "lavfi",
        "-i", "sine=sample_rate=44100:duration=3", "-map", "0", "-map", "1", "-metadata:s:a:0",
        "language=eng", "-metadata:s:a:1", "language=fra", "-c:a", "pcm_s16le", path,
      ])
    try #require(made.status == 0, "\(made.errors)")
    let (code, printed) = await CollectedConsole.run("package", path, "-o", out, "-q")
    #expect(code == .success, "\(printed.errors)")
    #expect(try Program.script("check-package", [out]).status == 0)
    let validated = await CollectedConsole.run("validate", out, "--media")
    #expect(validated.code == .success, "\(validated.printed.output)")
  }

  @Test func `masters of one channel a track are refused, with the way out`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("master.mov")
    let sine = ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=1"]
    let inputs = (0..<8).flatMap { _ in sine }
    let maps = (0..<8).flatMap { ["-map", "\($0)"] }
    let made = try Program(
      "ffmpeg", ["-v", "error"] + inputs + maps + ["-c:a", "pcm_s16le", "-ac", "1", path])
    try #require(made.status == 0, "\(made.errors)")
    let (code, printed) = await CollectedConsole.run("package", path, "-o", folder.file("out"))
    #expect(code == .failure)
    let message = "expected tracks of whole programmes, found 8 audio tracks of one channel each"
    #expect(
      printed.errorLines == [
        "rung: \(path): \(message) (0 to 7) and nothing that says what they are",
        "hint: '--audio-map 5.1=a:0-5' joins 6 of them, '--audio-map a:0' takes one as it is",
      ])
    #expect(!FileManager.default.fileExists(atPath: folder.file("out")))
    let mapped = await CollectedConsole.run(
      "package", path, "-o", folder.file("out"), "--audio-map", "5.1=a:0-5,language=en",
      "--audio-map", "stereo=a:6-7,language=fr", "--audio-codecs", "ac3", "--json")
    #expect(mapped.code == .success, "\(mapped.printed.errors)")
    #expect(mapped.printed.output.contains(#""directory" : "audio-ac3-384k-en""#))
    #expect(mapped.printed.output.contains(#""integrated" : "#))
  }

  static let wrongLines: [([String], String)] = [
    (
      ["--audio-codecs", "mp3"],
      "'mp3' is no value for '--audio-codecs <list>': expected aac, ac3, eac3 or several of them, "
        + "such as aac,ac3,eac3"
    ),
    (
      ["--normalize", "loud"],
      "'loud' is no value for '--normalize <LUFS>': expected LUFS from -36 to -8"
    ),
    (
      ["--normalize", "-3"],
      "'-3' is no value for '--normalize <LUFS>': expected LUFS from -36 to -8"
    ),
    (
      ["--audio-map", "5.2=a:0"],
      "--audio-map '5.2=a:0': expected a channel layout such as 5.1 or stereo, found '5.2'"
    ),
  ]

  @Test(arguments: wrongLines)
  func `a wrong value is a usage error`(_ line: [String], _ message: String) async {
    let (code, printed) = await CollectedConsole.run(
      ["package", Fixture.path("sound.wav"), "--plan"] + line)
    #expect(code == .usage)
    #expect(printed.errorLines.first == "rung: \(message)")
  }

  /// FFmpeg's own users write the value apart.
  @Test(arguments: [["--normalize", "-16"], ["--normalize=-16"]])
  func `sound is made as loud as was asked for`(_ option: [String]) async throws {
    let folder = try TemporaryFolder()
    let out = folder.file("out")
    let (code, printed) = await CollectedConsole.run(
      ["package", Fixture.path("sound.wav"), "-o", out] + option)
    #expect(code == .success, "\(printed.errors)")
    let line = printed.output.split(separator: "\n").last { $0.hasPrefix("audio-aac-64k-und") }
    #expect(line?.contains("  -16.0  ") == true, "\(printed.output)")
  }
}
