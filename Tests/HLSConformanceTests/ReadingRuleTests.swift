// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSConformance
import Testing

/// Each rule that the reader checks, with a text that breaks it.
@Suite struct ReadingRuleTests {
  /// A media playlist of one segment with lines of one's own.
  private static func media(_ lines: String..., head: String = "#EXTM3U") -> String {
    head + "\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:6\n" + lines.joined(separator: "\n")
      + "\n#EXTINF:6,\n1.ts\n#EXT-X-ENDLIST\n"
  }

  /// A multivariant playlist of one variant with lines of one's own.
  private static func master(
    _ lines: String..., variant: String = #"BANDWIDTH=1,CODECS="avc1.64001F""#
  ) -> String {
    "#EXTM3U\n#EXT-X-VERSION:8\n" + lines.joined(separator: "\n")
      + "\n#EXT-X-STREAM-INF:\(variant)\nv.m3u8\n"
  }

  /// A media playlist of low latency with lines of one's own.
  private static func parts(
    control: String = "PART-HOLD-BACK=3,HOLD-BACK=18", target: String = "PART-TARGET=1",
    _ lines: String...
  ) -> String {
    """
    #EXTM3U
    #EXT-X-VERSION:9
    #EXT-X-TARGETDURATION:6
    #EXT-X-SERVER-CONTROL:\(control)
    #EXT-X-PART-INF:\(target)
    #EXTINF:6,
    1.ts

    """ + lines.joined(separator: "\n") + "\n"
  }

  static let cases: [(rule: String, text: String)] = [
    ("rfc-3.1.2-missing-map", media().replacing("1.ts", with: "1.m4s")),
    ("rfc-4-byte-order-mark", "\u{FEFF}" + media()),
    ("rfc-4-control-character", media("#EXT-X-FOO:\u{01}")),
    ("rfc-4-not-normalized", master(media(type: "AUDIO", name: "e\u{301}"))),
    ("rfc-4.1-surrounding-blank", media().replacing("1.ts", with: " 1.ts")),
    ("rfc-4.1-blank-in-uri", media().replacing("1.ts", with: "1 2.ts")),
    ("rfc-4.1-empty-playlist", "#EXTM3U\n"),
    ("rfc-4.2-malformed-attribute-list", master(variant: #"BANDWIDTH=1,CODECS="a"b"#)),
    ("rfc-4.2-blank-in-attribute-list", master(variant: #"BANDWIDTH=1, CODECS="a""#)),
    ("rfc-4.2-trailing-comma", master(variant: "BANDWIDTH=1,")),
    ("rfc-4.2-invalid-attribute-name", master(variant: "BANDWIDTH=1,foo=1")),
    ("rfc-4.2-duplicate-attribute", master(variant: "BANDWIDTH=1,BANDWIDTH=2")),
    ("rfc-4.2-missing-attribute", master("#EXT-X-MEDIA:TYPE=AUDIO,NAME=\"x\"")),
    ("rfc-4.2-missing-vital-attribute", media("#EXT-X-KEY:URI=\"k\"")),
    ("rfc-4.2-invalid-attribute-value", master(variant: "BANDWIDTH=1,RESOLUTION=1x")),
    ("rfc-4.2-unquoted-string", master(variant: "BANDWIDTH=1,CODECS=avc1")),
    ("rfc-4.2-empty-string", master(variant: #"BANDWIDTH=1,CODECS="""#)),
    ("rfc-4.2-lower-case-digits", media(#"#EXT-X-KEY:METHOD=AES-128,URI="k",IV=0xab"#)),
    ("rfc-4.2-excess-precision", media().replacing("6,", with: "5.1234567890123456789,")),
    (
      "rfc-4.2-conflicting-attributes",
      parts(control: "PART-HOLD-BACK=3,CAN-SKIP-DATERANGES=YES")
    ),
    ("rfc-4.3-undefined-variable", media().replacing("1.ts", with: "{$a}.ts")),
    ("rfc-4.3-malformed-reference", media().replacing("1.ts", with: "{$}.ts")),
    ("rfc-4.4-mixed-playlist", master("#EXT-X-TARGETDURATION:6")),
    ("rfc-4.4-duplicate-tag", media("#EXT-X-TARGETDURATION:6")),
    ("rfc-4.4-unexpected-value", media("#EXT-X-INDEPENDENT-SEGMENTS:YES")),
    ("rfc-4.4-invalid-value", media().replacing("VERSION:9", with: "VERSION:x")),
    ("rfc-4.4.1.1-missing-header", "#EXT-X-TARGETDURATION:6\n"),
    ("rfc-4.4.1.1-header-not-first", "\n" + media()),
    ("rfc-4.4.1.2-unsupported-version", media().replacing("VERSION:9", with: "VERSION:99")),
    (
      "rfc-4.4.2.3-duplicate-variable",
      master(#"#EXT-X-DEFINE:NAME="a",VALUE="1""#, #"#EXT-X-DEFINE:NAME="a",VALUE="2""#)
    ),
    ("rfc-4.4.2.3-invalid-definition", master(#"#EXT-X-DEFINE:NAME="a""#)),
    (
      "rfc-4.4.3.1-missing-target-duration",
      media().replacing("#EXT-X-TARGETDURATION:6\n", with: "")
    ),
    ("rfc-4.4.3.1-invalid-target-duration", media().replacing("DURATION:6", with: "DURATION:0")),
    ("rfc-4.4.3.1-duration-exceeds-target", media().replacing("EXTINF:6", with: "EXTINF:6.5")),
    ("rfc-4.4.3.2-misplaced-tag", media() + "#EXT-X-MEDIA-SEQUENCE:1\n"),
    ("rfc-4.4.3.2-invalid-sequence", media("#EXT-X-MEDIA-SEQUENCE:-1")),
    ("rfc-4.4.3.5-unknown-playlist-type", media("#EXT-X-PLAYLIST-TYPE:LIVE")),
    (
      "rfc-4.4.3.7-missing-part-information",
      parts("#EXT-X-PART:DURATION=1,URI=\"a\"")
        .replacing("#EXT-X-PART-INF:PART-TARGET=1\n", with: "")
    ),
    ("rfc-4.4.3.8-missing-part-hold-back", parts(control: "HOLD-BACK=18")),
    (
      "rfc-4.4.3.8-server-control-too-small", parts(control: "PART-HOLD-BACK=3,HOLD-BACK=1")
    ),
    ("rfc-4.4.4.1-uri-without-duration", media("2.ts")),
    (
      "rfc-4.4.4.1-duration-without-uri",
      media().replacing("#EXT-X-ENDLIST", with: "#EXTINF:6,\n#EXT-X-ENDLIST")
    ),
    ("rfc-4.4.4.1-missing-comma", media().replacing("EXTINF:6,", with: "EXTINF:6")),
    ("rfc-4.4.4.1-invalid-duration", media().replacing("EXTINF:6,", with: "EXTINF:-1,")),
    ("rfc-4.4.4.1-zero-duration", media().replacing("EXTINF:6,", with: "EXTINF:0,")),
    (
      "rfc-4.4.4-dangling-tag",
      media().replacing("#EXT-X-ENDLIST", with: "#EXT-X-DISCONTINUITY\n#EXT-X-ENDLIST")
    ),
    ("rfc-4.4.4.2-undefined-byte-range", media("#EXT-X-BYTERANGE:10")),
    ("rfc-4.4.4.4-attributes-beside-none", media(#"#EXT-X-KEY:METHOD=NONE,URI="k""#)),
    ("rfc-4.4.4.4-unexpected-iv", media(#"#EXT-X-KEY:METHOD=AES-256-GCM,URI="k",IV=0x1"#)),
    ("rfc-4.4.4.5-missing-range-offset", media(#"#EXT-X-MAP:URI="i",BYTERANGE="720""#)),
    (
      "rfc-4.4.4.5-map-needs-iv",
      media(#"#EXT-X-KEY:METHOD=AES-128,URI="k""#, #"#EXT-X-MAP:URI="i""#)
    ),
    ("rfc-4.4.4.6-invalid-date", media("#EXT-X-PROGRAM-DATE-TIME:yesterday")),
    ("rfc-4.4.4.6-date-without-zone", media("#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00")),
    ("rfc-4.4.4.9-part-duration", parts("#EXT-X-PART:DURATION=2,URI=\"a\"")),
    (
      "rfc-4.4.5.1-invalid-date-range",
      media(#"#EXT-X-DATERANGE:ID="a",START-DATE="2026-01-01T00:00:00Z",DURATION=-1"#)
    ),
    (
      "rfc-4.4.5.1-missing-program-date-time",
      media(#"#EXT-X-DATERANGE:ID="a",START-DATE="2026-01-01T00:00:00Z""#)
    ),
    ("rfc-4.4.5.3-hint-after-end", media(#"#EXT-X-PRELOAD-HINT:TYPE=MAP,URI="m""#)),
    (
      "rfc-4.4.5.3-repeated-hint",
      parts(#"#EXT-X-PRELOAD-HINT:TYPE=MAP,URI="m""#, #"#EXT-X-PRELOAD-HINT:TYPE=MAP,URI="n""#)
    ),
    (
      "rfc-4.4.5.4-absolute-report-uri",
      parts(#"#EXT-X-RENDITION-REPORT:URI="https://example.com/p.m3u8",LAST-MSN=1"#)
    ),
    ("rfc-4.4.6.1-missing-rendition-uri", master(media(type: "SUBTITLES"))),
    (
      "rfc-4.4.6.1-unexpected-attribute",
      master(media(type: "AUDIO") + ",FORCED=YES")
    ),
    (
      "rfc-4.4.6.1-invalid-instream-id",
      master(media(type: "CLOSED-CAPTIONS") + #",INSTREAM-ID="CC5""#)
    ),
    ("rfc-4.4.6.1-duplicate-rendition", master(media(type: "AUDIO"), media(type: "AUDIO"))),
    (
      "rfc-4.4.6.1-duplicate-default",
      master(
        media(type: "AUDIO") + ",DEFAULT=YES", media(type: "AUDIO", name: "y") + ",DEFAULT=YES")
    ),
    (
      "rfc-4.4.6.1-default-not-autoselected",
      master(media(type: "AUDIO") + ",DEFAULT=YES,AUTOSELECT=NO")
    ),
    ("rfc-4.4.6.2-stream-without-uri", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n"),
    ("rfc-4.4.6.2-uri-without-stream", master() + "w.m3u8\n"),
    ("rfc-4.4.6.2-missing-bandwidth", master(variant: "AVERAGE-BANDWIDTH=1")),
    ("rfc-4.4.6.2-score-not-positive", master(variant: "BANDWIDTH=1,SCORE=0")),
    ("rfc-4.4.6.2-missing-group", master(variant: #"BANDWIDTH=1,AUDIO="b""#)),
    (
      "rfc-4.4.6.2-mixed-closed-captions",
      master() + "#EXT-X-STREAM-INF:BANDWIDTH=1,CLOSED-CAPTIONS=NONE\nw.m3u8\n"
    ),
    (
      "rfc-4.4.6.2-codecs-lack-audio",
      master(media(type: "AUDIO"), variant: #"BANDWIDTH=1,CODECS="avc1.64001F",AUDIO="g""#)
    ),
    (
      "rfc-4.4.6.2-missing-base-codec",
      master(variant: #"BANDWIDTH=1,SUPPLEMENTAL-CODECS="dvh1.08.07/db4h""#)
    ),
    ("rfc-4.4.6.4-invalid-session-data", master(#"#EXT-X-SESSION-DATA:DATA-ID="a""#)),
    (
      "rfc-4.4.6.4-duplicate-session-data",
      master(
        #"#EXT-X-SESSION-DATA:DATA-ID="a",VALUE="1""#,
        #"#EXT-X-SESSION-DATA:DATA-ID="a",VALUE="2""#)
    ),
    ("rfc-4.4.6.5-invalid-session-key", master("#EXT-X-SESSION-KEY:METHOD=NONE")),
    (
      "rfc-4.4.6.5-duplicate-session-key",
      master(
        #"#EXT-X-SESSION-KEY:METHOD=AES-128,URI="k""#,
        #"#EXT-X-SESSION-KEY:METHOD=AES-128,URI="k""#)
    ),
    (
      "rfc-4.4.6.6-unknown-pathway",
      master(#"#EXT-X-CONTENT-STEERING:SERVER-URI="s",PATHWAY-ID="x""#)
    ),
    (
      "rfc-6.2.1-missing-end-list",
      media("#EXT-X-PLAYLIST-TYPE:VOD").replacing("#EXT-X-ENDLIST\n", with: "")
    ),
    ("rfc-6.3.1-flag-not-yes", parts(control: "PART-HOLD-BACK=3,CAN-BLOCK-RELOAD=NO")),
    ("rfc-8-version-too-low", media("#EXT-X-BYTERANGE:1@0").replacing("N:9", with: "N:3")),
    ("rung-reader-limits", media("#" + String(repeating: "x", count: 2 << 20))),
  ]

  /// An EXT-X-MEDIA tag without URI.
  private static func media(type: String, name: String = "x") -> String {
    #"#EXT-X-MEDIA:TYPE=\#(type),GROUP-ID="g",NAME="\#(name)""#
  }

  @Test(arguments: cases)
  func `finds what the reader goes past`(_ rule: String, _ text: String) async throws {
    let findings = try await Stream.single(text).findings(rule)
    #expect(!findings.isEmpty)
    #expect(findings.allSatisfy { $0.place.file == "p.m3u8" })
  }

  @Test(arguments: [
    ("rfc-4-wrong-encoding", [0xFF, 0xFE, 0x23, 0x00] as [UInt8]),
    ("rfc-4-invalid-utf8", Array("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,".utf8) + [0xFF]),
  ])
  func `finds text that is not UTF-8`(_ rule: String, _ bytes: [UInt8]) async throws {
    let presentation = try await Presentation.load(
      "p.m3u8", from: MemorySource(["p.m3u8": bytes]))
    #expect(ConformanceRule.named(rule)?.findings(in: presentation).isEmpty == false)
  }

  @Test func `finds a playlist that cannot be read`() async throws {
    let findings = try await Stream.ladder.without("v1/p.m3u8").findings("rfc-4.4.6-readable")
    #expect(findings.map(\.place.file) == ["master.m3u8"])
  }

  @Test func `finds nothing in a stream that is as it should be`() async throws {
    let report = ConformanceReport(of: try await Stream.ladder.load())
    #expect(report.findings.filter { $0.rule.contains("rfc") }.map(\.description) == [])
    #expect(
      report.findings.filter { $0.requirement == .must }.map(\.rule) == ["apple-9.21"])
  }
}
