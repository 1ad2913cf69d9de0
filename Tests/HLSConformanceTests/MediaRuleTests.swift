// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSConformance
import Testing

/// The rules of media playlists and live streams.
@Suite struct MediaRuleTests {
  private static let vod = Stream.single(Stream.media)
  private static let live = Stream.single(Stream.live)
  private static let lowLatency = Stream.single(Stream.lowLatency)
  private static let p = "p.m3u8"

  static let cases: [RuleCase] = [
    RuleCase(
      "rfc-8-version-too-high", vod.replacing("VERSION:6", with: "VERSION:13", in: p),
      passing: vod),
    RuleCase(
      "rfc-4.4.1.2-version", vod.replacing("#EXT-X-VERSION:6\n", with: "", in: p), passing: vod),
    RuleCase(
      "rfc-4.4.3.5-live",
      live.replacing("#EXTM3U", with: "#EXTM3U\n#EXT-X-PLAYLIST-TYPE:EVENT", in: p),
      passing: live),
    RuleCase(
      "rung-no-segments", .single("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-ENDLIST\n"),
      passing: vod),
    RuleCase(
      "rfc-4.4.2.2-start",
      vod.replacing("#EXTM3U", with: "#EXTM3U\n#EXT-X-START:TIME-OFFSET=-19", in: p),
      passing: vod.replacing("#EXTM3U", with: "#EXTM3U\n#EXT-X-START:TIME-OFFSET=-18", in: p)),
    RuleCase(
      "rfc-4.4.2.2-start-live",
      live.replacing("#EXTM3U", with: "#EXTM3U\n#EXT-X-START:TIME-OFFSET=-17", in: p),
      passing: live.replacing("#EXTM3U", with: "#EXTM3U\n#EXT-X-START:TIME-OFFSET=-18", in: p)),
    RuleCase(
      "rfc-4.4.4.1-integer",
      .single("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:5.5,\n1.ts\n#EXT-X-ENDLIST\n"),
      passing: vod),
    RuleCase(
      "rung-byte-range-overlap",
      vod.replacing("1.m4s", with: "#EXT-X-BYTERANGE:100@0\na.mp4", in: p)
        .replacing("2.m4s", with: "#EXT-X-BYTERANGE:100@99\na.mp4", in: p),
      passing: vod.replacing("1.m4s", with: "#EXT-X-BYTERANGE:100@0\na.mp4", in: p)
        .replacing("2.m4s", with: "#EXT-X-BYTERANGE:100@100\na.mp4", in: p)),
    RuleCase(
      "rfc-4.4.4.8-bit-rate",
      vod.replacing("#EXT-X-MAP", with: "#EXT-X-BITRATE:899\n#EXT-X-MAP", in: p),
      passing: vod.replacing("#EXT-X-MAP", with: "#EXT-X-BITRATE:901\n#EXT-X-MAP", in: p)),
    RuleCase(
      "rung-only-gaps", vod.replacing("#EXTINF", with: "#EXT-X-GAP\n#EXTINF", in: p),
      passing: vod.replacing("#EXTINF:6.00000,\n1", with: "#EXT-X-GAP\n#EXTINF:6,\n1", in: p)),
    RuleCase(
      "rfc-4.4.4.6-order",
      live.replacing(
        "2.m4s", with: "#EXT-X-PROGRAM-DATE-TIME:2025-01-01T00:00:06Z\n2.m4s", in: p),
      passing: live.replacing(
        "2.m4s", with: "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:06Z\n2.m4s", in: p)),
    RuleCase(
      "rfc-4.4.4.6-discontinuity",
      live.replacing("2.m4s", with: "#EXT-X-DISCONTINUITY\n2.m4s", in: p), passing: live),
    RuleCase(
      "rfc-4.4.3.6-byte-range",
      .single(iFramesWithMap).replacing("20@100", with: "20@99", in: p),
      passing: .single(iFramesWithMap)),
    RuleCase(
      "rfc-4.4.3.6-parts",
      lowLatency.replacing("#EXTM3U", with: "#EXTM3U\n#EXT-X-I-FRAMES-ONLY", in: p)
        .replacing("3.m4s", with: "#EXT-X-PART:DURATION=1,URI=\"x\"\n3.m4s", in: p),
      passing: .single(Stream.iFrames)),
    RuleCase(
      "rung-key-method",
      vod.replacing(
        "#EXT-X-MAP", with: "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x1\n#EXT-X-MAP", in: p
      )
      .replacing(
        "#EXTINF:6.00000,\n2", with: "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\"\n#EXTINF:6,\n2", in: p),
      passing: vod),
    RuleCase(
      "rfc-4.4.4.4-blocks", wholeBlocks(750_001), passing: wholeBlocks(750_000)),
    RuleCase(
      "rfc-4.4.3.8-part-hold-back",
      lowLatency.replacing("PART-HOLD-BACK=3", with: "PART-HOLD-BACK=2.5", in: p),
      passing: lowLatency),
    RuleCase(
      "apple-14-part-hold-back",
      lowLatency.replacing("PART-HOLD-BACK=3", with: "PART-HOLD-BACK=2.5", in: p),
      passing: lowLatency),
    RuleCase(
      "rfc-4.4.3.8-skip-date-ranges",
      lowLatency.replacing("CAN-SKIP-UNTIL=36", with: "CAN-SKIP-DATERANGES=YES", in: p),
      passing: lowLatency),
    RuleCase(
      "rfc-6.2.4-server-control",
      Stream.ladder.with("v1/p.m3u8", Stream.lowLatency).with("v2/p.m3u8", Stream.live),
      passing: Stream.ladder),
    RuleCase(
      "rfc-6.2.2-length",
      live.replacing(
        (3...6).map { "#EXTINF:6.00000,\n\($0).m4s\n" }.joined(), with: "", in: p),
      passing: live),
    RuleCase(
      "apple-8.11",
      live.replacing("#EXTINF:6.00000,\n6.m4s\n", with: "", in: p), passing: live),
    RuleCase(
      "apple-8.12", live, passing: live.replacing("EXTINF:6", with: "EXTINF:150", in: p)),
    RuleCase(
      "apple-tv-8.12", live, passing: live.replacing("EXTINF:6", with: "EXTINF:1200", in: p)),
    RuleCase(
      "apple-8.4",
      live.replacing("#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z\n", with: "", in: p),
      passing: live),
    RuleCase(
      "apple-7.5", vod.replacing("DURATION:6", with: "DURATION:10", in: p), passing: vod),
    RuleCase(
      "apple-7.7", vod.replacing("EXTINF:6.00000,\n2", with: "EXTINF:6.6,\n2", in: p),
      passing: vod.replacing("EXTINF:6.00000,\n2", with: "EXTINF:6.5,\n2", in: p)),
    RuleCase(
      "apple-8.6", vod.replacing("#EXT-X-PLAYLIST-TYPE:VOD\n", with: "", in: p), passing: vod),
    RuleCase(
      "apple-8.17", live.replacing("2.m4s", with: "#EXT-X-DISCONTINUITY\n2.m4s", in: p),
      passing: live.replacing("2.m4s", with: "#EXT-X-DISCONTINUITY\n2.m4s", in: p)
        .replacing("#EXT-X-MAP", with: "#EXT-X-DISCONTINUITY-SEQUENCE:0\n#EXT-X-MAP", in: p)),
    RuleCase(
      "apple-13.11", keyed("METHOD=SAMPLE-AES-CTR,URI=\"k\""),
      passing: keyed("METHOD=SAMPLE-AES,URI=\"k\"")),
    RuleCase(
      "apple-13-fairplay-method", keyed("METHOD=AES-128,URI=\"skd://k\",IV=0x1,\(fairPlay)"),
      passing: keyed("METHOD=SAMPLE-AES,URI=\"skd://k\",\(fairPlay)")),
    RuleCase(
      "apple-13-fairplay-iv", keyed("METHOD=SAMPLE-AES,URI=\"skd://k\",IV=0x1,\(fairPlay)"),
      passing: keyed("METHOD=SAMPLE-AES,URI=\"skd://k\",\(fairPlay)")),
  ]

  /// Segments under AES-128 of a size.
  private static func wholeBlocks(_ size: UInt64) -> Stream {
    var stream = keyed("METHOD=AES-128,URI=\"k\",IV=0x1")
    stream.segmentSize = size
    return stream
  }

  private static let fairPlay = #"KEYFORMAT="com.apple.streamingkeydelivery""#

  private static let iFramesWithMap = """
    #EXTM3U
    #EXT-X-VERSION:5
    #EXT-X-TARGETDURATION:6
    #EXT-X-I-FRAMES-ONLY
    #EXT-X-MAP:URI="a.mp4",BYTERANGE="100@0"
    #EXTINF:6,
    #EXT-X-BYTERANGE:20@100
    a.mp4
    #EXT-X-ENDLIST

    """

  private static func keyed(_ attributes: String) -> Stream {
    vod.replacing("#EXT-X-MAP", with: "#EXT-X-KEY:\(attributes)\n#EXT-X-MAP", in: p)
  }

  @Test(arguments: cases)
  func `finds what breaks a rule and nothing in what keeps it`(_ c: RuleCase) async throws {
    try await c.check()
  }
}
