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
    Case(rule: "rfc-6.2.1-continues") { $0.reloads[0].playlist.targetDuration = 7 },
    Case(rule: "rfc-6.2.1-version") {
      $0.reloads[0].playlist = reloaded(Stream.live.replacing("VERSION:6", with: "VERSION:7"))
    },
    Case(rule: "rfc-6.2.1-fresh") {
      $0.reloads = [.init(seconds: 9.5, playlist: $0.playlist)]
    },
    Case(rule: "rfc-6.2.2-removal") {
      $0.reloads[0].playlist.segments.removeFirst(5)
      $0.reloads[0].playlist.mediaSequence += 5
    },
  ]

  /// The playlist after a segment left it and another came.
  private static let next =
    Stream.live
    .replacing("SEQUENCE:7", with: "SEQUENCE:8")
    .replacing("#EXTINF:6.00000,\n1.m4s\n", with: "") + "#EXTINF:6.00000,\n7.m4s\n"

  private static func reloaded(_ text: String) -> MediaPlaylist {
    (try? MediaPlaylist(parsing: text)) ?? MediaPlaylist(targetDuration: 1)
  }

  @Test(arguments: cases)
  func `finds what breaks a rule and nothing in what keeps it`(_ c: Case) async throws {
    let rule = try #require(ConformanceRule.named(c.rule))
    var presentation = try await Stream.single(Stream.live).load("p.m3u8")
    presentation.mediaStreams[0].reloads = [
      .init(seconds: 6, playlist: Self.reloaded(Self.next))
    ]
    #expect(rule.findings(in: presentation).map(\.description) == [])
    c.breaking(&presentation.mediaStreams[0])
    #expect(!rule.findings(in: presentation).isEmpty)
  }
}
