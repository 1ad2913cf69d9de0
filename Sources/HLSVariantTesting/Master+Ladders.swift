// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

// Ladders in the shapes that services publish: rates by the authoring specification's tables, names
// our own.

extension Master {
  private static let avc = "avc1.640028,mp4a.40.2"
  private static let hevc = "hvc1.2.4.L123.B0,mp4a.40.2"
  private static let hevcUHD = "hvc1.2.4.L150.B0,mp4a.40.2"

  /// H.264 in SDR alone with stereo sound, as most services had it in 2021.
  public static let sdrOnly = Master(
    .variant(365_000, average: 330_000, size: "640x360", frameRate: 25, codecs: avc, audio: "aac"),
    .variant(
      1_100_000, average: 1_000_000, size: "768x432", frameRate: 25, codecs: avc, audio: "aac"),
    .variant(
      3_000_000, average: 2_700_000, size: "1280x720", frameRate: 25, codecs: avc, audio: "aac"),
    .variant(
      7_800_000, average: 7_000_000, size: "1920x1080", frameRate: 25, codecs: avc, audio: "aac"),
    .audio("aac", "English", language: "en", channels: "2", isDefault: true),
    .audio("aac", "Français", language: "fr", channels: "2"))

  /// HDR10 beside SDR in HEVC, with an HDR rung under 5 Mbit/s.
  public static let hdr10AndSDR = Master(
    .variant(
      1_600_000, average: 1_400_000, size: "960x540", frameRate: 24, range: .sdr, codecs: hevc,
      audio: "aac", subtitles: "text"),
    .variant(
      4_500_000, average: 4_000_000, size: "1920x1080", frameRate: 24, range: .sdr, codecs: hevc,
      audio: "aac", subtitles: "text"),
    .variant(
      4_080_000, average: 3_700_000, size: "1280x720", frameRate: 24, range: .pq, codecs: hevc,
      audio: "aac", subtitles: "text"),
    .variant(
      7_000_000, average: 6_300_000, size: "1920x1080", frameRate: 24, range: .pq, codecs: hevc,
      audio: "aac", subtitles: "text"),
    .variant(
      20_000_000, average: 17_500_000, size: "3840x2160", frameRate: 24, range: .pq,
      codecs: hevcUHD, audio: "aac", subtitles: "text"),
    .audio("aac", "English", language: "en", channels: "2", isDefault: true),
    .audio("aac", "Deutsch", language: "de", channels: "2"),
    .subtitles("text", "English", language: "en"),
    .subtitles("text", "Deutsch", language: "de"),
    .subtitles("text", "Deutsch (forced)", language: "de", isForced: true),
    .iFrames(
      250_000, size: "960x540", range: .sdr, codecs: "hvc1.2.4.L123.B0", uri: "iframes-sdr.m3u8"),
    .iFrames(
      300_000, size: "1280x720", range: .pq, codecs: "hvc1.2.4.L123.B0", uri: "iframes-pq.m3u8"))

  /// Dolby Vision over an HDR10 base with Dolby Atmos, surround and stereo, as film services have
  /// it from 2023 on: 8 videos in 3 groups of sound and an H.264 fallback, 25 variants.
  public static let dolbyVisionAndAtmos: Master = {
    let sounds: [(group: String, codec: String, rate: UInt64)] = [
      ("stereo", "mp4a.40.2", 160_000), ("surround", "ac-3", 384_000),
      ("atmos", "ec-3", 768_000),
    ]
    let videos: [(name: String, rate: UInt64, size: String, range: VideoRange, level: String)] = [
      ("sdr-540", 1_600_000, "960x540", .sdr, "L93"),
      ("sdr-720", 3_400_000, "1280x720", .sdr, "L120"),
      ("sdr-1080", 5_800_000, "1920x1080", .sdr, "L123"),
      ("hdr-540", 1_930_000, "960x540", .pq, "L93"),
      ("hdr-720", 4_080_000, "1280x720", .pq, "L120"),
      ("hdr-1080", 7_000_000, "1920x1080", .pq, "L123"),
      ("hdr-1440", 9_700_000, "2560x1440", .pq, "L150"),
      ("hdr-2160", 20_000_000, "3840x2160", .pq, "L150"),
    ]
    var items: [Item] = []
    for video in videos {
      for sound in sounds {
        items.append(
          .variant(
            video.rate + sound.rate, average: (video.rate + sound.rate) * 9 / 10,
            size: video.size, frameRate: 24, range: video.range,
            codecs: "hvc1.2.4.\(video.level).B0,\(sound.codec)",
            supplemental: video.range == .pq ? "dvh1.08.06/db1p" : "", audio: sound.group,
            uri: "\(video.name).m3u8"))
      }
    }
    items.append(
      .variant(
        2_160_000, average: 2_000_000, size: "960x540", frameRate: 24, range: .sdr, codecs: avc,
        audio: "stereo", uri: "avc-540.m3u8"))
    for (group, channels) in [("stereo", "2"), ("surround", "6"), ("atmos", "16/JOC")] {
      for (name, language) in [("English", "en"), ("Français", "fr")] {
        items.append(
          .audio(
            group, name, language: language, channels: channels, isDefault: language == "en",
            uri: "\(group)-\(language).m3u8"))
      }
    }
    return Master(items)
  }()

  /// A live event: muxed H.264 with captions in the video and content steering.
  public static let live = Master(
    .steering(pathway: "CDN-A"),
    .variant(
      2_000_000, average: 1_900_000, size: "960x540", frameRate: 50, codecs: avc, pathway: "CDN-A"),
    .variant(
      6_000_000, average: 5_600_000, size: "1920x1080", frameRate: 50, codecs: avc,
      pathway: "CDN-A"),
    .variant(
      2_000_000, average: 1_900_000, size: "960x540", frameRate: 50, codecs: avc, pathway: "CDN-B"),
    .variant(
      6_000_000, average: 5_600_000, size: "1920x1080", frameRate: 50, codecs: avc,
      pathway: "CDN-B"))

  /// Spatial video in MV-HEVC beside a flat version, as services have it from 2024 on.
  public static let spatial = Master(
    .variant(
      8_000_000, average: 7_200_000, size: "1920x1080", frameRate: 24, range: .pq, codecs: hevc,
      audio: "aac"),
    .variant(
      25_000_000, average: 22_000_000, size: "2200x2200", frameRate: 30, range: .pq,
      codecs: "hvc1.2.4.L150.B0,mp4a.40.2", audio: "aac", layout: "CH-STEREO"),
    .audio("aac", "English", language: "en", channels: "2", isDefault: true))

  /// Every ladder by name.
  public static let ladders: [(name: String, master: Master)] = [
    ("sdr-only", sdrOnly), ("hdr10-and-sdr", hdr10AndSDR),
    ("dolby-vision-and-atmos", dolbyVisionAndAtmos), ("live", live), ("spatial", spatial),
  ]
}
