// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSPlaylist
import HLSVariantTesting
import HLSVariants
import PredicateFormat
import Testing

/// What playlists leave out, how variants tie, and what devices do not play.
@Suite struct SelectionPlaylistTests {
  /// 1: undeclared but for its rate; 2: everything declared; 3: sound alone.
  static let sparse = Master(
    .variant(3_000_000, codecs: "avc1.640028,mp4a.40.2"),
    .variant(
      2_000_000, average: 1_800_000, size: "1280x720", frameRate: 30,
      codecs: "avc1.64001f,mp4a.40.2"),
    .variant(200_000, codecs: "mp4a.40.2"))

  static let absences: [SelectionCase] = [
    SelectionCase(sparse, takes: 1),
    SelectionCase(sparse, "averageBitRate < 1000000", takes: 1),
    SelectionCase(sparse, "averageBitRate > 0 AND averageBitRate < 2000000", takes: 2),
    SelectionCase(sparse, "averageBitRate < 0", takes: 1),
    SelectionCase(sparse, "videoAttributes.nominalFrameRate <= 30", takes: 1),
    SelectionCase(
      sparse, "videoAttributes.nominalFrameRate > 0 AND videoAttributes.nominalFrameRate <= 30",
      takes: 2),
    SelectionCase(sparse, "videoAttributes.videoRange != 'AVVideoRangePQ'", takes: 1),
    SelectionCase(
      sparse, "peakBitRate < 300000 AND videoAttributes.videoRange != 'AVVideoRangePQ'", takes: 3),
    SelectionCase(sparse, "videoAttributes.videoRange == 'AVVideoRangeSDR'", takes: 1),
    SelectionCase(sparse, "videoAttributes == nil", takes: 3),
    SelectionCase(sparse, "videoAttributes.videoRange == nil", takes: 3),
    SelectionCase(sparse, "peakBitRate < 250000", takes: 3),
    SelectionCase(
      "width <= 1280 also matches 0", sparse, [.tree(.presentationWidth(.lessThanOrEqual, 1280))],
      takes: 1),
    SelectionCase(
      "width of 1 to 1280", sparse,
      [
        .tree(
          .presentationWidth(.greaterThan, 0) && .presentationWidth(.lessThanOrEqual, 1280))
      ], takes: 2),
    SelectionCase(
      "nil width differs from any", sparse,
      [
        .tree(
          .presentationWidth(.notEqual, 1280)
            && .compare(.key("peakBitRate"), .lessThan, 1_000_000))
      ], takes: 3),
    SelectionCase(
      "2 channels of none declared", sparse, [.tree(.channelCount(.equal, 2))], takes: 1,
      warns: [.nothingMatched, .ruleMatchesNothing]),
    SelectionCase(
      "fewer than 2 channels matches none declared", sparse, [.tree(.channelCount(.lessThan, 2))],
      takes: 1),
    SelectionCase(
      "sample rate of none declared", sparse,
      [.tree(.audioSampleRate(.greaterThanOrEqual, 48_000))],
      takes: 1, warns: [.nothingMatched, .ruleMatchesNothing]),
    SelectionCase(
      "least of what is declared", sparse, [.least(.averageBitRate, .constant(true))], takes: 2),
  ]

  private static func pair(_ first: Master.Item, _ second: Master.Item) -> Master {
    Master(first, second)
  }

  private static let hevc = "hvc1.2.4.L123.B0,mp4a.40.2"

  static let ties: [SelectionCase] = [
    SelectionCase(
      "SCORE on all", pair(.variant(2_000_000, score: 2), .variant(5_000_000, score: 1)), [],
      takes: 1),
    SelectionCase(
      "equal SCORE", pair(.variant(2_000_000, score: 1), .variant(5_000_000, score: 1)), [],
      takes: 2),
    SelectionCase(
      "SCORE on one", pair(.variant(2_000_000, score: 2), .variant(5_000_000)), [], takes: 2,
      warns: [.scoresIgnored]),
    SelectionCase(
      "SCORE before range",
      pair(.variant(2_000_000, range: .sdr, score: 2), .variant(5_000_000, range: .pq, score: 1)),
      [], takes: 1),
    SelectionCase(
      "SCORE within a rule",
      Master(
        .variant(2_000_000, score: 1), .variant(3_000_000, score: 5), .variant(9_000_000, score: 9)),
      [.format("peakBitRate < 5000000")], takes: 2),
    SelectionCase(
      "range before rate", pair(.variant(9_000_000, range: .sdr), .variant(5_000_000, range: .pq)),
      [], takes: 2),
    SelectionCase(
      "PQ before HLG", pair(.variant(9_000_000, range: .hlg), .variant(5_000_000, range: .pq)), [],
      takes: 2),
    SelectionCase(
      "HLG before SDR", pair(.variant(9_000_000, range: .sdr), .variant(5_000_000, range: .hlg)),
      [], takes: 2),
    SelectionCase(
      "Dolby Vision before PQ",
      pair(
        .variant(9_000_000, range: .pq, codecs: hevc),
        .variant(5_000_000, range: .pq, codecs: hevc, supplemental: "dvh1.08.06/db1p")), [],
      takes: 2),
    SelectionCase(
      "Dolby Vision that the device does not show",
      pair(
        .variant(9_000_000, range: .pq, codecs: hevc),
        .variant(5_000_000, range: .pq, codecs: hevc, supplemental: "dvh1.08.06/db1p")), [],
      on: "iphone-x", takes: 1),
    SelectionCase(
      "rate", pair(.variant(5_000_000, size: "3840x2160"), .variant(6_000_000, size: "640x360")),
      [], takes: 2),
    SelectionCase(
      "size", pair(.variant(5_000_000, size: "640x360"), .variant(5_000_000, size: "1280x720")),
      [], takes: 2),
    SelectionCase(
      "order", pair(.variant(5_000_000, size: "640x360"), .variant(5_000_000, size: "640x360")),
      [], takes: 1),
    SelectionCase(
      "lossy before rate",
      pair(.variant(5_000_000, codecs: "alac"), .variant(4_000_000, codecs: "mp4a.40.2")), [],
      takes: 2),
    SelectionCase(
      "lossless where asked for",
      pair(.variant(5_000_000, codecs: "alac"), .variant(4_000_000, codecs: "mp4a.40.2")),
      [.format("1634492771 IN audioAttributes.formatIDs")], takes: 1),
    SelectionCase(
      "range before lossy",
      pair(
        .variant(5_000_000, range: .pq, codecs: "hvc1.2.4.L123.B0,fLaC"),
        .variant(4_000_000, range: .sdr, codecs: hevc)), [], takes: 1),
    SelectionCase(
      "pictures before sound alone",
      pair(.variant(900_000, codecs: "alac"), .variant(200_000, codecs: "avc1.42c01e")), [],
      takes: 2),
    SelectionCase(
      "sound alone",
      pair(.variant(96_000, codecs: "mp4a.40.2"), .variant(64_000, codecs: "mp4a.40.5")),
      [], takes: 1),
    SelectionCase("redundant variants", Master.live, [], takes: 2),
    SelectionCase(
      "the other pathway",
      Master(
        .steering(pathway: "B"), .variant(5_000_000, pathway: "A"),
        .variant(4_000_000, pathway: "B")), [], takes: 2),
    SelectionCase(
      "the first variant's pathway",
      Master(
        .steering(pathway: nil), .variant(4_000_000, pathway: "A"),
        .variant(5_000_000, pathway: "B")), [], takes: 1),
    SelectionCase(
      "pathways without steering",
      Master(.variant(4_000_000, pathway: "A"), .variant(5_000_000, pathway: "B")), [], takes: 2),
    SelectionCase(
      "the default pathway",
      Master(.steering(pathway: "."), .variant(4_000_000), .variant(5_000_000, pathway: "B")), [],
      takes: 1),
    SelectionCase(
      "an undefined group", Master(.variant(4_000_000, codecs: "mp4a.40.2", audio: "none")), [],
      takes: 1, warns: [.groupUndefined]),
    SelectionCase("no variants", Master(), [], takes: 0),
  ]

  /// A second variant that is better but for one thing that the device does not play.
  private static func rival(
    _ id: String, _ second: Master.Item, on device: String, takes expected: Int
  ) -> SelectionCase {
    let first = Master.Item.variant(
      1_000_000, size: "640x360", range: .sdr, codecs: "avc1.42c01e,mp4a.40.2")
    return SelectionCase(id + " on " + device, pair(first, second), [], on: device, takes: expected)
  }

  private static func codecs(_ codecs: String, on device: String, takes expected: Int)
    -> SelectionCase
  {
    rival(codecs, .variant(5_000_000, codecs: codecs), on: device, takes: expected)
  }

  static let unplayable: [SelectionCase] = [
    codecs("xyz1.0,mp4a.40.2", on: "any", takes: 1),
    codecs("hvc1.2.4.L123.B0,dtsc", on: "any", takes: 1),
    codecs("hev1.2.4.L123.B0,mp4a.40.2", on: "any", takes: 2),
    codecs("hev1.2.4.L123.B0,mp4a.40.2", on: "iphone-12", takes: 1),
    codecs("dvhe.05.06,ec-3", on: "iphone-12", takes: 1),
    codecs("dvh1.05.06,ec-3", on: "iphone-12", takes: 2),
    codecs("dvh1.05.06,ec-3", on: "iphone-8", takes: 1),
    codecs("dvh1.08.06,ec-3", on: "apple-tv-4k", takes: 1),
    codecs("av01.0.13M.10,mp4a.40.2", on: "iphone-12", takes: 1),
    codecs("av01.0.13M.10,mp4a.40.2", on: "iphone-15-pro", takes: 2),
    codecs("av01.1.13M.10,mp4a.40.2", on: "iphone-15-pro", takes: 1),
    // 0x34 is level 5.2, 0x3C 6.0.
    codecs("avc1.640034,mp4a.40.2", on: "iphone-12", takes: 2),
    codecs("avc1.64003C,mp4a.40.2", on: "iphone-12", takes: 1),
    codecs("avc1.64002A,mp4a.40.2", on: "apple-tv-hd", takes: 2),
    codecs("avc1.640033,mp4a.40.2", on: "apple-tv-hd", takes: 1),
    // High 10 of H.264, 4:2:2 of HEVC.
    codecs("avc1.6E0028,mp4a.40.2", on: "iphone-12", takes: 1),
    codecs("hvc1.4.10.L123.B0,mp4a.40.2", on: "iphone-12", takes: 1),
    codecs("hvc1.2.4.L180.B0,mp4a.40.2", on: "iphone-12", takes: 1),
    codecs("hvc1.2.4.H153.B0,mp4a.40.2", on: "iphone-12", takes: 2),
    codecs("hvc1.2.4.L123.B0,Opus", on: "any", takes: 2),
    codecs("hvc1.2.4.L123.B0,Opus", on: "iphone-12", takes: 1),
    codecs("hvc1.2.4.L123.B0,stpp.ttml.im1t", on: "iphone-12", takes: 2),
    rival("HLG", .variant(5_000_000, range: .hlg, codecs: hevc), on: "iphone-x", takes: 1),
    rival("HLG", .variant(5_000_000, range: .hlg, codecs: hevc), on: "iphone-12", takes: 2),
    rival("8K", .variant(5_000_000, size: "7680x4320"), on: "iphone-12", takes: 1),
    rival("upright", .variant(5_000_000, size: "2160x3840"), on: "iphone-12", takes: 2),
    rival("120 frames", .variant(5_000_000, frameRate: 120), on: "iphone-12", takes: 1),
    rival("60 frames", .variant(5_000_000, frameRate: 60), on: "iphone-12", takes: 2),
    rival(
      "TYPE-1", .variant(5_000_000, codecs: "avc1.640028", hdcp: .type1), on: "type-0", takes: 1),
    rival(
      "TYPE-0", .variant(5_000_000, codecs: "avc1.640028", hdcp: .type0), on: "type-0", takes: 2),
    rival(
      "TYPE-1", .variant(5_000_000, codecs: "avc1.640028", hdcp: .type1), on: "type-1", takes: 2),
    rival("stereo", .variant(5_000_000, layout: "CH-STEREO"), on: "iphone-12", takes: 1),
    rival("stereo", .variant(5_000_000, layout: "CH-STEREO"), on: "vision-pro", takes: 2),
    rival("mono", .variant(5_000_000, layout: "CH-MONO"), on: "iphone-12", takes: 2),
    rival("unknown layout", .variant(5_000_000, layout: "CH-FOUR"), on: "any", takes: 1),
    rival(
      "unknown range", .variant(5_000_000, range: VideoRange(rawValue: "XDR")), on: "any", takes: 1),
    SelectionCase("spatial", Master.spatial, [], takes: 2),
    SelectionCase("spatial", Master.spatial, [], on: "iphone-12", takes: 1),
  ]

  @Test(arguments: absences) func `absent values`(_ c: SelectionCase) throws { try c.check() }

  @Test(arguments: ties) func `ties and pathways`(_ c: SelectionCase) throws { try c.check() }

  @Test(arguments: unplayable) func `what does not play`(_ c: SelectionCase) throws {
    try c.check()
  }
}
