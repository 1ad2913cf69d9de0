// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import RungCommands
import RungTestSupport
import Testing

@Suite struct DownloadCommandTests {
  /// A folder with a presentation of one variant, and a server for it.
  private final class Stream: Sendable {
    let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
      try write(
        "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS=\"avc1.64001e\"\nv/list.m3u8\n",
        "master.m3u8")
      try FileManager.default.createDirectory(
        atPath: folder.file("v"), withIntermediateDirectories: true)
      try write(
        """
        #EXTM3U
        #EXT-X-VERSION:7
        #EXT-X-TARGETDURATION:6
        #EXT-X-MAP:URI="init.mp4"
        #EXTINF:6,
        1.m4s
        #EXTINF:6,
        2.m4s
        #EXT-X-ENDLIST

        """, "v/list.m3u8")
      try write("section", "v/init.mp4")
      try write(String(repeating: "one", count: 100), "v/1.m4s")
      try write(String(repeating: "two", count: 200), "v/2.m4s")
    }

    func write(_ text: String, _ name: String) throws {
      try Data(text.utf8).write(to: URL(filePath: folder.file(name)))
    }

    func server() throws -> LoopbackServer {
      let root = folder.path
      return try LoopbackServer { request in
        let path = root + request.path.prefix { $0 != "?" }
        guard let data = FileManager.default.contents(atPath: path) else {
          return LoopbackServer.Response(status: 404)
        }
        return LoopbackServer.Response(data)
      }
    }
  }

  @Test func `plans without fetching media`() async throws {
    let stream = try Stream()
    let run = await CollectedConsole.run(
      "download", stream.folder.file("master.m3u8"), "--dry-run")
    #expect(run.code == .success)
    #expect(run.printed.output.contains("3 files, 0:12, 0.91 kB"))
    let server = try stream.server()
    defer { server.stop() }
    let web = await CollectedConsole.run(
      "download", server.address + "/master.m3u8", "--dry-run", "--json")
    let json = try web.printed.json()
    #expect(json["files"] as? Int == 3)
    #expect(json["isComplete"] as? Bool == false)
    #expect(server.requests == ["GET /master.m3u8", "GET /v/list.m3u8"])
  }

  @Test func `stores a stream of the web, and has nothing to do the next time`() async throws {
    let stream = try Stream()
    let server = try stream.server()
    defer { server.stop() }
    let package = stream.folder.file("film.movpkg")
    let arguments = [
      "download", server.address + "/master.m3u8", "-o", package, "--library", package + ".sqlite",
    ]
    let run = await CollectedConsole.run(arguments)
    #expect(run.code == .success, "\(run.printed.errors)")
    #expect(run.printed.output.hasSuffix("3 files, 0:12, 907 B\n\(package): complete\n"))
    let before = server.requests.count { $0.contains(".m4s") }
    #expect(before == 2)
    let again = await CollectedConsole.run(arguments)
    #expect(again.code == .success)
    #expect(again.printed.output.contains("3 were there"))
    #expect(server.requests.count { $0.contains(".m4s") } == 2)
  }

  @Test func `keeps name, password and query of a URL out of package and messages`() async throws {
    let stream = try Stream()
    let server = try stream.server()
    defer { server.stop() }
    let package = stream.folder.file("film.movpkg")
    let address = server.address.replacingOccurrences(of: "//", with: "//user:s3cret@")
    let run = await CollectedConsole.run(
      "download", address + "/master.m3u8?token=t0ken", "-o", package, "--library",
      package + "/../l.sqlite")
    #expect(run.code == .success, "\(run.printed.errors)")
    let missing = await CollectedConsole.run(
      "download", address + "/other.m3u8?token=t0ken", "-o", package)
    #expect(missing.code == .failure)
    #expect(missing.printed.errors.contains("/other.m3u8: expected status 200, found 404"))
    var texts = [run.printed.output, run.printed.errors, missing.printed.errors]
    for name in try FileManager.default.subpathsOfDirectory(atPath: package) {
      guard let data = FileManager.default.contents(atPath: "\(package)/\(name)") else { continue }
      texts.append(String(decoding: data, as: UTF8.self))
    }
    #expect(texts.count > 8)
    #expect(!texts.contains { $0.contains("s3cret") || $0.contains("t0ken") })
  }

  @Test func `refuses what is no package, and another choice`() async throws {
    let stream = try Stream()
    let run = await CollectedConsole.run(
      "download", stream.folder.file("master.m3u8"), "-o", stream.folder.path)
    #expect(run.code == .failure)
    #expect(run.printed.errors.contains("expected a package or an empty folder"))
    let package = stream.folder.file("film.movpkg")
    let master = stream.folder.file("master.m3u8")
    _ = await CollectedConsole.run(
      "download", master, "-o", package, "--library", package + ".sqlite")
    try stream.write(
      "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"avc1.64001e\"\nw/list.m3u8\n", "master.m3u8")
    try FileManager.default.copyItem(
      atPath: stream.folder.file("v"), toPath: stream.folder.file("w"))
    let changed = await CollectedConsole.run("download", master, "-o", package)
    #expect(changed.code == .failure)
    #expect(
      changed.printed.errors == """
        rung: \(package): holds another choice
        hint: '--force' replaces it

        """)
    let forced = await CollectedConsole.run(
      "download", master, "-o", package, "--force", "--library", package + ".sqlite")
    #expect(forced.code == .success)
  }
}
