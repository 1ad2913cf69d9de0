// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

// Device generations. What is common to them is from the HLS Authoring Specification for Apple
// Devices: H.264 up to High 5.2 (1.3b), HEVC up to Main 10, level 5.1, High tier (1.6b), at most 60
// frames a second (1.19), AV1 up to level 6.2 (1.37, written 19 in a codec string), Dolby Vision of
// profile 5, and of 10 with AV1 (1.9). Sample entries with parameter sets outside (avc1, hvc1, dvh1)
// are the ones that are asked for (1.10).
//
// What sets one generation apart from another is from the page that its `sources` name. What no
// page was found for (output protection, the level of Dolby Vision) is left open.

extension DeviceProfile {
  /// The profiles that come with the package, the oldest first.
  public static let builtIn: [DeviceProfile] = [
    appleTVHD, iPhone8, appleTV4K, iPhoneX, iPhone12, appleTV4KThirdGeneration, visionPro,
    iPhone15Pro,
  ]

  /// A built-in profile by its name.
  public static func named(_ name: String) -> DeviceProfile? {
    builtIn.first { $0.name == name } ?? (name == unlimited.name ? unlimited : nil)
  }

  private static let authoring =
    "codec profiles and levels, frame rate, audio formats: HLS authoring specification for Apple "
    + "devices, rules 1.3b, 1.6b, 1.9, 1.19, 1.37, 2.2, 2.5, 6.17, "
    + "https://developer.apple.com/streaming/hls-authoring-specification-for-apple-devices.html"

  /// FlatpanelsHD's comparison of three generations.
  private static let comparison =
    "https://fr.techtribune.net/smartphones/apple-tv-4k-2021-contre-apple-tv-4k-2017-contre-apple-tv-hd/151446/"

  private static let positionalAudio =
    "APAC: Apple on the developer forums, https://developer.apple.com/forums/thread/801541"

  /// Baseline, Main, High; also Constrained Baseline, which has Baseline's number.
  private static func h264(level: UInt8) -> VideoCapability {
    VideoCapability(format: "avc1", profiles: [66, 77, 100], maximumLevel: level)
  }

  /// Main and Main 10.
  private static let hevc = VideoCapability(
    format: "hvc1", profiles: [1, 2], maximumLevel: 153)

  private static func dolbyVision(_ profiles: UInt8...) -> VideoCapability {
    VideoCapability(format: "dvh1", profiles: profiles)
  }

  /// The pictures of trick play.
  private static let jpeg = VideoCapability(format: "mjpg")

  private static let audio = [
    "aac", "aach", "aacp", "usac", ".mp3", "ac-3", "ec-3", "alac", "flac",
  ]

  /// The largest picture of HEVC level 5.1: 8,912,896 samples (H.265, table A.8), 4096 wide.
  private static let levelFive = Resolution(width: 4096, height: 2176)

  private static func profile(
    _ name: String, _ title: String, sources: String..., video: [VideoCapability],
    ranges: [VideoRange], size: Resolution? = levelFive, stereo: Bool = false,
    audio: [String] = audio
  ) -> DeviceProfile {
    var profile = DeviceProfile(name: name, title: title, sources: sources + [authoring])
    profile.video = video
    profile.videoRanges = ranges
    profile.maximumSize = size
    profile.maximumFrameRate = 60
    profile.audioFormats = audio
    profile.playsStereoVideo = stereo
    return profile
  }

  /// Level 4.2 is what 1080p of 60 frames a second needs (H.264, table A-1).
  static let appleTVHD = profile(
    "apple-tv-hd", "Apple TV HD (2015)",
    sources: "1080p60, SDR, no HDR: \(comparison)",
    video: [h264(level: 42), jpeg], ranges: [.sdr], size: Resolution(width: 1920, height: 1080))

  static let iPhone8 = profile(
    "iphone-8", "iPhone 8 (2017)",
    sources: "no HDR display: https://www.idownloadblog.com/2018/10/23/iphone-xr-hdr-display/",
    video: [h264(level: 52), hevc, jpeg], ranges: [.sdr])

  static let appleTV4K = profile(
    "apple-tv-4k", "Apple TV 4K (2017)",
    sources: "4K, HDR10, Dolby Vision, no HLG: \(comparison)",
    video: [h264(level: 52), hevc, dolbyVision(5), jpeg], ranges: [.sdr, .pq])

  static let iPhoneX = profile(
    "iphone-x", "iPhone X (2017)",
    sources: "HDR10, Dolby Vision: https://www.idownloadblog.com/2018/10/23/iphone-xr-hdr-display/",
    video: [h264(level: 52), hevc, dolbyVision(5), jpeg], ranges: [.sdr, .pq])

  static let iPhone12 = profile(
    "iphone-12", "iPhone 12 (2020)",
    sources: "Dolby Vision 8.4, HLG: Apple's \"Incorporating HDR video with Dolby Vision into your "
      + "apps\", https://docslib.org/doc/12603936/incorporating-hdr-video-with-dolby-vision-into-your-apps",
    positionalAudio,
    video: [h264(level: 52), hevc, dolbyVision(5, 8), jpeg], ranges: [.sdr, .hlg, .pq],
    audio: audio + ["apac"])

  static let appleTV4KThirdGeneration = profile(
    "apple-tv-4k-2022", "Apple TV 4K (2022)",
    sources: "Dolby Vision, HDR10, HLG: "
      + "https://inverse.com/gear/apple-tv-4k-third-generation-price-release-date-specs",
    positionalAudio,
    video: [h264(level: 52), hevc, dolbyVision(5, 8), jpeg], ranges: [.sdr, .hlg, .pq],
    audio: audio + ["apac"])

  static let visionPro: DeviceProfile = {
    var device = profile(
      "vision-pro", "Apple Vision Pro (2024)",
      sources: "90 frames a second, HDR: "
        + "https://www.appgefahren.de/apple-vision-pro-ausgestattet-mit-displays-mit-90hz-bildwiederholfrequenz-338411.html",
      "stereo pictures as MV-HEVC: https://developer.apple.com/documentation/avfoundation/"
        + "converting-side-by-side-3d-video-to-multiview-hevc-and-spatial-video",
      "Dolby Vision 20 in MV-HEVC: https://docs.hybrik.com/tutorials/dolby_vision_p20",
      positionalAudio,
      video: [
        h264(level: 52), VideoCapability(format: "hvc1", profiles: [1, 2, 6]),
        dolbyVision(5, 8, 20), jpeg,
      ], ranges: [.sdr, .hlg, .pq], size: nil, stereo: true, audio: audio + ["apac"])
    device.maximumFrameRate = 90
    return device
  }()

  static let iPhone15Pro = profile(
    "iphone-15-pro", "iPhone 15 Pro (2023)",
    sources: "AV1: "
      + "https://community.bitmovin.com/t/everything-you-need-to-know-about-apple-av1-support/2330",
    "Dolby Vision, HLG, HDR10: as iphone-12", positionalAudio,
    video: [
      h264(level: 52), hevc, dolbyVision(5, 8),
      VideoCapability(format: "av01", profiles: [0], maximumLevel: 19),
      VideoCapability(format: "dav1", profiles: [10]), jpeg,
    ], ranges: [.sdr, .hlg, .pq], audio: audio + ["apac"])
}
