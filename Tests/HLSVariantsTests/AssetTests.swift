// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSPlaylist
import HLSVariantTesting
import HLSVariants
import ISOBMFF
import PredicateFormat
import Testing

@Suite struct AssetTests {
  @Test(arguments: [
    ("avc1.640028", "avc1", MediaCodec.Kind.video), ("hvc1.2.4.L123.B0", "hvc1", .video),
    ("dvh1.05.06", "dvh1", .video), ("dvh1.08.07/db4h", "dvh1", .video),
    ("av01.0.13M.10", "av01", .video), ("mjpg", "mjpg", .video), ("avc1", "avc1", .video),
    ("mp4a.40.2", "aac ", .audio), ("mp4a.40.02", "aac ", .audio), ("mp4a.40.5", "aach", .audio),
    ("mp4a.40.29", "aacp", .audio), ("mp4a.40.42", "usac", .audio), ("mp4a.40.34", ".mp3", .audio),
    ("mp4a.6B", ".mp3", .audio), ("ac-3", "ac-3", .audio), ("ec-3", "ec-3", .audio),
    ("alac", "alac", .audio), ("fLaC", "flac", .audio), ("flac", "flac", .audio),
    ("Opus", "opus", .audio), ("apac.31.00", "apac", .audio), ("stpp.ttml.im1t", "stpp", .text),
    ("wvtt", "wvtt", .text), ("xyz1.2", "xyz1", .unknown), ("dtsc", "dtsc", .unknown),
    ("", "    ", .unknown), ("h264", "h264", .unknown),
  ])
  func `codec strings map to system types`(_ text: String, _ type: String, _ kind: MediaCodec.Kind)
  {
    let codec = MediaCodec(parsing: text)
    #expect(codec.type == FourCC(type))
    #expect(codec.kind == kind)
  }

  @Test(arguments: [
    ("aac ", "mp4a.40.2"), ("aach", "mp4a.40.5"), ("aacp", "mp4a.40.29"), ("usac", "mp4a.40.42"),
    (".mp3", "mp4a.40.34"), ("flac", "fLaC"), ("alac", "alac"), ("ec-3", "ec-3"), ("hvc1", "hvc1"),
  ])
  func `system types map to codec strings`(_ type: String, _ text: String) {
    #expect(MediaCodec.codecString(of: FourCC(type)) == text)
  }

  static let badges: [(String, Master, [Badge])] = [
    ("SDR", Master.sdrOnly, []),
    ("HDR10", Master.hdr10AndSDR, [.ultraHD, .hdr10]),
    (
      "Dolby", Master.dolbyVisionAndAtmos, [.ultraHD, .dolbyVision, .hdr10, .dolbyAtmos, .surround]
    ),
    ("spatial", Master.spatial, [.hdr10, .spatial]),
    // PQ alone is not Dolby Vision, and profile 5 does not play without it.
    ("PQ", Master(.variant(1, range: .pq, codecs: "hvc1.2.4.L123.B0")), [.hdr10]),
    ("profile 5", Master(.variant(1, range: .pq, codecs: "dvh1.05.06")), [.dolbyVision]),
    (
      "profile 8.4",
      Master(
        .variant(1, range: .hlg, codecs: "hvc1.2.4.L123.B0", supplemental: "dvh1.08.06/db4h")),
      [.dolbyVision, .hlg]
    ),
    ("dav1", Master(.variant(1, range: .pq, codecs: "dav1.10.09")), [.dolbyVision]),
    // Sixteen channels alone are not Atmos; JOC without ec-3 is not either.
    (
      "16 channels",
      Master(.variant(1, codecs: "mp4a.40.2", audio: "a"), .audio("a", "A", channels: "16")),
      [.surround]
    ),
    (
      "JOC", Master(.variant(1, codecs: "ec-3", audio: "a"), .audio("a", "A", channels: "16/JOC")),
      [.dolbyAtmos]
    ),
    (
      "JOC of another codec",
      Master(.variant(1, codecs: "mp4a.40.2", audio: "a"), .audio("a", "A", channels: "12/JOC")), []
    ),
    ("wide", Master(.variant(1, size: "3840x1600")), [.ultraHD]),
    ("1440", Master(.variant(1, size: "2560x1440")), []),
    ("lossless", Master(.variant(1, codecs: "fLaC")), [.lossless]),
    (
      "SDH",
      Master(
        .variant(1, subtitles: "s"),
        .subtitles(
          "s", "A", characteristics: ["public.accessibility.transcribes-spoken-dialog"])),
      [.captions]
    ),
    ("subtitles", Master(.variant(1, subtitles: "s"), .subtitles("s", "A")), []),
  ]

  @Test(arguments: badges.indices) func `badges go by rule`(_ index: Int) {
    let (id, master, badges) = Self.badges[index]
    #expect(master.asset.badges == badges, "\(id)")
  }

  @Test func `absent values are nil in Swift, negative or zero for predicates`() throws {
    let asset = try Asset(
      parsing: """
        #EXTM3U
        #EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS="avc1.640028"
        a.m3u8
        """)
    let variant = asset.variants[0]
    #expect(variant.averageBitRate == nil)
    #expect(variant.score == nil)
    #expect(variant.videoAttributes?.presentationSize == nil)
    #expect(variant.videoAttributes?.nominalFrameRate == nil)
    #expect(variant.videoAttributes?.videoRange == .sdr)
    #expect(variant.audioAttributes == nil)
    for rule in [
      "averageBitRate < 0", "videoAttributes.nominalFrameRate < 0", "audioAttributes == nil",
      "audioAttributes.formatIDs == nil", "videoAttributes.videoRange == 'AVVideoRangeSDR'",
      "videoAttributes.presentationSize != nil", "URL != nil",
      "videoAttributes.videoLayoutAttributes[SIZE] == 0",
    ] {
      let bound = try PredicateTree(format: rule).bound(to: AssetVariant.predicateKeys)
      #expect(try bound.evaluate(variant), "\(rule)")
    }
  }

  @Test func `URIs are resolved`() {
    let master = Master(
      uri: "https://example.com/films/1/master.m3u8?token=a",
      .variant(1, uri: "../2/a.m3u8"), .variant(1, uri: "/b.m3u8"),
      .variant(1, uri: "https://cdn.example.org/c.m3u8"))
    #expect(
      master.asset.variants.map(\.uri) == [
        "https://example.com/films/2/a.m3u8", "https://example.com/b.m3u8",
        "https://cdn.example.org/c.m3u8",
      ])
  }

  @Test func `options are those of all groups, each once`() throws {
    let asset = Master.dolbyVisionAndAtmos.asset
    let group = try #require(asset.mediaSelectionGroup(for: .audible))
    #expect(group.options.map(\.name) == ["English", "Français"])
    #expect(group.defaultOption?.name == "English")
    #expect(asset.mediaSelectionGroup(for: .legible) == nil)
    let variant = asset.variants[2]
    let attributes = variant.audioAttributes?.renditionSpecificAttributes(for: group.options[1])
    #expect(attributes?.channelCount == 16)
    #expect(attributes?.codingIdentifiers == ["JOC"])
  }

  @Test(
    arguments: [
      ("2/-/BINAURAL", 2, true, false, false), ("2/-/DOWNMIX", 2, false, false, true),
      ("2/-/IMMERSIVE,BINAURAL", 2, true, true, false), ("6", 6, false, false, false),
      ("x", nil, false, false, false),
    ] as [(String, Int?, Bool, Bool, Bool)])
  func `channels say how sound is used`(
    _ channels: String, _ count: Int?, _ binaural: Bool, _ immersive: Bool, _ downmix: Bool
  ) throws {
    let asset = Master(.variant(1, audio: "a"), .audio("a", "A", channels: channels)).asset
    let attributes = try #require(asset.variants[0].selectedAudioAttributes)
    #expect(attributes.channelCount == count)
    #expect(attributes.isBinaural == binaural)
    #expect(attributes.isImmersive == immersive)
    #expect(attributes.isDownmix == downmix)
    for (tree, value) in [
      (PredicateTree.isBinauralAudio(), binaural), (.isImmersiveAudio(), immersive),
      (.isDownmixAudio(), downmix), (.isDownmixAudio(false), !downmix),
    ] {
      let bound = try tree.bound(to: AssetVariant.predicateKeys)
      #expect(try bound.evaluate(asset.variants[0]) == value)
    }
  }

  /// RFC 8216bis 4.4.6.2 has an enumerated string there, and a quoted one is none.
  @Test func `a quoted VIDEO-RANGE counts as none declared`() throws {
    let asset = try Asset(
      parsing: """
        #EXTM3U
        #EXT-X-STREAM-INF:BANDWIDTH=9900000,RESOLUTION=1920x1080,VIDEO-RANGE="PQ"
        a.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=9000000,RESOLUTION=1920x1080,VIDEO-RANGE=HLG
        b.m3u8
        """)
    #expect(asset.variants[0].videoAttributes?.videoRange == .sdr)
    #expect(try asset.select(DownloadConfiguration()).primary.variant.index == 1)
  }

  @Test func `a media playlist is no asset`() {
    #expect(throws: PlaylistError(code: .wrongKind, reason: "")) {
      try Asset(parsing: "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na.ts\n")
    }
  }
}
