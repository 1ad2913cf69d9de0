// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSConformance
import Testing

/// What stops a client from reading a playlist does not hide what else is wrong of it.
@Suite struct RecoveryTests {
  @Test func `every line that stops a client is found, and what stands beside it`() async throws {
    // A tag twice, a list that is none, a group that is none and a language of three letters.
    let stream = Stream.ladder.replacing(
      "#EXT-X-INDEPENDENT-SEGMENTS\n",
      with: "#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-SESSION-DATA:=\n"
    )
    .replacing(#"LANGUAGE="en",DEFAULT=YES"#, with: #"LANGUAGE="eng",DEFAULT=YES"#)
    let report = ConformanceReport(of: try await stream.load())
    let lines = report.findings.reduce(into: [String: Int]()) { $0[$1.rule] = $1.place.line }
    #expect(lines["rfc-4.4-duplicate-tag"] == 4)
    #expect(lines["rfc-4.2-malformed-attribute-list"] == 5)
    #expect(lines["rfc-4.4.6.1-language-form"] == 6)
    #expect(report.presentation.mediaStreams.count == 5)
  }

  @Test func `a stream that cannot be read takes its URI along, and others stay`() async throws {
    let text = """
      #EXTM3U
      #EXT-X-STREAM-INF:BANDWIDTH=1,=
      a
      #EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="hvc1.2.4.L156.B0",RESOLUTION=1x1
      b

      """
    let stream = Stream(texts: ["m": text, "a": Stream.media, "b": Stream.media])
    let report = ConformanceReport(of: try await stream.load("m"))
    let findings = report.findings.filter {
      ["apple-1.6", "rfc-4.4.6.2-uri-without-stream"].contains($0.rule)
    }
    #expect(findings.map(\.place.line) == [4])
    #expect(report.presentation.files.map(\.name) == ["m", "b"])
  }

  @Test func `a group of a rendition that cannot be read is not missed as well`() async throws {
    let stream = Stream.ladder.replacing(#"GROUP-ID="s""#, with: #"GROUP-ID="s"""#)
    let rules = ConformanceReport(of: try await stream.load()).findings.map(\.rule)
    #expect(rules.contains("rfc-4.2-malformed-attribute-list"))
    #expect(!rules.contains("rfc-4.4.6.2-missing-group"))
  }

  @Test func `a text that is no playlist is one finding`() async throws {
    let report = ConformanceReport(of: try await Stream.single("<html>\n=\n").load("p.m3u8"))
    #expect(report.findings.map(\.rule) == ["rfc-4.4.1.1-missing-header"])
  }

  /// Media playlists by what they need, each without a version and with one that is too low.
  static let versions: [(need: Int, lines: String)] = [
    (3, "#EXTINF:1.5,\na.ts\n"), (4, "#EXTINF:1,\n#EXT-X-BYTERANGE:1@0\na.ts\n"),
    (6, "#EXT-X-MAP:URI=\"i\"\n#EXTINF:1.5,\na.m4s\n"),
    (5, "#EXT-X-I-FRAMES-ONLY\n#EXT-X-MAP:URI=\"i\"\n#EXTINF:1,\n#EXT-X-BYTERANGE:1@0\na.m4s\n"),
    (2, "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x1\n#EXTINF:1,\na.ts\n"),
    (8, "#EXT-X-DEFINE:NAME=\"n\",VALUE=\"v\"\n#EXTINF:1.5,\n{$n}.ts\n"),
    // A key after the last segment is written and is of no segment.
    (5, "#EXTINF:1,\na.ts\n#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\"\n"),
  ]

  @Test(arguments: versions, [nil, 1, 2])
  func `all that is said of a version names the same one`(
    _ c: (need: Int, lines: String), _ declared: Int?
  ) async throws {
    let version = declared.map { "#EXT-X-VERSION:\($0)\n" } ?? ""
    let text = "#EXTM3U\n\(version)#EXT-X-TARGETDURATION:2\n\(c.lines)#EXT-X-ENDLIST\n"
    let report = ConformanceReport(of: try await Stream.single(text).load("p.m3u8"))
    let fixes = report.findings.compactMap(\.fix).filter {
      if case .version = $0 { true } else { false }
    }
    #expect(Set(fixes) == (declared ?? 1 < c.need ? [.version(c.need)] : []))
    let words = report.findings.map(\.expected).filter { $0.contains("EXT-X-VERSION:") }
    #expect(words.allSatisfy { $0.contains("EXT-X-VERSION:\(c.need)") })
    let repair = Repair(of: report.presentation).presentation
    #expect(
      ConformanceReport(
        of: repair, against: RuleSelection(only: ["rfc-8", "rfc-4.4.1.2", "rfc-4.4.4.1"])
      )
      .findings == [])
  }
}
