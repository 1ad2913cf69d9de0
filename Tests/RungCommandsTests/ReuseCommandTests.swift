// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import RungCommands
import RungTestSupport
import Testing

/// What is encoded again when a command changes, and what is not.
@Suite(.timeLimit(.minutes(15))) struct ReuseCommandTests {
  /// Twelve seconds of pictures and sound, and other sound beside them.
  private static func media(_ folder: TemporaryFolder) throws -> (film: String, sound: String) {
    let (film, sound) = (folder.file("film.mkv"), folder.file("sound.flac"))
    let made = try Program(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=480x270:r=25:d=12", "-f", "lavfi", "-i",
        "sine=440:r=48000:d=12", "-c:v", "libx264", "-preset", "ultrafast", "-ac", "2", film,
        "-map", "1", "-ac", "2", sound,
      ])
    #expect(made.status == 0, "\(made.errors)")
    return (film, sound)
  }

  private static func groups(_ printed: CollectedConsole) throws -> [(encoded: Int, reused: Int)] {
    let renditions = try printed.json()["renditions"] as? [[String: Any]] ?? []
    return renditions.compactMap { $0["work"] as? [String: Int] }.map {
      ($0["encodedGroups"] ?? -1, $0["reusedGroups"] ?? -1)
    }
  }

  @Test func `what is packaged otherwise is not encoded again`() async throws {
    let folder = try TemporaryFolder()
    let (film, sound) = try Self.media(folder)
    let cache = folder.file("cache")
    func package(_ name: String, _ options: [String]) async throws -> [(encoded: Int, reused: Int)]
    {
      let (code, printed) = await CollectedConsole.run(
        ["package", film, "-o", folder.file(name), "--cache", cache, "--json", "--speed"]
          + ["ultrafast"] + options)
      #expect(code == .success, "\(options) \(printed.errors)")
      let checked = try Program.script("check-package", [folder.file(name)])
      #expect(checked.status == 0 || options.contains("--encrypt"), "\(options) \(checked.output)")
      return try Self.groups(printed)
    }
    // Two rungs of H.264, in six groups each.
    let first = try await package("first", [])
    #expect(first.map(\.encoded) == [6, 6])
    let changes = [
      ["--single-file"], ["--event"], ["--segment-duration", "8"], ["--segment-duration", "12"],
      ["--audio-map", "stereo=1,language=fr"], ["--audio", "\(sound):lang=de,name=Deutsch"],
      ["--audio-bitrate", "96k"], ["--encrypt", "cbcs", "--keys", folder.file("a.keys")],
      ["--encrypt", "aes-128", "--keys", folder.file("b.keys")],
    ]
    for (number, options) in changes.enumerated() {
      let groups = try await package("changed-\(number)", options)
      #expect(groups.map(\.encoded) == [0, 0], "\(options)")
      #expect(groups.map(\.reused) == [6, 6], "\(options)")
    }
    // A rung more: what was there is taken.
    let more = try await package("more", ["--codecs", "h264,hevc"])
    #expect(more.map(\.encoded) == [0, 0, 6])
    #expect(more.map(\.reused) == [6, 6, 0])
  }

  @Test func `one core and two give the same bytes`() throws {
    let folder = try TemporaryFolder()
    let (film, _) = try Self.media(folder)
    func package(_ out: String, _ program: [String]) throws -> [String: Data] {
      let run = try Program(
        program[0],
        program.dropFirst() + [
          PackageCommandTests.rung.path, "package", film, "-o", folder.file(out), "--no-cache",
          "-q", "--range", "sdr,pq", "--speed", "veryfast",
        ])
      #expect(run.status == 0, "\(run.errors)")
      let names = try FileManager.default.subpathsOfDirectory(atPath: folder.file(out))
      return try Dictionary(
        uniqueKeysWithValues: names.filter { $0.hasSuffix(".m4s") || $0.hasSuffix(".m3u8") }.map {
          ($0, try Data(contentsOf: URL(filePath: folder.file("\(out)/\($0)"))))
        })
    }
    let one = try package("one", ["taskset", "-c", "0"])
    #expect(one.keys.contains { $0.hasPrefix("video-hevc-pq") && $0.hasSuffix("m4s") })
    #expect(try package("two", ["taskset", "-c", "0,1"]) == one)
  }

  @Test func `little memory takes more passes, and gives the same bytes`() async throws {
    let folder = try TemporaryFolder()
    let (film, _) = try Self.media(folder)
    func package(_ name: String, _ options: [String] = []) async -> (ExitCode, CollectedConsole) {
      await CollectedConsole.run(
        ["package", film, "-o", folder.file(name), "--json", "--speed", "ultrafast"]
          + ["--codecs", "h264,hevc"] + options)
    }
    let (whole, _) = await package("whole")
    let (code, printed) = await package("little", ["--memory", "200M"])
    #expect(whole == .success && code == .success, "\(printed.errors)")
    #expect(try Self.groups(printed).map(\.encoded) == [6, 6, 6])
    #expect(try Self.groups(printed).map(\.reused) == [0, 0, 0])
    let difference = try Program(
      "diff",
      ["-r", "-x", ".rung", "-x", "report.json", folder.file("whole"), folder.file("little")])
    #expect(difference.status == 0, "\(difference.output)")

    for options in [["--no-cache"], ["--event"]] {
      let refused = await package("no", ["--memory", "200M"] + options)
      #expect(refused.0 == .failure)
      #expect(
        refused.1.errors.hasPrefix(
          "rung: --memory: expected at least 0.3G for all rungs, found 0.2G\nhint: "))
      #expect(!FileManager.default.fileExists(atPath: folder.file("no")))
    }
  }

  /// Whether a file system of a few megabytes can be had for a process of one's own.
  private static let hasSmallDisks =
    (try? Program("unshare", ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]))?.status == 0

  @Test(.enabled(if: hasSmallDisks))
  func `a full disk ends a run with one error, and the next goes on when there is room`() throws {
    let folder = try TemporaryFolder()
    let (film, _) = try Self.media(folder)
    let (disk, rung) = (folder.file("disk"), PackageCommandTests.rung.path)
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
    let command = "'\(rung)' package '\(film)' --speed fast"
    // The package alone would fit, but not beside what is kept of it.
    let script = """
      mount -t tmpfs -o size=900k tmpfs '\(disk)'
      \(command) -q -o '\(disk)/out' 2> '\(folder.file("errors"))'
      echo $?
      ls -A '\(disk)/out'
      mount -o remount,size=64m '\(disk)'
      \(command) --json -o '\(disk)/out' > '\(folder.file("report"))'
      cp -r '\(disk)/out' '\(folder.file("out"))'
      """
    let run = try Program("unshare", ["-rm", "sh", "-c", script])
    #expect(run.lines == ["1", ".rung"], "\(run.errors)")
    let errors = try String(contentsOfFile: folder.file("errors"), encoding: .utf8)
    #expect(errors.contains(": no space left on device\nhint: "), "\(errors)")
    #expect(errors.split(separator: "\n").count == 2)
    let text = try Data(contentsOf: URL(filePath: folder.file("report")))
    let report = try JSONSerialization.jsonObject(with: text) as? [String: Any]
    let works = (report?["renditions"] as? [[String: Any]])?
      .compactMap { $0["work"] as? [String: Int] }
    #expect((works ?? []).contains { $0["reusedGroups"] ?? 0 > 0 })
    let whole = try Program("sh", ["-c", "\(command) -q -o '\(folder.file("whole"))'"])
    #expect(whole.status == 0)
    let difference = try Program(
      "diff", ["-r", "-x", ".rung", "-x", "report.json", folder.file("out"), folder.file("whole")])
    #expect(difference.status == 0, "\(difference.output)")
  }
}
