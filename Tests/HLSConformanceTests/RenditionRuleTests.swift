// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSConformance
import Testing

/// The rules of renditions, of the session, and across playlists.
@Suite struct RenditionRuleTests {
  private static func master(_ text: String, _ other: String) -> Stream {
    Stream.ladder.replacing(text, with: other)
  }

  private static let audio = #"TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en""#
  private static let subtitles = #"TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en""#
  private static let captions =
    #"#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="c",NAME="c",INSTREAM-ID="CC1""#
  private static let describes = #"CHARACTERISTICS="public.accessibility.describes-video""#
  private static let spoken = "public.accessibility.transcribes-spoken-dialog"
  private static let sounds = "public.accessibility.describes-music-and-sound"
  private static let secondGroup =
    #"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="b",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,URI="a/p.m3u8""#

  static let cases: [RuleCase] = [
    RuleCase("rfc-4.4.6.1-language", master(audio, audio.replacing("en\"", with: "en_US\""))),
    RuleCase(
      "rfc-4.4.6.1-language-form", master(audio, audio.replacing("\"en\"", with: "\"eng\""))),
    RuleCase("rfc-4.4.6.1-channels", Stream.ladder.adding(secondGroup)),
    RuleCase("rfc-4.4.6.1-channel-form", master(#"CHANNELS="2""#, #"CHANNELS="stereo""#)),
    RuleCase(
      "apple-5.11",
      master("DEFAULT=NO,AUTOSELECT=YES", "DEFAULT=NO,FORCED=YES"),
      passing: master("DEFAULT=NO,AUTOSELECT=YES", "DEFAULT=NO,AUTOSELECT=YES,FORCED=YES")),
    RuleCase(
      "rfc-4.4.6.1.1-groups",
      Stream.ladder.adding(secondGroup.replacing(#"LANGUAGE="en""#, with: #"LANGUAGE="de""#)),
      passing: Stream.ladder.adding(secondGroup)),
    RuleCase(
      "rfc-4.4.6.1.1-distinct",
      Stream.ladder.adding(
        secondGroup.replacing(#"ID="b",NAME="English""#, with: #"ID="a",NAME="Other""#)
          .replacing("DEFAULT=YES,", with: ""))),
    RuleCase(
      "rfc-4.4.6.1-stable-id",
      master(audio, audio + #",STABLE-RENDITION-ID="a b""#),
      passing: master(audio, audio + #",STABLE-RENDITION-ID="a.b""#)),
    RuleCase("rung-unused-group", Stream.ladder.adding(secondGroup)),
    RuleCase("rfc-6.2.4-rendition-i-frames", Stream.ladder.with("a/p.m3u8", Stream.iFrames)),
    RuleCase(
      "rfc-4.4.6.5-session-key",
      keyed(#"METHOD=AES-128,URI="k""#), passing: keyed(#"METHOD=SAMPLE-AES,URI="k""#)),
    RuleCase(
      "rfc-4.4.2.1-independent",
      Stream.ladder.replacing(
        "#EXTM3U", with: "#EXTM3U\n#EXT-X-INDEPENDENT-SEGMENTS", in: "v1/p.m3u8")),
    RuleCase(
      "rfc-6.2.4-target-duration",
      Stream.ladder.replacing("DURATION:6", with: "DURATION:7", in: "v1/p.m3u8")),
    RuleCase(
      "apple-8.2", Stream.ladder.replacing("DURATION:6", with: "DURATION:7", in: "v1/p.m3u8")),
    RuleCase(
      "rfc-6.2.4-playlist-type",
      Stream.ladder.replacing("#EXT-X-PLAYLIST-TYPE:VOD\n", with: "", in: "a/p.m3u8")),
    RuleCase(
      "rfc-6.2.4-end", Stream.ladder.replacing("#EXT-X-ENDLIST\n", with: "", in: "a/p.m3u8")),
    RuleCase("rfc-6.2.4-dates", dated("v1/p.m3u8", "2026-01-01T00:00:00Z")),
    RuleCase(
      "rfc-6.2.4-date-values",
      dated("v1/p.m3u8", "2026-01-01T00:00:00Z", dated("v2/p.m3u8", "2026-01-01T00:00:09Z")),
      passing: dated(
        "v1/p.m3u8", "2026-01-01T00:00:00Z", dated("v2/p.m3u8", "2026-01-01T01:00:00+01:00"))),
    RuleCase("rfc-6.2.4-discontinuities", broken("2.m4s", in: ["v1/p.m3u8"])),
    RuleCase(
      "apple-8.15",
      broken("2.m4s", in: ["v1/p.m3u8"]).replacing(
        "3.m4s", with: "#EXT-X-DISCONTINUITY\n3.m4s", in: "v2/p.m3u8"),
      passing: broken("2.m4s", in: ["v1/p.m3u8", "v2/p.m3u8", "a/p.m3u8"])),
    RuleCase("rfc-6.2.4-date-ranges", ranged("v1/p.m3u8", "a", ranged("v2/p.m3u8", "b"))),
    RuleCase(
      "rfc-6.2.4-duration",
      Stream.ladder.replacing(
        "#EXTINF:6.00000,\n2.m4s\n#EXTINF:6.00000,\n3.m4s\n", with: "", in: "a/p.m3u8")),
    RuleCase("apple-2.3", master("mp4a.40.2", "ac-3")),
    RuleCase("apple-2.6", master("L93.B0,mp4a.40.2", "L93.B0,ec-3")),
    RuleCase(
      "apple-2.12",
      Stream.ladder.adding(secondGroup.replacing("DEFAULT=YES,AUTOSELECT=YES", with: describes)),
      passing: Stream.ladder.adding(secondGroup + "," + describes)),
    RuleCase(
      "apple-2.27",
      Stream.ladder.adding(
        secondGroup.replacing(#"LANGUAGE="en""#, with: describes)),
      passing: Stream.ladder.adding(secondGroup + "," + describes)),
    RuleCase(
      "apple-4.4", Stream.ladder.adding(captions),
      passing: Stream.ladder.adding(captions + #",LANGUAGE="en""#)),
    RuleCase(
      "apple-4.1",
      master(#"#EXT-X-MEDIA:\#(subtitles),DEFAULT=NO,AUTOSELECT=YES,URI="s/p.m3u8""#, "#")
        .replacing(#",SUBTITLES="s""#, with: "")),
    RuleCase("rfc-4.4.6.2-media-playlist", master("v2/p.m3u8", "master.m3u8")),
    RuleCase(
      "rfc-4.4.6.2-media-playlist",
      Stream.ladder.with("a/p.m3u8", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n../master.m3u8\n")),
    RuleCase(
      "apple-4.1", .silent.replacing(#"CODECS="avc1.64001F""#, with: #"CODECS="avc1.64001F,ac-3""#),
      passing: .silent),
    RuleCase(
      "apple-4.5", master(subtitles, subtitles + #",CHARACTERISTICS="\#(spoken)""#),
      passing: master(subtitles, subtitles + #",CHARACTERISTICS="\#(spoken),\#(sounds)""#)),
    RuleCase(
      "apple-4.6",
      master(
        #"\#(subtitles),DEFAULT=NO,AUTOSELECT=YES"#,
        subtitles + #",CHARACTERISTICS="\#(spoken),\#(sounds)""#),
      passing: master(subtitles, subtitles + #",CHARACTERISTICS="\#(spoken),\#(sounds)""#)),
    RuleCase("apple-4.7", master(subtitles, subtitles.replacing(#",LANGUAGE="en""#, with: ""))),
    RuleCase("apple-8.10", master(audio, audio.replacing(#",LANGUAGE="en""#, with: ""))),
    RuleCase(
      "apple-5.5", Stream.ladder.replacing("EXTINF:18", with: "EXTINF:10", in: "s/p.m3u8")),
    RuleCase(
      "apple-5.2", master("L93.B0,mp4a.40.2", "L93.B0,mp4a.40.2,stpp.ttml.im1i"),
      passing: master("L93.B0,mp4a.40.2", "L93.B0,mp4a.40.2,stpp.ttml.im1t")),
    RuleCase("apple-9.5", master(#",AUDIO="a",SUBTITLES"#, ",SUBTITLES")),
    RuleCase("rung-audio-group-format", master("L93.B0,mp4a.40.2", "L93.B0,ac-3,mp4a.40.2")),
    RuleCase(
      "apple-8.22",
      Stream.ladder.replacing("EXTINF:6.00000,\n1", with: "EXTINF:5.9,\n1", in: "v2/p.m3u8")),
  ]

  private static func dated(_ file: String, _ date: String, _ stream: Stream = .ladder) -> Stream {
    stream.replacing(
      "#EXT-X-MAP", with: "#EXT-X-PROGRAM-DATE-TIME:\(date)\n#EXT-X-MAP", in: file)
  }

  private static func ranged(_ file: String, _ id: String, _ stream: Stream = .ladder) -> Stream {
    dated(file, "2026-01-01T00:00:00Z", stream).adding(
      "#EXT-X-DATERANGE:ID=\"\(id)\",START-DATE=\"2026-01-01T00:00:00Z\"", to: file)
  }

  private static func broken(_ segment: String, in files: [String]) -> Stream {
    files.reduce(Stream.ladder) {
      $0.replacing(segment, with: "#EXT-X-DISCONTINUITY\n\(segment)", in: $1)
    }
  }

  private static func keyed(_ session: String) -> Stream {
    Stream.ladder.replacing(
      "#EXT-X-MAP", with: "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\"\n#EXT-X-MAP", in: "v1/p.m3u8"
    ).adding("#EXT-X-SESSION-KEY:\(session)")
  }

  @Test(arguments: cases)
  func `finds what breaks a rule and nothing in what keeps it`(_ c: RuleCase) async throws {
    try await c.check()
  }
}

extension Stream {
  /// One variant of pictures alone.
  fileprivate static let silent = Stream(texts: [
    "master.m3u8": """
    #EXTM3U
    #EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS="avc1.64001F",RESOLUTION=1280x720
    v.m3u8

    """,
    "v.m3u8": media,
  ])
}
