// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import RungCommands
import RungTestSupport
import Testing

@Suite struct DownloadProtectionTests {
  private static let master =
    "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS=\"avc1.64001e\"\nlist.m3u8\n"

  private static let encrypted = """
    #EXTM3U
    #EXT-X-VERSION:5
    #EXT-X-TARGETDURATION:6
    #EXT-X-KEY:METHOD=AES-128,URI="keys/1",IV=0x00000000000000000000000000000001
    #EXTINF:6,
    1.ts
    #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://asset",KEYFORMAT="com.apple.streamingkeydelivery"
    #EXTINF:6,
    2.ts
    #EXT-X-ENDLIST

    """

  private func server(_ files: [String: Data]) throws -> LoopbackServer {
    try LoopbackServer { request in
      files[request.path].map { .init($0) } ?? .init(status: 404)
    }
  }

  private func files(_ list: String) -> [String: Data] {
    [
      "/master.m3u8": Data(Self.master.utf8), "/list.m3u8": Data(list.utf8),
      "/keys/1": Data("sixteen bytes ok".utf8), "/1.ts": Data("scrambled".utf8),
      "/2.ts": Data("more of it".utf8),
    ]
  }

  private func playlist(in package: String) throws -> (text: String, folder: String) {
    let names = try FileManager.default.contentsOfDirectory(atPath: package)
    let folder = try #require(names.first { $0.hasPrefix("0-") })
    return (
      try String(contentsOfFile: "\(package)/\(folder)/playlist.m3u8", encoding: .utf8), folder
    )
  }

  @Test func `stores encrypted segments as they are, and no key`() async throws {
    let server = try server(files(Self.encrypted))
    defer { server.stop() }
    let folder = try TemporaryFolder()
    let package = folder.file("film.movpkg")
    let run = await CollectedConsole.run(
      "download",
      server.address.replacingOccurrences(of: "//", with: "//me:pass@")
        + "/master.m3u8", "-o", package, "--library", folder.file("l"))
    #expect(run.code == .success, "\(run.printed.errors)")
    #expect(!server.requests.contains("GET /keys/1"))
    let (text, name) = try playlist(in: package)
    #expect(text.contains("METHOD=AES-128,URI=\"\(server.address)/keys/1\",IV=0x"))
    #expect(text.contains("URI=\"skd://asset\""))
    #expect(
      FileManager.default.contents(atPath: "\(package)/\(name)/segment-00001.ts")
        == Data("scrambled".utf8))
  }

  @Test func `stores keys when told to, for their owner alone`() async throws {
    let server = try server(files(Self.encrypted))
    defer { server.stop() }
    let folder = try TemporaryFolder()
    let package = folder.file("film.movpkg")
    let run = await CollectedConsole.run(
      "download", server.address + "/master.m3u8", "-o", package, "--keys", "--library",
      folder.file("l"))
    #expect(run.code == .success, "\(run.printed.errors)")
    let (text, _) = try playlist(in: package)
    #expect(text.contains("METHOD=AES-128,URI=\"../Keys/key-00001.key\""))
    #expect(text.contains("URI=\"skd://asset\""))
    let key = package + "/Keys/key-00001.key"
    #expect(FileManager.default.contents(atPath: key) == Data("sixteen bytes ok".utf8))
    let mode = try FileManager.default.attributesOfItem(atPath: key)[.posixPermissions]
    #expect((mode as? NSNumber)?.intValue == 0o600)
  }

  @Test func `takes compressed playlists, and stops one that grows without end`() async throws {
    let folder = try TemporaryFolder()
    // 200 MB of blanks in 200 kB.
    try Data((Self.master + String(repeating: " ", count: 200_000_000)).utf8)
      .write(to: URL(filePath: folder.file("bomb")))
    try Data(Self.master.utf8).write(to: URL(filePath: folder.file("fine")))
    for name in ["bomb", "fine"] { _ = try Program("gzip", ["-1", folder.file(name)]) }
    var files = files("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n1.ts\n#EXT-X-ENDLIST\n")
    for name in ["bomb", "fine"] {
      files["/\(name).m3u8"] = FileManager.default.contents(atPath: folder.file(name + ".gz"))
    }
    let answers = files
    let server = try LoopbackServer { request in
      guard let data = answers[request.path] else { return .init(status: 404) }
      let isZipped = data.starts(with: [0x1F, 0x8B])
      return .init(data, fields: isZipped ? ["Content-Encoding": "gzip"] : [:])
    }
    defer { server.stop() }
    let bomb = await CollectedConsole.run(
      "download", server.address + "/bomb.m3u8", "--dry-run")
    #expect(bomb.code == .failure)
    #expect(
      bomb.printed.errors.contains("expected at most 67108864 bytes, found more"),
      "\(bomb.printed.errors)")
    let fine = await CollectedConsole.run(
      "download", server.address + "/fine.m3u8", "--dry-run")
    #expect(fine.code == .success, "\(fine.printed.errors)")
  }

  /// nginx with a certificate of its own, on ports that were free a moment ago.
  private static let nginx = "/usr/sbin/nginx"

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: nginx)))
  func `plays from disk what came over TLS and HTTP/2, once the origin has gone`() async throws {
    let folder = try TemporaryFolder()
    let root = folder.file("www")
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    _ = try Program("chmod", ["755", folder.path, root])
    _ = try Program(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25", "-f", "lavfi",
        "-i", "sine=440", "-t", "12", "-c:v", "libx264", "-preset", "ultrafast", "-g", "50", "-c:a",
        "aac", "-f", "hls", "-hls_time", "2", "-hls_playlist_type", "vod", "-hls_segment_type",
        "fmp4", "-master_pl_name", "master.m3u8", root + "/list.m3u8",
      ])
    _ = try Program(
      "openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-keyout", folder.file("key.pem"), "-out", folder.file("cert.pem"), "-days", "2", "-subj",
        "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
      ])
    let port = try Self.freePort()
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
      "\($0)_temp_path \(folder.file($0));"
    }
    let configuration = """
      daemon off; pid \(folder.file("pid")); error_log \(folder.file("error.log"));
      events { }
      http { access_log \(folder.file("access.log")); \(temporary.joined(separator: " "))
        gzip on; gzip_types *; gzip_min_length 50;
        server { listen 127.0.0.1:\(port) ssl http2; root \(root);
          ssl_certificate \(folder.file("cert.pem")); ssl_certificate_key \(folder.file("key.pem")); }
      }
      """
    try Data(configuration.utf8).write(to: URL(filePath: folder.file("nginx.conf")))
    let nginx = Process()
    nginx.executableURL = URL(filePath: Self.nginx)
    nginx.arguments = ["-c", folder.file("nginx.conf")]
    nginx.standardError = FileHandle.nullDevice
    try nginx.run()
    defer { if nginx.isRunning { nginx.terminate() } }
    let package = folder.file("film.movpkg")
    let address = "https://127.0.0.1:\(port)/master.m3u8"
    // It is tried again until nginx listens.
    let run = await CollectedConsole.run(
      "download", address, "-o", package, "--cacert", folder.file("cert.pem"), "--library",
      folder.file("l"))
    #expect(run.code == .success, "\(run.printed.errors)")
    let untrusted = await CollectedConsole.run("download", address, "--dry-run", "--retries", "0")
    #expect(untrusted.code == .failure)
    nginx.terminate()
    nginx.waitUntilExit()
    let log = try String(contentsOfFile: folder.file("access.log"), encoding: .utf8)
    #expect(log.contains("list0.m4s HTTP/2.0\" 200"))
    let played = try Program(
      "ffmpeg", ["-nostdin", "-v", "error", "-i", package + "/master.m3u8", "-f", "null", "-"])
    #expect(played.status == 0 && played.errors.isEmpty, "\(played.errors)")
    let seconds = try Program.probe(
      package + "/master.m3u8", "-show_entries", "format=duration")
    #expect(seconds.first.flatMap { Double($0) }.map { abs($0 - 12) < 0.1 } == true)
  }

  /// A port of the loopback interface that nobody listens at.
  private static func freePort() throws -> String {
    let server = try LoopbackServer { _ in .init() }
    server.stop()
    return String(server.address.split(separator: ":").last ?? "")
  }
}
