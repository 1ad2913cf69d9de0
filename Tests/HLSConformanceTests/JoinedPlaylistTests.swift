// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import RungTestSupport
import Testing

@testable import HLSConformance

/// Playlists one after the other in one text, as a shell joins them.
@Suite struct JoinedPlaylistTests {
  private static let recording = """
    #EXTM3U
    #EXT-X-VERSION:3
    #EXT-X-TARGETDURATION:6
    #EXT-X-MEDIA-SEQUENCE:0
    #EXT-X-PLAYLIST-TYPE:VOD
    #EXTINF:6.0
    1.ts
    #EXTINF:4.5,
    2.ts
    #EXT-X-ENDLIST

    """
  private static let other = """
    #EXTM3U
    #EXT-X-TARGETDURATION:4
    #EXT-X-MEDIA-SEQUENCE:10
    #EXT-X-DISCONTINUITY-SEQUENCE:3
    #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0xabcdefabcdefabcdefabcdefabcdefab
    #EXTINF:8.0,
    3.ts
    #EXTINF:4.5,
    4.ts
    #EXT-X-ENDLIST

    """
  private static let master = """
    #EXTM3U
    #EXT-X-VERSION:4
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="E",LANGUAGE="eng",DEFAULT=YES,AUTOSELECT=NO,URI="b"
    #EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="avc1.64001F",AUDIO="a"
    a
    #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a"
    b

    """
  private static let parts = ["recording": recording, "other": other, "master": master]

  /// Which texts stand one after the other, and what stands between them.
  static let joints: [(parts: [String], between: String)] = [
    (["recording", "other"], ""), (["other", "recording"], ""), (["recording", "recording"], "\n"),
    (["recording", "recording", "other"], ""), (["other", "other", "other"], "\n#EXT-X-GAP\n"),
    (["master", "master"], ""), (["master", "recording"], ""), (["recording", "master"], ""),
    (["recording", "other"], "#EXT-X-DISCONTINUITY\n"), (["recording", "other"], "\u{FEFF}"),
  ]

  private static func stream(_ text: String) -> Stream {
    Stream(texts: ["p.m3u8": text, "a": recording, "b": other])
  }

  @Test(arguments: joints, ["\n", "\r\n"])
  func `repairing once is repairing twice, also when the stream is read again`(
    _ joint: (parts: [String], between: String), _ end: String
  ) async throws {
    let text = joint.parts.compactMap { Self.parts[$0] }.joined(separator: joint.between)
      .replacing("\n", with: end)
    let repair = Repair(of: try await Self.stream(text).load("p.m3u8"))
    #expect(Repair(of: repair.presentation).changes == [])
    var written = Self.stream(text)
    for change in repair.changes {
      written.texts[change.file] = String(decoding: change.new, as: UTF8.self)
    }
    let again = try await written.load("p.m3u8")
    #expect(Repair(of: again).changes == [])
    #expect(ConformanceReport(of: again).findings.filter { $0.fix != nil } == [])
  }

  @Test func `two recordings that were joined validate once they are repaired`() async throws {
    let joined = Self.recording + "#EXT-X-DISCONTINUITY\n" + Self.recording
    let repair = Repair(of: try await Self.stream(joined).load("p.m3u8"))
    let text = repair.changes.map { String(decoding: $0.new, as: UTF8.self) }
    #expect(
      text == [
        """
        #EXTM3U
        #EXT-X-VERSION:3
        #EXT-X-TARGETDURATION:6
        #EXT-X-MEDIA-SEQUENCE:0
        #EXT-X-PLAYLIST-TYPE:VOD
        #EXTINF:6.0,
        1.ts
        #EXTINF:4.5,
        2.ts
        #EXT-X-ENDLIST
        #EXT-X-DISCONTINUITY
        #EXTM3U
        #EXTINF:6.0,
        1.ts
        #EXTINF:4.5,
        2.ts

        """
      ])
    #expect(!ConformanceReport(of: repair.presentation).hasErrors)
  }

  @Test func `a sequence number that comes late moves before the segments`() async throws {
    let text = Self.recording.replacing("#EXT-X-MEDIA-SEQUENCE:0\n", with: "")
      .replacing("#EXT-X-ENDLIST", with: "#EXT-X-MEDIA-SEQUENCE:7\n#EXT-X-ENDLIST")
    let repair = Repair(of: try await Self.stream(text).load("p.m3u8"))
    let lines = repair.changes.first?.new.split(separator: 0x0A).prefix(2).map {
      String(decoding: $0, as: UTF8.self)
    }
    #expect(lines == ["#EXTM3U", "#EXT-X-MEDIA-SEQUENCE:7"])
  }

  @Test func `lines in any order are repaired once`() async throws {
    var random = SeededGenerator(seed: 7)
    let lines = (Self.recording + Self.other + Self.master).split(separator: "\n")
    for round in 0..<200 {
      var text = "#EXTM3U\n"
      for _ in 0..<Int.random(in: 1...24, using: &random) {
        text += (lines.randomElement(using: &random) ?? "") + "\n"
      }
      let repair = Repair(of: try await Self.stream(text).load("p.m3u8"))
      #expect(Repair(of: repair.presentation).changes == [], "round \(round): \(text)")
    }
  }
}
