// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSPlaylist
import Testing

@testable import HLSConformance

/// The rules of how live playlists change.
@Suite struct ReloadRuleTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var rule: String
    var breaking: @Sendable (inout MediaStream) -> Void
    var testDescription: String { rule }
  }

  static let cases = [
    Case(rule: "rung-reload-readable") {
      $0.reloads = [Reload(seconds: 6, failure: "HTTP status 404", after: $0.playlist)]
    },
    Case(rule: "rfc-6.2.1-continues") { $0.load(next.replacing("DURATION:6", with: "DURATION:7")) },
    Case(rule: "rfc-6.2.1-version") { $0.load(next.replacing("VERSION:6", with: "VERSION:7")) },
    Case(rule: "rfc-6.2.1-fresh") { $0.load(Stream.live, after: 9.5) },
    Case(rule: "rfc-6.2.2-removal") {
      $0.load(
        next.replacing("SEQUENCE:8", with: "SEQUENCE:12")
          .replacing((2...5).map { "#EXTINF:6.00000,\n\($0).m4s\n" }.joined(), with: ""))
    },
  ]

  /// The playlist after a segment left it and another came.
  fileprivate static let next =
    Stream.live
    .replacing("SEQUENCE:7", with: "SEQUENCE:8")
    .replacing("#EXTINF:6.00000,\n1.m4s\n", with: "") + "#EXTINF:6.00000,\n7.m4s\n"

  @Test(arguments: cases)
  func `finds what breaks a rule and nothing in what keeps it`(_ c: Case) async throws {
    let rule = try #require(ConformanceRule.named(c.rule))
    var presentation = try await Stream.single(Stream.live).load("p.m3u8")
    presentation.mediaStreams[0].load(Self.next)
    #expect(rule.findings(in: presentation).map(\.description) == [])
    c.breaking(&presentation.mediaStreams[0])
    #expect(!rule.findings(in: presentation).isEmpty)
  }
}

extension MediaStream {
  /// Makes a text the only reload.
  fileprivate mutating func load(_ text: String, after seconds: Double = 6) {
    guard let next = try? MediaPlaylist(parsing: text) else { preconditionFailure(text) }
    reloads = [Reload(seconds: seconds, from: playlist, to: next)]
  }
}
