// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension ExportPreset {
  private static let movies: [FileType] = [.mov, .mp4, .m4v]
  private static let noAlpha = "libx265 encodes no alpha channel"
  private static let noViews = "libx265 encodes no second view (MV-HEVC)"

  /// HEVC of any size.
  public static let hevcHighestQuality = ExportPreset(
    "HEVCHighestQuality", "hevc-highest-quality", .hevc, nil, movies,
    "HEVC in the source's size and range")
  /// H.264 of the source's size.
  public static let highestQuality = ExportPreset(
    "HighestQuality", "highest-quality", .h264, (3840, 2160), movies, origin: .rung,
    "H.264 in SDR, up to 3840x2160")
  /// H.264 of 1920 by 1080.
  public static let h264UpTo1080 = ExportPreset(
    "1920x1080", "h264-1920x1080", .h264, (1920, 1080), movies, "H.264 in SDR, up to 1920x1080")
  /// HEVC of 1920 by 1080.
  public static let hevcUpTo1080 = ExportPreset(
    "HEVC1920x1080", "hevc-1920x1080", .hevc, (1920, 1080), movies,
    "HEVC in the source's range, up to 1920x1080")
  /// Sound alone.
  public static let m4a = ExportPreset(
    "AppleM4A", "m4a", .audio, nil, [.m4a], "AAC alone, without gaps at its ends")
  /// ProRes 422.
  public static let proRes422 = ExportPreset(
    "AppleProRes422LPCM", "prores-422", .proRes422, nil, [.mov],
    "ProRes 422 and PCM in the source's size and range")
  /// ProRes 4444.
  public static let proRes4444 = ExportPreset(
    "AppleProRes4444LPCM", "prores-4444", .proRes4444, nil, [.mov],
    "ProRes 4444 and PCM in the source's size and range")
  /// Tracks as they are.
  public static let passthrough = ExportPreset(
    "Passthrough", "passthrough", .passthrough, nil, [.mov, .mp4, .m4v, .m4a],
    "every track as stored, where the file can hold it")

  /// Every preset that Apple has published, in groups.
  public static let all: [ExportPreset] =
    [
      ExportPreset(
        "LowQuality", "low-quality", .h264, (640, 360), movies, origin: .rung,
        "H.264 in SDR, small, up to 640x360"),
      ExportPreset(
        "MediumQuality", "medium-quality", .h264, (960, 540), movies, origin: .rung,
        "H.264 in SDR, up to 960x540"),
      highestQuality,
      ExportPreset(
        "640x480", "h264-640x480", .h264, (640, 480), movies, "H.264 in SDR, up to 640x480"),
      ExportPreset(
        "960x540", "h264-960x540", .h264, (960, 540), movies, "H.264 in SDR, up to 960x540"),
      ExportPreset(
        "1280x720", "h264-1280x720", .h264, (1280, 720), movies, "H.264 in SDR, up to 1280x720"),
      h264UpTo1080,
      ExportPreset(
        "3840x2160", "h264-3840x2160", .h264, (3840, 2160), movies,
        "H.264 in SDR, up to 3840x2160"),
      hevcHighestQuality,
      hevcUpTo1080,
      ExportPreset(
        "HEVC3840x2160", "hevc-3840x2160", .hevc, (3840, 2160), movies,
        "HEVC in the source's range, up to 3840x2160"),
      ExportPreset(
        "HEVC4320x2160", "hevc-4320x2160", .hevc, (4320, 2160), movies,
        "HEVC in the source's range, up to 4320x2160"),
      ExportPreset(
        "HEVC7680x4320", "hevc-7680x4320", .hevc, (7680, 4320), movies,
        "HEVC in the source's range, up to 7680x4320"),
    ] + withAlpha + withTwoViews + [m4a, proRes422, proRes4444] + m4v + [passthrough]

  /// The presets that Apple's lists of presets hold: all but the one that copies.
  public static let listed: [ExportPreset] = all.filter { $0 != passthrough }

  private static let withAlpha: [ExportPreset] = [
    ExportPreset(
      "HEVCHighestQualityWithAlpha", "hevc-highest-quality-with-alpha", .hevcWithAlpha, nil,
      [.mov], "HEVC with alpha: refused", refusal: noAlpha),
    ExportPreset(
      "HEVC1920x1080WithAlpha", "hevc-1920x1080-with-alpha", .hevcWithAlpha, (1920, 1080), [.mov],
      "HEVC with alpha: refused", refusal: noAlpha),
    ExportPreset(
      "HEVC3840x2160WithAlpha", "hevc-3840x2160-with-alpha", .hevcWithAlpha, (3840, 2160), [.mov],
      "HEVC with alpha: refused", refusal: noAlpha),
  ]

  private static let withTwoViews: [ExportPreset] = [
    (960, 960), (1440, 1440), (4320, 4320), (7680, 7680),
  ].map { size in
    ExportPreset(
      "MVHEVC\(size.0)x\(size.1)", "mv-hevc-\(size.0)x\(size.1)", .mvHEVC, size, [.mov],
      "HEVC with two views: refused", refusal: noViews)
  }

  /// The presets of iTunes. The sizes of the three whose names have one are those.
  private static let m4v: [ExportPreset] = [
    ExportPreset(
      "AppleM4VCellular", "m4v-cellular", .h264, (176, 144), [.m4v], origin: .rung,
      "H.264 for cellular networks, up to 176x144"),
    ExportPreset(
      "AppleM4ViPod", "m4v-ipod", .h264, (640, 480), [.m4v], origin: .rung,
      "H.264 for the iPod, up to 640x480"),
    ExportPreset(
      "AppleM4V480pSD", "m4v-480p-sd", .h264, (854, 480), [.m4v], "H.264 in SDR, up to 854x480"),
    ExportPreset(
      "AppleM4VAppleTV", "m4v-apple-tv", .h264, (960, 540), [.m4v], origin: .rung,
      "H.264 for the first Apple TV, up to 960x540"),
    ExportPreset(
      "AppleM4VWiFi", "m4v-wifi", .h264, (480, 320), [.m4v], origin: .rung,
      "H.264 for wireless networks, up to 480x320"),
    ExportPreset(
      "AppleM4V720pHD", "m4v-720p-hd", .h264, (1280, 720), [.m4v], "H.264 in SDR, up to 1280x720"),
    ExportPreset(
      "AppleM4V1080pHD", "m4v-1080p-hd", .h264, (1920, 1080), [.m4v],
      "H.264 in SDR, up to 1920x1080"),
  ]
}
