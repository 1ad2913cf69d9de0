// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSPlaylist
import HLSVariantTesting
import HLSVariants
import RungTestSupport
import Testing

/// Masters of the web, against a server in this process.
@Suite(.timeLimit(.minutes(15))) struct LoadingTests {
  private static let master = Data(
    """
    #EXTM3U
    #EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS="avc1.42c01e,mp4a.40.2",RESOLUTION=640x360
    low/index.m3u8
    #EXT-X-STREAM-INF:BANDWIDTH=6000000,CODECS="avc1.640028,mp4a.40.2",RESOLUTION=1920x1080
    high/index.m3u8
    """.utf8)

  private static let media = Data(
    """
    #EXTM3U
    #EXT-X-TARGETDURATION:6
    #EXT-X-PLAYLIST-TYPE:VOD
    #EXTINF:6,
    a.ts
    #EXTINF:4.5,
    b.ts
    #EXT-X-ENDLIST
    """.utf8)

  @Test func `a master of the web, moved to another place, with its media playlists`() async throws
  {
    let server = try LoopbackServer { request in
      switch request.path {
      case "/master.m3u8": .init(status: 302, fields: ["Location": "/new/master.m3u8"])
      case "/new/master.m3u8": .init(Self.master)
      case "/new/low/index.m3u8", "/new/high/index.m3u8": .init(Self.media)
      default: .init(status: 404)
      }
    }
    let asset = try await Asset.load(server.address + "/master.m3u8")
    #expect(asset.variants.count == 2)
    let selection = try asset.select(
      DownloadConfiguration(try VariantQualifier("peakBitRate < 5000000")))
    #expect(selection.primary.variant.uri.hasSuffix("low/index.m3u8"))
    let uri = server.address + "/new/low/index.m3u8"
    let media = try await asset.loadMediaPlaylist(uri)
    #expect(media.playlist.segments.map(\.duration) == [6, 4.5])
    #expect(server.requests.contains("GET /new/low/index.m3u8"))
  }

  struct Failure: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var response: LoopbackServer.Response
    /// Seconds for all of the answer.
    var timeout = 120.0
    var reason: String
  }

  static let failures = [
    Failure(
      testDescription: "missing", response: .init(status: 404),
      reason: "expected HTTP status 200, found 404"),
    Failure(
      testDescription: "endless",
      response: .init(Data(repeating: 0x23, count: 1 << 16), ending: .again),
      reason: "expected at most 1048576 bytes, found more"),
    Failure(
      testDescription: "silent",
      response: .init(fields: ["Content-Length": "100"], ending: .silence),
      timeout: 1,
      reason: "expected the whole answer within 1 s, found an origin that is slower"),
    Failure(
      testDescription: "slow",
      response: .init(Data("#EXTM3U\n".utf8), ending: .drops),
      timeout: 1,
      reason: "expected the whole answer within 1 s, found an origin that is slower"),
  ]

  @Test(arguments: failures)
  func `an origin that misbehaves is one clear error`(_ c: Failure) async throws {
    let server = try LoopbackServer { _ in c.response }
    let reader = FileAndWebReader(sizeLimit: 1 << 20, timeout: c.timeout)
    let error = await #expect(throws: LoadingError.self) {
      try await Asset.load(server.address + "/master.m3u8", with: reader)
    }
    #expect(error?.reason.hasPrefix(c.reason) == true, "\(error?.reason ?? "")")
    #expect(error?.uri == server.address + "/master.m3u8")
  }
}
