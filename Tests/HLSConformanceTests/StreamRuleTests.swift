// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSConformance
import Testing

/// The rules of variants and I-frame streams.
@Suite struct StreamRuleTests {
  private static let sdr = "avc1.64001F"
  private static let hdr = "hvc1.2.4.L93.B0"
  private static let iFrameCodecs = #"CODECS="avc1.64001F",RESOLUTION=1280x720,VIDEO-RANGE=SDR,URI"#

  private static func master(_ text: String, _ other: String) -> Stream {
    Stream.ladder.replacing(text, with: other)
  }

  /// The ladder with one variant alone, of some attributes.
  private static func variant(_ attributes: String) -> Stream {
    Stream.ladder.with(
      "master.m3u8",
      "#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-STREAM-INF:BANDWIDTH=2000000,\(attributes)\nv1/p.m3u8\n")
  }

  static let cases: [RuleCase] = [
    RuleCase(
      "rfc-4.4.6.2-average", master("AVERAGE-BANDWIDTH=20000,", "AVERAGE-BANDWIDTH=20001,")),
    RuleCase(
      "rfc-4.4.6.2-bandwidth", variant("AVERAGE-BANDWIDTH=0").replacing("2000000", with: "0")),
    RuleCase("rfc-4.4.6.2-codecs", variant("RESOLUTION=1280x720")),
    RuleCase("rfc-4.4.6.2-codec-form", master(hdr, "hvc1.2")),
    RuleCase(
      "rung-codec-repeated", master("\(hdr),mp4a.40.2", "\(hdr),mp4a.40.2,mp4a.40.2")),
    RuleCase(
      "rfc-4.4.6.2-supplemental",
      variant(#"CODECS="avc1.64001F",SUPPLEMENTAL-CODECS="dvh1.08.06/db1p",VIDEO-RANGE=PQ"#),
      passing: variant(#"CODECS="hvc1.2.4.L93.B0",SUPPLEMENTAL-CODECS="dvh1.08.06/db1p""#)),
    RuleCase(
      "rfc-4.4.6.2-supplemental-range",
      variant(#"CODECS="\#(hdr)",SUPPLEMENTAL-CODECS="dvh1.08.07/db4h",VIDEO-RANGE=PQ"#),
      passing: variant(#"CODECS="\#(hdr)",SUPPLEMENTAL-CODECS="dvh1.08.07/db4h",VIDEO-RANGE=HLG"#)),
    RuleCase("rfc-4.4.6.2-range-known", master("RANGE=PQ", "RANGE=XDR")),
    RuleCase("apple-1.7-codec", master("hvc1.2.4", "hvc1.1.6")),
    RuleCase("rfc-4.4.6.2-resolution", master("1280x720,VIDEO", "1280x0,VIDEO")),
    RuleCase("rfc-4.4.6.2-score", master("VIDEO-RANGE=PQ", "SCORE=1,VIDEO-RANGE=PQ")),
    RuleCase("apple-9.19", master("VIDEO-RANGE=PQ", "SCORE=1,VIDEO-RANGE=PQ")),
    RuleCase(
      "rfc-4.4.6.2-layout-default",
      master("VIDEO-RANGE=PQ", #"REQ-VIDEO-LAYOUT="CH-MONO/PROJ-RECT",VIDEO-RANGE=PQ"#),
      passing: master("VIDEO-RANGE=PQ", #"REQ-VIDEO-LAYOUT="CH-STEREO",VIDEO-RANGE=PQ"#)),
    RuleCase(
      "rfc-4.4.6.2-stable-id",
      master("VIDEO-RANGE=PQ", #"STABLE-VARIANT-ID="a b",VIDEO-RANGE=PQ"#),
      passing: master("VIDEO-RANGE=PQ", #"STABLE-VARIANT-ID="a-b_1",VIDEO-RANGE=PQ"#)),
    RuleCase(
      "rung-stable-ids", master("VIDEO-RANGE=PQ", #"STABLE-VARIANT-ID="a",VIDEO-RANGE=PQ"#)),
    RuleCase("rfc-6.2.4-i-frames", Stream.ladder.with("v1/i.m3u8", Stream.media)),
    RuleCase("rfc-6.2.4-variant-i-frames", Stream.ladder.with("v1/p.m3u8", Stream.iFrames)),
    RuleCase(
      "rung-no-variant",
      Stream(texts: ["master.m3u8": "#EXTM3U\n#EXT-X-SESSION-DATA:DATA-ID=\"a\",VALUE=\"b\"\n"])),
    RuleCase(
      "apple-8.7", Stream.ladder.with("s/p.m3u8", Stream.subtitles.replacing("F:18", with: "F:19"))),
    RuleCase("apple-1.1", master(sdr, "vp09.00.10.08")),
    RuleCase("apple-1.3", master(sdr, "avc1.64003C")),
    RuleCase("apple-1.6", master("L93", "L156")),
    RuleCase("apple-1.10", master("hvc1", "hev1")),
    RuleCase("apple-1.19", master("RATE=25.000,VIDEO-RANGE=PQ", "RATE=60.500,VIDEO-RANGE=PQ")),
    RuleCase("apple-1.18", master("RATE=25.000,VIDEO-RANGE=PQ", "RATE=29.412,VIDEO-RANGE=PQ")),
    RuleCase("apple-1.24", master("VIDEO-RANGE=SDR,AUDIO", "VIDEO-RANGE=HLG,AUDIO")),
    RuleCase("apple-1.20", master("RATE=25.000,VIDEO-RANGE=PQ", "RATE=50.000,VIDEO-RANGE=PQ")),
    RuleCase("apple-1.12", master("avc1.64001F", "hvc1.1.6.L93.B0")),
    RuleCase("apple-1.30", master("AVERAGE-BANDWIDTH=2000134", "AVERAGE-BANDWIDTH=1000066")),
    RuleCase(
      "apple-1.33",
      master(
        "1280x720,FRAME-RATE=25.000,VIDEO-RANGE=PQ", "1280x544,FRAME-RATE=25.000,VIDEO-RANGE=PQ")),
    RuleCase(
      "apple-1.34", variant("AVERAGE-BANDWIDTH=15000001,RESOLUTION=3840x2160"),
      passing: variant("AVERAGE-BANDWIDTH=15000000,RESOLUTION=3840x2160")),
    RuleCase("apple-6.1", variant("RESOLUTION=1280x720")),
    RuleCase("apple-6.16", master("VIDEO-RANGE=SDR,URI", "VIDEO-RANGE=PQ,URI")),
    RuleCase("apple-6.4", master("1280x720,VIDEO-RANGE=SDR,URI", "640x360,VIDEO-RANGE=SDR,URI")),
    RuleCase("apple-9.1", variant("RESOLUTION=1280x720")),
    RuleCase("apple-9.2", variant(#"CODECS="avc1.64001F""#)),
    RuleCase(
      "apple-9.3",
      master(
        #"CODECS="avc1.64001F",RESOLUTION=1280x720,VIDEO-RANGE=SDR,URI"#,
        "RESOLUTION=1280x720,VIDEO-RANGE=SDR,URI")),
    RuleCase("apple-9.4", master("RESOLUTION=1280x720,VIDEO-RANGE=SDR,URI", "VIDEO-RANGE=SDR,URI")),
    RuleCase("apple-9.9", variant("RESOLUTION=1280x720")),
    RuleCase("apple-9.10", variant("RESOLUTION=1280x720"), passing: twice),
    RuleCase("apple-9.11", master("#EXT-X-INDEPENDENT-SEGMENTS\n", "")),
    RuleCase("apple-9.12", master("#EXT-X-INDEPENDENT-SEGMENTS\n", "")),
    RuleCase("apple-9.14", variant("RESOLUTION=1280x720")),
    RuleCase("apple-9.15", variant("RESOLUTION=1280x720")),
    RuleCase("apple-9.16", master("VIDEO-RANGE=SDR,URI", "URI")),
    RuleCase(
      "apple-9.21", variant("RESOLUTION=1280x720").replacing("2000000", with: "192001"),
      passing: variant("RESOLUTION=1280x720").replacing("2000000", with: "192000")),
    RuleCase(
      "apple-tv-9-audio-alone",
      Stream.ladder.adding("#EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS=\"mp4a.40.2\"\na/p.m3u8")),
    RuleCase(
      "apple-13-hdcp-level", protected,
      passing: protected.replacing(
        "VIDEO-RANGE=SDR,AUDIO", with: "HDCP-LEVEL=TYPE-0,VIDEO-RANGE=SDR,AUDIO")),
    RuleCase("rfc-4.1-bandwidth", master("=2000134,AVERAGE", "=1998000,AVERAGE")),
    RuleCase(
      "apple-1.27", master("BANDWIDTH=2000134,AVERAGE", "BANDWIDTH=2300000,AVERAGE")),
    RuleCase(
      "apple-1.26", master("AVERAGE-BANDWIDTH=2000134", "AVERAGE-BANDWIDTH=1700000")),
    RuleCase(
      "apple-1.28",
      liveMaster.replacing("AVERAGE-BANDWIDTH=1000000", with: "AVERAGE-BANDWIDTH=900000"),
      passing: liveMaster),
    RuleCase(
      "apple-1.29", liveMaster.replacing("BANDWIDTH=1000000,", with: "BANDWIDTH=800000,"),
      passing: liveMaster),
    RuleCase(
      "rung-ladder-order",
      Stream.ladder.with(
        "master.m3u8",
        """
        #EXTM3U
        #EXT-X-STREAM-INF:BANDWIDTH=3000000,CODECS="avc1.64001F",RESOLUTION=640x360
        v1/p.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=2000000,CODECS="avc1.64001F",RESOLUTION=1280x720
        v2/p.m3u8

        """)),
  ]

  private static let twice = Stream.ladder

  /// A live variant of 1,000,000 bit/s.
  private static let liveMaster = Stream.ladder.with("v1/p.m3u8", Stream.live).with(
    "master.m3u8",
    """
    #EXTM3U
    #EXT-X-STREAM-INF:BANDWIDTH=1000000,AVERAGE-BANDWIDTH=1000000,CODECS="avc1.64001F",RESOLUTION=640x360
    v1/p.m3u8

    """)

  /// The ladder with a variant under FairPlay.
  private static let protected = Stream.ladder.replacing(
    "#EXT-X-MAP",
    with: """
      #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://k",KEYFORMAT="com.apple.streamingkeydelivery"
      #EXT-X-MAP
      """, in: "v1/p.m3u8")

  @Test(arguments: cases)
  func `finds what breaks a rule and nothing in what keeps it`(_ c: RuleCase) async throws {
    try await c.check()
  }
}
