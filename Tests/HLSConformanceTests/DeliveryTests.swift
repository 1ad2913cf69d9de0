// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import RungTestSupport
import Testing

@testable import HLSConformance

/// Streams of the web, against a server in this process.
@Suite(.timeLimit(.minutes(15))) struct DeliveryTests {
  /// Bounds of time that no busy machine reaches.
  private static let limits = WebSource.Limits(size: 1 << 20, idle: 60, total: 120, redirects: 3)
  private static let impatient = WebSource.Limits(size: 1 << 20, idle: 1, total: 120, redirects: 3)
  private static let hurried = WebSource.Limits(size: 1 << 20, idle: 60, total: 2, redirects: 3)

  static let cases: [RuleCase] = [
    RuleCase("apple-10.1", delivered(.init(mediaType: type)), passing: delivered(good)),
    RuleCase(
      "apple-10-playlist-type", delivered(.init(mediaType: "text/plain", isCompressed: true)),
      passing: delivered(good)),
    RuleCase(
      "rfc-4-identified", named("play.php", .init(mediaType: "text/html")),
      passing: named("play.php", good)),
  ]
  private static let type = "application/vnd.apple.mpegurl"
  private static let good = StreamResource.Delivery(mediaType: type, isCompressed: true)

  private static func delivered(_ delivery: StreamResource.Delivery) -> Stream {
    var stream = Stream.ladder
    stream.delivery = delivery
    return stream
  }

  private static func named(_ name: String, _ delivery: StreamResource.Delivery) -> Stream {
    var stream = Stream(texts: [name: Stream.media])
    stream.delivery = delivery
    return stream
  }

  @Test(arguments: cases)
  func `finds what breaks a rule and nothing in what keeps it`(_ c: RuleCase) async throws {
    try await c.check()
  }

  /// What a server does with the transport ladder, and which rule finds it.
  struct ServerCase: Sendable, CustomTestStringConvertible {
    var rule: String
    var change: @Sendable (LoopbackServer.Request, inout LoopbackServer.Response) -> Void
    var testDescription: String { rule }
  }

  static let serverCases = [
    ServerCase(rule: "apple-10-segment-type") { request, response in
      if request.path.hasSuffix(".ts") { response.fields["Content-Type"] = "text/plain" }
    },
    ServerCase(rule: "apple-8.18") { request, response in
      if request.path == "/v1.ts" {
        response = .init(status: 302, fields: ["Location": "/moved/v1.ts"])
      }
    },
    ServerCase(rule: "rung-range-requests") { request, response in
      if request.path == "/all.aac" { response.status = 200 }
    },
  ]

  /// A server of the transport ladder as it should be: typed, playlists compressed, ranges served.
  private static func server(
    _ change: @escaping @Sendable (LoopbackServer.Request, inout LoopbackServer.Response) -> Void =
      { _, _ in }
  ) async throws -> LoopbackServer {
    var ladder = try await TransportLadder.shared.value
    ladder.files["v.m3u8"] = ladder.files["v.m3u8"].map {
      Array(
        String(decoding: $0, as: UTF8.self).replacing(
          "#EXT-X-ENDLIST",
          with:
            "#EXT-X-DISCONTINUITY\n#EXTINF:1,\n#EXT-X-BYTERANGE:2000@100\nall.aac\n#EXT-X-ENDLIST"
        ).utf8)
    }
    let files = ladder.files
    let compressed = try files.filter { $0.key.hasSuffix(".m3u8") }.mapValues { bytes in
      try gzip(bytes)
    }
    return try LoopbackServer { request in
      let name = String(request.path.split(separator: "/").last ?? "")
      guard let bytes = files[name] else { return .init(status: 404) }
      var response = LoopbackServer.Response(Data(bytes))
      response.fields["Content-Type"] =
        [
          "m3u8": "application/vnd.apple.mpegurl", "ts": "video/mp2t", "aac": "audio/aac",
          "mp4": "video/mp4", "m4s": "video/iso.segment",
        ][String(name.split(separator: ".").last ?? "")]
      if let data = compressed[name] {
        response.body = data
        response.fields["Content-Encoding"] = "gzip"
      }
      if let range = request.fields["range"]?.dropFirst("bytes=".count).split(separator: "-"),
        range.count == 2, let first = Int(range[0]), let last = Int(range[1])
      {
        response.status = 206
        response.body = Data(bytes[first...min(last, bytes.count - 1)])
      }
      let whole = Data(bytes)
      change(request, &response)
      if response.status == 200, request.fields["range"] != nil { response.body = whole }
      return response
    }
  }

  private static func gzip(_ bytes: [UInt8]) throws -> Data {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "x")
    try Data(bytes).write(to: file)
    _ = try Program("gzip", ["-n", file.path])
    return try Data(contentsOf: folder.url.appending(path: "x.gz"))
  }

  @Test(arguments: serverCases)
  func `finds what a server does wrong, and nothing where it does right`(_ c: ServerCase)
    async throws
  {
    let rule = try #require(ConformanceRule.named(c.rule))
    let good = try await Self.server()
    defer { good.stop() }
    let source = WebSource(limits: Self.limits)
    let fine = try await Presentation.load(
      good.address + "/master.m3u8", from: source, measuring: false
    ).readingMedia(from: source)
    #expect(rule.findings(in: fine).map(\.description) == [])
    let bad = try await Self.server(c.change)
    defer { bad.stop() }
    let broken = try await Presentation.load(
      bad.address + "/master.m3u8", from: source, measuring: false
    ).readingMedia(from: source)
    #expect(!rule.findings(in: broken).isEmpty)
  }

  @Test func `a stream of the web is measured as its files are`() async throws {
    let server = try await Self.server()
    defer { server.stop() }
    let source = WebSource(limits: Self.limits, connections: 3)
    let web = try await Presentation.load(server.address + "/master.m3u8", from: source)
    let files = MemorySource(try await TransportLadder.shared.value.files)
    let memory = try await Presentation.load("master.m3u8", from: files)
    #expect(web.mediaStreams[0].sizes.prefix(3) == memory.mediaStreams[0].sizes.prefix(3))
    #expect(web.mediaStreams[0].sizes[3] == 2000)
    #expect(server.requests.contains("HEAD /v1.ts"))
    #expect(server.mostConnections <= 3)
    let delivery = ConformanceReport(of: web).findings.filter { $0.rule.hasPrefix("apple-10") }
    #expect(delivery.map(\.description) == [])
  }

  @Test func `references are relative to where a playlist came from`() async throws {
    let server = try LoopbackServer { request in
      switch request.path {
      case "/m.m3u8":
        .init(Data("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n".utf8))
      case "/a.m3u8": .init(status: 302, fields: ["Location": "/deep/b.m3u8"])
      case "/deep/b.m3u8":
        .init(Data("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n1.ts\n#EXT-X-ENDLIST\n".utf8))
      case "/deep/1.ts": .init(Data(count: 188))
      default: .init(status: 404)
      }
    }
    defer { server.stop() }
    let source = WebSource(limits: Self.limits)
    let presentation = try await Presentation.load(server.address + "/m.m3u8", from: source)
    #expect(presentation.mediaStreams.first?.sizes == [188])
  }

  // MARK: - Hostile servers

  /// What a server does to a client with bounds, and what the client says.
  struct Hostile: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var answer: LoopbackServer.Response
    var limits = DeliveryTests.limits
    /// The first request, and one for each redirect.
    var requests = 1
    var reason: String
  }

  static let hostile = [
    Hostile(
      testDescription: "silent", answer: .init(ending: .silence), limits: impatient,
      reason: "expected bytes within 1 s, found silence"),
    Hostile(
      testDescription: "never silent, and never at an end",
      answer: .init(Data("#EXTM3U\n".utf8), ending: .drops), limits: hurried,
      reason: "expected the whole answer within 2 s, found an origin that is slower"),
    Hostile(
      testDescription: "endless", answer: .init(Data(count: 1 << 16), ending: .again),
      reason: "expected at most 1048576 bytes, found more"),
    Hostile(
      testDescription: "announced as too much, which is not fetched",
      answer: .init(
        Data(count: 1 << 16), fields: ["Content-Length": "\(1 << 40)"], ending: .again),
      reason: "expected at most 1048576 bytes, found more"),
    Hostile(
      testDescription: "redirected without end",
      answer: .init(status: 302, fields: ["Location": "/again"]), requests: 4,
      reason: "expected at most 3 redirects, found more"),
    Hostile(
      testDescription: "redirected to a file",
      answer: .init(status: 302, fields: ["Location": "file:///etc/hostname"]),
      reason: "expected an http(s) URL, found another"),
    Hostile(
      testDescription: "in trouble", answer: .init(status: 500),
      reason: "expected HTTP status 200, found 500"),
    Hostile(
      testDescription: "in trouble without end",
      answer: .init(Data(count: 1 << 16), status: 500, ending: .again),
      reason: "expected HTTP status 200, found 500"),
    Hostile(
      testDescription: "shorter than announced",
      answer: .init(Data("short".utf8), fields: ["Content-Length": "500"]),
      reason: "expected the answer to its end, found a connection that was closed"),
  ]

  @Test(arguments: hostile)
  func `an origin that misbehaves ends in an error`(_ c: Hostile) async throws {
    let server = try LoopbackServer { _ in c.answer }
    defer { server.stop() }
    let error = await #expect(throws: StreamSourceError.self) {
      try await WebSource(limits: c.limits).read(server.address + "/x.m3u8", range: nil)
    }
    #expect(error?.reason == c.reason)
    #expect(server.requests.count == c.requests)
  }

  @Test func `many bodies at a time come to their ends`() async throws {
    let body = Data((0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let server = try LoopbackServer { request in
      request.path == "/500" ? .init(body, status: 500, ending: .again) : .init(body)
    }
    defer { server.stop() }
    let source = WebSource(connections: 6)
    let address = server.address
    let counts = await Array(0..<24).mapConcurrently(atMost: 12) { index in
      let name = index % 6 == 5 ? "/500" : "/\(index)"
      return try? await source.read(address + name, range: nil).bytes.count
    }
    #expect(counts.compactMap(\.self) == [Int](repeating: 1 << 20, count: 20))
  }

  @Test func `a server that is not there is said in plain words`() async throws {
    let server = try LoopbackServer { _ in .init() }
    server.stop()
    let error = await #expect(throws: StreamSourceError.self) {
      try await WebSource(limits: Self.limits).read(server.address + "/x.m3u8", range: nil)
    }
    #expect(
      error?.reason == "expected a server at '127.0.0.1', found none that takes connections")
  }

  @Test func `a body that unpacks to too much ends in an error`() async throws {
    let bomb = try Self.gzip([UInt8](repeating: 0, count: 8 << 20))
    let server = try LoopbackServer { _ in .init(bomb, fields: ["Content-Encoding": "gzip"]) }
    defer { server.stop() }
    let error = await #expect(throws: StreamSourceError.self) {
      try await WebSource(limits: Self.limits).read(server.address + "/x.m3u8", range: nil)
    }
    #expect(error?.isOverLimit == true, "\(bomb.count) bytes: \(error?.reason ?? "")")
  }
}
