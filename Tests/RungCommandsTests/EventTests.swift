// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import RungCommands
import RungTestSupport
import Testing

/// Packages that are played while they are made.
@Suite(.timeLimit(.minutes(15))) struct EventTests {
  /// Two rungs of one size in two codecs, and one that is smaller.
  private static func ladder(_ folder: TemporaryFolder) throws -> String {
    let path = folder.file("ladder.json")
    let rungs = [("h264", 320, 180, 300), ("h264", 256, 144, 150), ("hevc", 320, 180, 200)]
    let texts = rungs.map { codec, width, height, rate in
      #"{"codec":"\#(codec)","width":\#(width),"height":\#(height),"bitRate":\#(rate)000}"#
    }
    try Data(#"{"rungs":[\#(texts.joined(separator: ","))]}"#.utf8).write(to: URL(filePath: path))
    return path
  }

  private static func make(_ path: String, _ arguments: String...) throws {
    let made = try Program(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=20"] + arguments + [path])
    #expect(made.status == 0, "\(made.errors)")
  }

  /// All files but the report, which tells times.
  private static func files(_ out: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: out)
    where [".m4s", ".mp4", ".m3u8"].contains(where: name.hasSuffix) {
      files[name] = try Data(contentsOf: URL(filePath: "\(out)/\(name)"))
    }
    return files
  }

  private static func text(_ path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }

  private static func start(_ program: String, _ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    return process
  }

  /// Waits, without giving the thread away: a task that sleeps may wake too late.
  private static func wait(while condition: () -> Bool) { while condition() { usleep(2000) } }

  /// Serves the files of a folder.
  private static func server(_ folder: String) throws -> LoopbackServer {
    try LoopbackServer { request in
      guard let data = FileManager.default.contents(atPath: folder + request.path) else {
        return LoopbackServer.Response(status: 404)
      }
      return LoopbackServer.Response(data)
    }
  }

  @Test func `every rung plays while the source is still being read, and to its end`() throws {
    signal(SIGPIPE, SIG_IGN)
    let folder = try TemporaryFolder()
    let (out, pictures) = (folder.file("out"), folder.file("pictures.y4m"))
    try Self.make(pictures)
    let source = try Data(contentsOf: URL(filePath: pictures))
    let options = ["--ladder", try Self.ladder(folder), "--speed", "ultrafast", "-q"]
    let run = try Self.start(
      PackageCommandTests.rung.path, ["package", "-", "-o", out, "--event"] + options)
    let pipe = Pipe()
    run.standardInput = pipe
    try run.run()
    // A little more than eight of twenty seconds: what comes after them is not there yet.
    let first = source.count * 2 / 5 + 100_000
    try pipe.fileHandleForWriting.write(contentsOf: source.prefix(first))
    Self.wait { run.isRunning && Self.text(out + "/master.m3u8").isEmpty }
    #expect(run.isRunning)
    let names = try FileManager.default.contentsOfDirectory(atPath: out)
      .filter { $0.hasPrefix("video-") }.sorted()
    #expect(names.count == 3)
    for name in names {
      let list = Self.text("\(out)/\(name)/playlist.m3u8")
      #expect(list.contains("#EXT-X-PLAYLIST-TYPE:EVENT\n"))
      #expect(list.contains("segment-00001.m4s"))
      #expect(!list.contains("#EXT-X-ENDLIST"))
    }
    // The rates of a master before there is anything to measure are promises.
    let promised = Self.text(out + "/master.m3u8")

    let server = try Self.server(out)
    defer { server.stop() }
    var viewers: [(process: Process, seen: String)] = []
    for name in names {
      let seen = folder.file("\(name).crc")
      let viewer = try Self.start(
        "/usr/bin/ffmpeg",
        [
          "-nostdin", "-v", "error", "-i", "\(server.address)/\(name)/playlist.m3u8", "-f",
          "framecrc", "-flush_packets", "1", seen,
        ])
      try viewer.run()
      viewers.append((viewer, seen))
    }
    func shown(_ path: String) -> Int {
      Self.text(path).split(separator: "\n").count { !$0.hasPrefix("#") }
    }
    // All pictures of the first segments but for what a decoder holds back at the end of a stream
    // that goes on.
    Self.wait {
      run.isRunning
        && viewers.contains { $0.process.isRunning && shown($0.seen) < 120 }
    }
    #expect(run.isRunning)
    #expect(viewers.allSatisfy { shown($0.seen) >= 120 })

    try pipe.fileHandleForWriting.write(contentsOf: source.dropFirst(first))
    try pipe.fileHandleForWriting.close()
    run.waitUntilExit()
    #expect(run.terminationStatus == 0)
    for viewer in viewers {
      viewer.process.waitUntilExit()
      #expect(shown(viewer.seen) == 500)
    }

    let whole = folder.file("whole")
    let reference = try Program(
      PackageCommandTests.rung.path, ["package", "-", "-o", whole] + options, input: source)
    #expect(reference.status == 0, "\(reference.errors)")
    #expect(try Self.files(out) == Self.files(whole))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: out).sorted()
        == ["master.m3u8", "report.json"] + names)
    #expect(Self.bandwidths(promised).count == 3)
    for (promise, rate) in zip(
      Self.bandwidths(promised), Self.bandwidths(Self.text(out + "/master.m3u8")))
    {
      #expect(promise >= rate)
    }
  }

  private static func bandwidths(_ master: String) -> [Int] {
    master.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /^#EXT-X-STREAM-INF:BANDWIDTH=(\d+)/).flatMap { Int($0.1) }
    }
  }

  /// Whether the run that goes on is one of an event too.
  @Test(arguments: [true, false])
  func `an event that was killed goes on`(asEvent isEvent: Bool) throws {
    let folder = try TemporaryFolder()
    let source = folder.file("source.mp4")
    try Self.make(source, "-c:v", "libx264", "-preset", "ultrafast")
    let (out, whole) = (folder.file("out"), folder.file("whole"))
    let rung = PackageCommandTests.rung.path
    let command = [
      "package", source, "-q", "--ladder", try Self.ladder(folder), "--speed", "slow", "-o",
    ]
    let killed = try Self.start(rung, command + [out, "--event"])
    try killed.run()
    Self.wait { killed.isRunning && Self.text(out + "/master.m3u8").isEmpty }
    kill(killed.processIdentifier, SIGKILL)
    killed.waitUntilExit()
    let reference = try Program(rung, command + [whole])
    #expect(reference.status == 0, "\(reference.errors)")
    let expected = try Self.files(whole)
    let left = try Self.files(out)
    for (name, data) in left where name.hasSuffix("playlist.m3u8") {
      let list = String(decoding: data, as: UTF8.self)
      #expect(list.contains("#EXT-X-PLAYLIST-TYPE:EVENT\n"))
      #expect(!list.contains("#EXT-X-ENDLIST"))
      // Everything that is listed is there.
      for segment in list.split(separator: "\n") where segment.hasSuffix(".m4s") {
        let path = name.replacing("playlist.m3u8", with: segment)
        #expect(left[path] == expected[path])
      }
    }
    let again = try Program(rung, command + [out] + (isEvent ? ["--event"] : []))
    #expect(again.status == 0, "\(again.errors)")
    #expect(try Self.files(out) == expected)
    #expect(!FileManager.default.fileExists(atPath: out + "/.rung-incomplete"))
    // A package that is complete is not taken for one that was left.
    #expect(try Program(rung, command + [out, "--event"]).errors.contains("holds another package"))
  }

  @Test(arguments: ["--single-file", "--encrypt", "--copy"])
  func `what cannot grow is no event`(_ option: String) async throws {
    let value = option == "--encrypt" ? ["cbcs"] : []
    let run = await CollectedConsole.run(
      ["package", "film.mp4", "-o", "out", "--event", option] + value)
    #expect(run.code == .usage)
    #expect(run.printed.errors.contains("'--event'"))
  }
}
