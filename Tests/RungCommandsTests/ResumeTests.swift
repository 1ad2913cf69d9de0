// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import RungCommands
import RungTestSupport
import Testing

/// Runs that are stopped in the middle, and what is kept of them. `Scripts/test-interruptions`
/// does the same at fifty moments.
@Suite(.timeLimit(.minutes(15))) struct ResumeTests {
  private static func source(_ folder: TemporaryFolder) throws -> String {
    let path = folder.file("source.mp4")
    let made = try Program(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=416x234:r=25:d=20", "-c:v", "libx264",
        "-preset", "ultrafast", path,
      ])
    #expect(made.status == 0, "\(made.errors)")
    return path
  }

  private static func segments(_ out: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: out)
    where name.hasSuffix(".m4s") || name.hasSuffix(".m3u8") {
      files[name] = try Data(contentsOf: URL(filePath: "\(out)/\(name)"))
    }
    return files
  }

  @Test func `a run that was killed goes on, with the bytes of one that was not`() throws {
    let folder = try TemporaryFolder()
    let source = try Self.source(folder)
    let (whole, out) = (folder.file("whole"), folder.file("out"))
    let killed = Process()
    killed.executableURL = PackageCommandTests.rung
    killed.arguments = ["package", source, "-o", out, "-q", "--speed", "slow", "--threads", "1"]
    try killed.run()
    let chunks = out + "/.rung/chunks"
    while killed.isRunning,
      (try? FileManager.default.contentsOfDirectory(atPath: chunks).count) ?? 0 < 2
    {
      // Blocking: a task that sleeps may not wake before the run is over.
      usleep(2000)
    }
    kill(killed.processIdentifier, SIGKILL)
    killed.waitUntilExit()
    #expect(!FileManager.default.fileExists(atPath: out + "/master.m3u8"))

    // Processes of their own, as users run them: libx264's bytes follow what is in its memory.
    let rung = PackageCommandTests.rung.path
    let again = try Program(rung, ["package", source, "-o", out, "--speed", "slow", "--json"])
    #expect(again.status == 0, "\(again.errors)")
    let report = try JSONSerialization.jsonObject(with: Data(again.output.utf8)) as? [String: Any]
    let renditions = report?["renditions"] as? [[String: Any]]
    let work = renditions?.first?["work"] as? [String: Int]
    #expect((work?["reusedPictures"] ?? 0) >= 150)
    #expect((work?["reusedPictures"] ?? 0) + (work?["encodedPictures"] ?? 0) == 500)

    for threads in ["1", "2"] {
      let reference = try Program(
        rung,
        [
          "package", source, "-o", whole, "-q", "-y", "--speed", "slow", "--no-cache", "--threads",
          threads,
        ])
      #expect(reference.status == 0, "\(reference.errors)")
      #expect(!FileManager.default.fileExists(atPath: whole + "/.rung"))
      #expect(try Self.segments(out) == Self.segments(whole))
    }
  }

  @Test func `what is kept is shown and cleared`() async throws {
    let folder = try TemporaryFolder()
    let source = try Self.source(folder)
    let out = folder.file("out")
    for speed in ["ultrafast", "superfast"] {
      let run = await CollectedConsole.run(
        "package", source, "-o", out, "-q", "-y", "--speed", speed)
      #expect(run.code == .success, "\(run.printed.errors)")
    }
    let shown = await CollectedConsole.run("cache", out, "--json")
    #expect(try shown.printed.json()["chunks"] as? Int == 8)
    let cleared = await CollectedConsole.run("cache", out, "--prune", "--json")
    #expect(try cleared.printed.json()["chunks"] as? Int == 4)
    let none = await CollectedConsole.run("cache", folder.file("none"))
    #expect(none.code == .failure)
    #expect(
      none.printed.errors
        == "rung: \(folder.file("none")): expected a folder that 'rung package' made, found none "
        + "with a cache\n")
  }

  @Test func `progress is one JSON object a line`() async throws {
    let folder = try TemporaryFolder()
    let source = try Self.source(folder)
    let (code, printed) = await CollectedConsole.run(
      "package", source, "-o", folder.file("out"), "-q", "--speed", "ultrafast", "--progress",
      "json")
    #expect(code == .success)
    let last = try JSONSerialization.jsonObject(with: Data((printed.errorLines.last ?? "").utf8))
    #expect((last as? [String: Any])?["pictures"] as? Int == 500)
    #expect((last as? [String: Any])?["event"] as? String == "progress")
  }
}
