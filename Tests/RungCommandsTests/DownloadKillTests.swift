// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import RungTestSupport
import Synchronization
import Testing

/// `rung download` killed at any point, and run again. `RUNG_KILL_POINTS` says at how many points.
@Suite struct DownloadKillTests {
  private static let segments = 24

  /// An origin that kills its client at a request: before the answer, or in the middle of it.
  private final class Killer: Sendable {
    private struct Aim {
      var client: Int32 = 0
      var countdown = Int.max
      var isWithin = false
    }

    private let files: [String: Data]
    private let aim = Mutex(Aim())

    init(_ files: [String: Data]) { self.files = files }

    func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
      guard let data = files[request.path] else { return .init(status: 404) }
      let (client, isWithin) = aim.withLock { aim -> (Int32?, Bool) in
        guard aim.countdown < .max else { return (nil, false) }
        aim.countdown -= 1
        guard aim.countdown == 0 else { return (nil, false) }
        aim.countdown = .max
        return (aim.client, aim.isWithin)
      }
      let tag = ["ETag": "\"\(request.path)\""]
      guard let client else { return .init(data, fields: tag) }
      guard isWithin else {
        kill(client, SIGKILL)
        return .init(data, fields: tag)
      }
      Thread.detachNewThread { kill(client, SIGKILL) }
      let fields = tag.merging(["Content-Length": "\(data.count)"]) { $1 }
      return .init(data.prefix(data.count / 2), fields: fields, ending: .silence)
    }

    /// Starts a client, to be killed at a request unless that is beyond the last.
    func start(_ client: Process, killedAt request: Int, isWithin: Bool) throws {
      // No request is looked at before it is known who sends it.
      try aim.withLock { aim in
        try client.run()
        aim = Aim(client: client.processIdentifier, countdown: request, isWithin: isWithin)
      }
    }
  }

  private static func files() -> [String: Data] {
    var generator = SeededGenerator(seed: 10)
    var files: [String: Data] = [:]
    var list = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:6\n#EXT-X-MAP:URI=\"init.mp4\"\n"
    for number in 1...segments {
      list += "#EXTINF:6,\n\(number).m4s\n"
      // Some are large enough to go on in the middle.
      let count = number % 6 == 0 ? 1_500_000 : 20_000
      let word = generator.next()
      files["/\(number).m4s"] = Data(
        (0..<count).map { UInt8(truncatingIfNeeded: word >> ($0 % 57)) })
    }
    files["/init.mp4"] = Data("section".utf8)
    files["/list.m3u8"] = Data((list + "#EXT-X-ENDLIST\n").utf8)
    files["/master.m3u8"] = Data(
      "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS=\"avc1.64001e\"\nlist.m3u8\n".utf8)
    return files
  }

  private static func client(_ address: String, _ package: String) -> Process {
    let process = Process()
    process.executableURL = PackageCommandTests.rung
    process.arguments = ["download", address + "/master.m3u8", "-o", package, "-q", "--title", "t"]
    process.environment = ["RUNG_LIBRARY": package + ".sqlite", "PATH": "/usr/bin:/bin"]
    process.standardError = FileHandle.nullDevice
    return process
  }

  /// The segments that the package has under their names, as the origin calls them.
  private static func whole(_ package: String) -> Set<String> {
    let names = FileManager.default.subpaths(atPath: package) ?? []
    return Set(
      names.filter { $0.hasSuffix(".m4s") }.compactMap { name in
        Int(name.suffix(9).prefix(5)).map { "GET /\($0).m4s" }
      })
  }

  private static func contents(_ package: String) throws -> [String: Data] {
    var result: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: package) {
      if let data = FileManager.default.contents(atPath: "\(package)/\(name)") {
        result[name] = data
      }
    }
    return result
  }

  @Test func `ends with the same package, and fetches nothing twice that was whole`() throws {
    let killer = Killer(Self.files())
    let server = try LoopbackServer { killer.answer($0) }
    defer { server.stop() }
    let folder = try TemporaryFolder()
    let reference = folder.file("reference.movpkg")
    let calm = Self.client(server.address, reference)
    try killer.start(calm, killedAt: .max, isWithin: false)
    calm.waitUntilExit()
    #expect(calm.terminationStatus == 0)
    let expected = try Self.contents(reference)
    let points = ProcessInfo.processInfo.environment["RUNG_KILL_POINTS"].flatMap { Int($0) } ?? 6
    var generator = SeededGenerator(seed: 200)
    var kills = 0
    for point in 1...points {
      let package = folder.file("film.movpkg")
      // Killed again and again, a few requests further each time.
      while true {
        let whole = Self.whole(package)
        let before = server.requests.count
        let client = Self.client(server.address, package)
        try killer.start(
          client, killedAt: .random(in: 1...20, using: &generator),
          isWithin: .random(using: &generator))
        client.waitUntilExit()
        let requests = Set(server.requests.dropFirst(before))
        #expect(requests.isDisjoint(with: whole), "point \(point): \(whole.intersection(requests))")
        if client.terminationReason == .uncaughtSignal {
          kills += 1
          continue
        }
        #expect(client.terminationStatus == 0)
        break
      }
      #expect(try Self.contents(package) == expected, "point \(point)")
      try FileManager.default.removeItem(atPath: package)
      if kills >= points { break }
    }
    #expect(kills >= points)
  }
}
