// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import RungCommands
import RungTestSupport
import Testing

@Suite struct DownloadsCommandTests {
  /// A folder with a stream, and packages of it in a library of their own.
  private final class Shelf: Sendable {
    let folder: TemporaryFolder
    var library: String { folder.file("library.sqlite") }

    init() throws {
      folder = try TemporaryFolder()
      try write(
        "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS=\"avc1.64001e\"\nlist.m3u8\n",
        "master.m3u8")
      try write(
        "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n1.ts\n#EXT-X-ENDLIST\n", "list.m3u8")
      try write(String(repeating: "x", count: 1000), "1.ts")
    }

    func write(_ text: String, _ name: String) throws {
      try Data(text.utf8).write(to: URL(filePath: folder.file(name)))
    }

    func package(_ name: String) -> String { folder.file("\(name).movpkg") }

    func download(_ name: String, _ options: String...) async {
      let run = await CollectedConsole.run(
        [
          "download", folder.file("master.m3u8"), "-o", package(name), "--library", library,
          "--title", name,
        ] + options)
      #expect(run.code == .success, "\(run.printed.errors)")
    }

    func run(_ arguments: String...) async -> (code: ExitCode, printed: CollectedConsole) {
      await CollectedConsole.run(["downloads"] + arguments + ["--library", library])
    }

    func titles() async throws -> [String] {
      let json = try await run("list", "--json").printed.json()
      return (json["downloads"] as? [[String: Any]] ?? []).compactMap { $0["title"] as? String }
    }
  }

  @Test func `lists, verifies and removes`() async throws {
    let shelf = try Shelf()
    await shelf.download("a", "--priority", "important", "--expires", "2100-01-31")
    await shelf.download("b")
    let list = await shelf.run("list").printed.output.split(separator: "\n")
    #expect(list.count == 3)
    #expect(list[1].contains("a        0:06  1.0 kB"))
    #expect(list[1].contains("2100-01-31  important  complete"))
    #expect(await shelf.run("verify").code == .success)
    let stream = try #require(
      FileManager.default.subpaths(atPath: shelf.package("b"))?.first { $0.hasSuffix(".ts") })
    try Data("short".utf8).write(to: URL(filePath: "\(shelf.package("b"))/\(stream)"))
    let verified = await shelf.run("verify")
    #expect(verified.code == .failure)
    #expect(verified.printed.output.contains("\(stream): expected 1000 bytes, found 5"))
    #expect(await shelf.run("remove", shelf.package("b")).code == .success)
    #expect(!FileManager.default.fileExists(atPath: shelf.package("b")))
    #expect(try await shelf.titles() == ["a"])
    // What is no package is not removed.
    #expect(await shelf.run("remove", shelf.folder.path).code == .failure)
    #expect(FileManager.default.fileExists(atPath: shelf.folder.path))
  }

  @Test func `prunes what has expired, then the lowest priority, then the oldest`() async throws {
    let shelf = try Shelf()
    await shelf.download("important", "--priority", "important")
    await shelf.download("old")
    await shelf.download("new")
    await shelf.download("expired", "--priority", "important", "--expires", "2001-01-01")
    for (name, date) in [
      ("old", 1_000_000_000.0), ("new", 1_100_000_000), ("important", 900_000_000),
    ] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: date)],
        ofItemAtPath: shelf.package(name) + "/boot.xml")
    }
    let plan = await shelf.run("prune", "--max-size", "2500", "--dry-run").printed.output
    #expect(
      plan == """
        \(shelf.package("expired")): would go, 1.0 kB
        \(shelf.package("old")): would go, 1.0 kB

        """)
    #expect(try await shelf.titles().count == 4)
    #expect(await shelf.run("prune", "--max-size", "1500").code == .success)
    #expect(try await shelf.titles() == ["important"])
  }

  @Test func `makes the index anew from the packages`() async throws {
    let shelf = try Shelf()
    await shelf.download("a")
    await shelf.download("b")
    try Data("no database".utf8).write(to: URL(filePath: shelf.library))
    let broken = await shelf.run("list")
    #expect(broken.code == .failure)
    #expect(broken.printed.errors.contains("hint: move the file away; 'rung downloads rebuild"))
    for name in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: shelf.library + name)
    }
    #expect(await shelf.run("rebuild", shelf.folder.path).code == .success)
    #expect(try await shelf.titles() == ["a", "b"])
  }

  @Test func `says what is wrong with the command line`() async throws {
    for (arguments, message) in [
      (
        ["lst"], "expected list, verify, remove, prune, rebuild, found 'lst' (did you mean 'list'?)"
      ),
      (["prune"], "missing option '--max-size <size>'"), (["remove"], "missing argument 'PACKAGE'"),
      (["list", "x"], "'list' takes no packages, found 'x'"),
    ] {
      let run = await CollectedConsole.run(["downloads"] + arguments)
      #expect(run.code == .usage)
      #expect(run.printed.errors.hasPrefix("rung: " + message), "\(run.printed.errors)")
    }
  }
}
