// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import RungCommands
import RungTestSupport
import Testing

@Suite(.serialized) struct PackageCommandTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var id: String
    /// What the file holds; `nil` for no file at all.
    var content: Data?
    var name = "film.mp4"
    /// The error after the file's name.
    var message: String
    var testDescription: String { id }
  }

  static let playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\nfile:///etc/passwd\n"
  static let manifest = "<?xml version=\"1.0\"?><MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\"/>"

  static let cases = [
    Case(id: "missing", message: "no such file"),
    Case(
      id: "empty", content: Data(), message: "expected a media file, found an empty file"),
    Case(
      id: "text", content: Data("hello\n".utf8),
      message: "expected a media file, found data that is none"),
    Case(
      id: "a playlist dressed as a film", content: Data(playlist.utf8),
      message: "expected a media file, found an HLS playlist"),
    Case(
      id: "subtitles", content: Data("1\n00:00:00,000 --> 00:00:01,000\nHi\n".utf8),
      name: "film.srt", message: "expected a media file, found subtitles"),
  ]

  @Test(arguments: cases)
  func `what is no media is refused in one line`(_ c: Case) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file(c.name)
    try c.content?.write(to: URL(filePath: path))
    let (code, printed) = await CollectedConsole.run("package", path, "-o", folder.file("out"))
    #expect(code == .failure)
    #expect(printed.errors == "rung: \(path): \(c.message)\n")
    #expect(printed.output == "")
    #expect(!FileManager.default.fileExists(atPath: folder.file("out")))
  }

  @Test func `a manifest dressed as a film opens nothing`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("film.mp4")
    try Data(Self.manifest.utf8).write(to: URL(filePath: path))
    let (code, printed) = await CollectedConsole.run("package", path, "-o", folder.file("out"))
    #expect(code == .failure)
    #expect(printed.errorLines.count == 1)
    #expect(printed.errors.contains("expected a media file"))
  }

  struct OptionCase: Sendable, CustomTestStringConvertible {
    var options: [String]
    var code: ExitCode
    var message: String
    var testDescription: String { options.joined(separator: " ") }
  }

  static let options = [
    OptionCase(
      options: ["--range", "dolby"], code: .usage,
      message: "'dolby' is no value for '--range <list>': expected some of sdr, hlg and pq"),
    OptionCase(
      options: ["--range", "hlg", "--codecs", "h264"], code: .failure,
      message: "--range: expected 'sdr' with the codec h264 alone, found HDR"),
    OptionCase(
      options: ["--tone-map", "hable"], code: .usage,
      message: "'hable' is no value for '--tone-map <curve>': expected one of bt2390, bt2446a, "
        + "bt2446c, clip"),
  ]

  @Test(arguments: options)
  func `ranges and curves that do not exist are named`(_ c: OptionCase) async throws {
    let folder = try TemporaryFolder()
    let (code, printed) = await CollectedConsole.run(
      ["package", Fixture.path("hdr10.mp4"), "-o", folder.file("out")] + c.options)
    #expect(code == c.code)
    #expect(printed.errorLines.first == "rung: \(c.message)")
    #expect(!FileManager.default.fileExists(atPath: folder.file("out")))
  }

  @Test func `light is measured before the plan`() async throws {
    let (_, plan) = await CollectedConsole.run(
      "package", Fixture.path("hdr10.mp4"), "--measure-light", "--plan")
    #expect(plan.output.contains("cd/m² (measured)"))
    let (_, other) = await CollectedConsole.run(
      "package", Fixture.path("sync.mp4"), "--measure-light", "--plan")
    #expect(other.errors.contains("the source is not PQ, and nothing is measured"))
  }

  @Test func `a folder is no source`() async throws {
    let folder = try TemporaryFolder()
    let (code, printed) = await CollectedConsole.run(
      "package", folder.path, "-o", folder.file("out"))
    #expect(code == .failure)
    #expect(
      printed.errors == "rung: \(folder.path): expected a media file, found a directory\n")
  }

  @Test func `a file that is cut off leaves nothing behind`() async throws {
    let folder = try TemporaryFolder()
    let whole = try Data(contentsOf: URL(filePath: Fixture.path("demo-hdr10.mp4")))
    let path = folder.file("cut.mp4")
    try whole.prefix(whole.count / 2).write(to: URL(filePath: path))
    let (code, printed) = await CollectedConsole.run(
      "package", path, "-o", folder.file("out"), "--speed", "ultrafast", "--max-height", "234",
      "--codecs", "h264", "-q")
    #expect(code == .failure)
    #expect(printed.errors.hasPrefix("rung: \(path): the file is cut off"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("out")))
  }

  @Test func `a source with neither pictures nor sound is refused`() async throws {
    let folder = try TemporaryFolder()
    try Data("1\n00:00:00,000 --> 00:00:01,000\nHi\n".utf8)
      .write(to: URL(filePath: folder.file("hi.srt")))
    let path = folder.file("subtitles.mp4")
    #expect(
      try Program("ffmpeg", ["-i", folder.file("hi.srt"), "-c:s", "mov_text", path]).status == 0)
    let (code, printed) = await CollectedConsole.run("package", path, "-o", folder.file("out"))
    #expect(code == .failure)
    #expect(
      printed.errorLines == [
        "rung: \(path): expected a video or audio track, found none",
        "hint: 'rung inspect' shows what the file holds",
      ])
  }

  @Test func `another package is not replaced without --force`() async throws {
    let folder = try TemporaryFolder()
    let out = folder.file("out")
    try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
    try Data("#EXTM3U\n".utf8).write(to: URL(filePath: out + "/master.m3u8"))
    let (code, printed) = await CollectedConsole.run(
      "package", Fixture.path("sound.wav"), "-o", out)
    #expect(code == .failure)
    #expect(
      printed.errorLines
        == ["rung: \(out): holds another package", "hint: '--force' replaces it"])
    #expect(try String(contentsOfFile: out + "/master.m3u8", encoding: .utf8) == "#EXTM3U\n")
    let forced = await CollectedConsole.run(
      "package", Fixture.path("sound.wav"), "-o", out, "--force", "-q")
    #expect(forced.code == .success)
    #expect(try Program.script("check-package", [out]).status == 0)
  }

  @Test func `what is not Rung's stays, whatever a report says`() async throws {
    let folder = try TemporaryFolder()
    let out = folder.file("out")
    let mine = out + "/video-mine"
    try FileManager.default.createDirectory(atPath: mine, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: URL(filePath: mine + "/film.mov"))
    let report = #"{"renditions":[{"directory":""},{"directory":".."},{"directory":"video-mine"}]}"#
    try Data(report.utf8).write(to: URL(filePath: out + "/report.json"))
    let (code, _) = await CollectedConsole.run(
      "package", Fixture.path("sound.wav"), "-o", out, "--force", "-q")
    #expect(code == .success)
    #expect(FileManager.default.fileExists(atPath: mine + "/film.mov"))
  }

  @Test func `a folder that is in the way is refused before anything is encoded`() async throws {
    let folder = try TemporaryFolder()
    let out = folder.file("out")
    try FileManager.default.createDirectory(
      atPath: out + "/audio-aac-64k-und", withIntermediateDirectories: true)
    let (code, printed) = await CollectedConsole.run(
      "package", Fixture.path("sound.wav"), "-o", out, "-q")
    #expect(code == .failure)
    #expect(
      printed.errors
        == "rung: \(out): holds 'audio-aac-64k-und', which is no part of the package there\n")
  }

  @Test func `a path through a file is refused`() async throws {
    let folder = try TemporaryFolder()
    try Data().write(to: URL(filePath: folder.file("file")))
    let (code, printed) = await CollectedConsole.run(
      "package", Fixture.path("sound.wav"), "-o", folder.file("file/out"), "-q")
    #expect(code == .failure)
    #expect(
      printed.errors.hasSuffix("expected a folder at '\(folder.file("file"))', found a file\n"))
  }

  @Test func `one run at a time writes to a folder`() async throws {
    let folder = try TemporaryFolder()
    let out = folder.file("out")
    let first = Process()
    first.executableURL = Self.rung
    first.arguments = [
      "package", Fixture.path("demo-hdr10.mp4"), "-o", out, "--speed", "veryslow", "-q",
    ]
    first.standardError = FileHandle.nullDevice
    try first.run()
    for _ in 0..<200 where !FileManager.default.fileExists(atPath: out + "/.rung-incomplete") {
      try await Task.sleep(for: .milliseconds(100))
    }
    let (code, printed) = await CollectedConsole.run(
      "package", Fixture.path("sound.wav"), "-o", out, "-q")
    #expect(code == .failure)
    #expect(printed.errors == "rung: \(out): another run is writing there\n")
    try Data("theirs".utf8).write(to: URL(filePath: out + "/notes.txt"))
    first.interrupt()
    first.waitUntilExit()
    #expect(try FileManager.default.contentsOfDirectory(atPath: out) == ["notes.txt"])
  }

  @Test func `a result that cannot be written is a failure`() throws {
    let process = Process()
    process.executableURL = Self.rung
    process.arguments = ["inspect", Fixture.path("sound.wav")]
    process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
  }

  /// Colons, blanks, percent signs and number signs mean something in URLs, dashes in options.
  @Test(arguments: ["12:30.wav", "a b.wav", "100%20.wav", "#1.wav", "-o.wav", "größe.wav"])
  func `names with odd characters work`(_ name: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file(name)
    try FileManager.default.copyItem(atPath: Fixture.path("sound.wav"), toPath: path)
    let out = folder.file("out " + name)
    let (code, printed) = await CollectedConsole.run("package", "-q", "-o", out, "--", path)
    #expect(code == .success, "\(printed.errors)")
    #expect(try Program.script("check-package", [out]).status == 0)
  }

  static let wrongLines: [([String], String)] = [
    (["package"], "missing argument 'INPUT'"),
    (["package", "x"], "missing option '--output <dir>'"),
    (
      ["package", "x", "-o", "y", "--codecs", "av1"],
      "'av1' is no value for '--codecs <list>': expected h264, hevc or h264,hevc"
    ),
    (
      ["package", "x", "-o", "y", "-ss", "1:75"],
      "'1:75' is no value for '-ss <time>': expected seconds or [hh:]mm:ss"
    ),
    (
      ["package", "x", "-o", "y", "--ladr", "z"],
      "unknown option '--ladr' (did you mean '--ladder'?)"
    ),
  ]

  @Test(arguments: wrongLines)
  func `a wrong command line is a usage error`(_ line: [String], _ message: String) async {
    let collected = CollectedConsole()
    let code = await Rung.run(line, console: collected.console)
    #expect(code == .usage)
    #expect(collected.errorLines.first == "rung: \(message)")
  }

  /// The cap of 540p at 1,930 kb/s is 2,895 kb/s; over three seconds with a buffer of one that is
  /// at most 3,860 kb/s, with sound and boxes 4,005 kb/s.
  static let requirements: [(String, String?)] = [
    ("peakBitRate < 5000000 AND videoAttributes.videoRange == 'PQ'", nil),
    (
      "averageBitRate > 2000000 AND peakBitRate < 4000000 AND videoAttributes.videoRange == 'PQ'",
      "the nearest, video-hevc-pq-360p-105k, fails: average bit rate is above 2 Mbit/s"
    ),
    ("videoAttributes.videoRange == 'HLG'", "fails: video range is HLG (found SDR)"),
  ]

  @Test(arguments: requirements)
  func `a requirement holds by the plan's caps or names the nearest rung`(
    _ predicate: String, _ failure: String?
  ) async {
    let (code, printed) = await CollectedConsole.run(
      "package", Fixture.path("demo-hdr10.mp4"), "--plan", "--require", predicate)
    #expect(code == (failure == nil ? .success : .failure))
    if let failure { #expect(printed.errors.contains(failure), "\(printed.errors)") }
  }

  @Test func `the plan is printed without encoding`() async throws {
    let (code, printed) = await CollectedConsole.run(
      "package", "--plan", Fixture.path("hdr10.mp4"))
    #expect(code == .success)
    let lines = printed.output.split(separator: "\n").map(String.init)
    #expect(lines[0] == "rendition                 size       fps  range  average   cap")
    #expect(lines[1] == "video-h264-sdr-360p-365k  640x360  29.97  SDR       365k  548k")
    #expect(lines.contains { $0.hasPrefix("video-hevc-pq-360p-105k ") })
    #expect(lines.contains { $0.hasPrefix("IDR every 2.002 s, segments of 6.006 s") })
  }

  /// Ctrl-C and SIGTERM: 128 and the signal's number, and the folder as it was.
  static let signals: [(Int32, Int32)] = [(SIGINT, 130), (SIGTERM, 143)]

  @Test(arguments: signals)
  func `an interrupted run leaves nothing`(_ signal: Int32, _ status: Int32) async throws {
    let folder = try TemporaryFolder()
    let out = folder.file("out")
    let process = Process()
    process.executableURL = Self.rung
    process.arguments = [
      "package", Fixture.path("demo-hdr10.mp4"), "-o", out, "--speed", "veryslow", "-q",
    ]
    process.standardError = FileHandle.nullDevice
    try process.run()
    // Until encoding has begun, the folder holds nothing or is not there.
    for _ in 0..<200 {
      try await Task.sleep(for: .milliseconds(100))
      let names = try? FileManager.default.subpathsOfDirectory(atPath: out)
      if names?.contains(where: { $0.hasSuffix("init.mp4") }) == true { break }
    }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationStatus == status)
    #expect(!FileManager.default.fileExists(atPath: out))
  }

  /// The executable beside the test bundle.
  static var rung: URL {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "rung")
  }

  @Test func `y4m on standard input becomes a ladder`() throws {
    let folder = try TemporaryFolder()
    let y4m = try Program(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=1", "-pix_fmt", "yuv420p",
        folder.file("film.y4m"),
      ])
    #expect(y4m.status == 0)
    let run = try Program(
      Self.rung.path, ["package", "-", "-o", folder.file("out"), "-q", "--speed", "ultrafast"],
      input: Data(contentsOf: URL(filePath: folder.file("film.y4m"))))
    #expect(run.status == 0, "\(run.errors)")
    #expect(try Program.script("check-package", [folder.file("out")]).status == 0)
  }
}
