// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

// Device generations with what Apple publishes of each. Two documents give most figures:
//
// - The technical specifications of each device ("Video Playback", "Audio Playback", "Video
//   Formats") at support.apple.com/specs; the page is named in `sources`.
// - The HLS Authoring Specification for Apple Devices: H.264 up to High 5.2 (1.3b), HEVC up to
//   Main 10, level 5.1, High tier (1.6b), at most 60 frames a second (1.19), AV1 up to level 6.2
//   (1.37, written 19 in a codec string), Dolby Vision of profile 5, and of 10 with AV1 (1.9);
//   profile 8 over an HDR10 or HLG base is in its section on SUPPLEMENTAL-CODECS. Sample entries
//   with parameter sets outside (avc1, hvc1, dvh1) are the ones that are asked for (1.10), and
//   `hev1` and `dvhe` are known to play sound alone.
//
// What is published of no device is left open: the level of Dolby Vision, and HDCP of a device's
// own display.

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
    "https://developer.apple.com/documentation/http-live-streaming/hls-authoring-specification-for-apple-devices"

  /// Baseline, Main, High; also Constrained Baseline, which has Baseline's number.
  private static func h264(level: UInt8) -> VideoCapability {
    VideoCapability(format: "avc1", profiles: [66, 77, 100], maximumLevel: level)
  }

  /// Main and Main 10.
  private static let hevc = VideoCapability(
    format: "hvc1", profiles: [1, 2], maximumLevel: 153)

  private static let dolbyVision = VideoCapability(format: "dvh1", profiles: [5, 8])

  private static let jpeg = VideoCapability(format: "mjpg")

  /// "AAC-LC, HE-AAC, HE-AAC v2, Protected AAC, MP3, Linear PCM, Apple Lossless, FLAC, Dolby Digital
  /// (AC-3), Dolby Digital Plus (E-AC-3)"; xHE-AAC by the authoring specification, 2.2.
  private static let audio = [
    "aac", "aach", "aacp", "usac", ".mp3", "ac-3", "ec-3", "alac", "flac",
  ]

  private static func profile(
    _ name: String, _ title: String, source: String, video: [VideoCapability],
    ranges: [VideoRange], size: Resolution? = nil, hdcp: HDCPLevel? = nil, stereo: Bool = false,
    audio: [String] = audio
  ) -> DeviceProfile {
    var profile = DeviceProfile(name: name, title: title, sources: [source, authoring])
    profile.video = video
    profile.videoRanges = ranges
    profile.maximumSize = size
    profile.maximumFrameRate = 60
    profile.audioFormats = audio
    profile.hdcpLevel = hdcp
    profile.playsStereoVideo = stereo
    return profile
  }

  private static let ultraHD = Resolution(width: 4096, height: 2304)

  /// "H.264 video up to 1080p, 60 frames per second, High or Main Profile level 4.2 or lower"; no
  /// HEVC is listed. HDCP over HDMI 1.4 is below 2.2.
  static let appleTVHD = profile(
    "apple-tv-hd", "Apple TV HD (2015)", source: "https://support.apple.com/kb/SP724",
    video: [h264(level: 42), jpeg], ranges: [.sdr], size: Resolution(width: 1920, height: 1080),
    hdcp: .type0)

  /// "HEVC, H.264, MPEG-4 Part 2, and Motion JPEG"; "supports Dolby Vision and HDR10 content" as SDR
  /// only, since the display has no HDR.
  static let iPhone8 = profile(
    "iphone-8", "iPhone 8 (2017)", source: "https://support.apple.com/kb/SP767",
    video: [h264(level: 52), hevc, jpeg], ranges: [.sdr], size: ultraHD)

  /// "H.264/HEVC SDR video up to 2160p, 60 fps, Main/Main 10 profile; HEVC Dolby Vision (Profile
  /// 5)/HDR10 (Main 10 profile) up to 2160p".
  static let appleTV4K = profile(
    "apple-tv-4k", "Apple TV 4K (2017)", source: "https://support.apple.com/kb/SP769",
    video: [
      h264(level: 52), hevc, VideoCapability(format: "dvh1", profiles: [5]), jpeg,
    ],
    ranges: [.sdr, .pq], size: ultraHD, hdcp: .type1)

  /// "Supports Dolby Vision and HDR10 content".
  static let iPhoneX = profile(
    "iphone-x", "iPhone X (2017)",
    source: "https://support.apple.com/kb/SP770",
    video: [h264(level: 52), hevc, VideoCapability(format: "dvh1", profiles: [5]), jpeg],
    ranges: [.sdr, .pq], size: ultraHD)

  /// "High Dynamic Range with Dolby Vision, HDR10, and HLG".
  static let iPhone12 = profile(
    "iphone-12", "iPhone 12 (2020)",
    source: "https://support.apple.com/kb/SP830",
    video: [h264(level: 52), hevc, dolbyVision, jpeg], ranges: [.sdr, .hlg, .pq], size: ultraHD)

  /// "HEVC Dolby Vision (Profile 5)/HDR10+/HDR10/HLG (Main 10 profile) up to 2160p, 60 fps".
  static let appleTV4KThirdGeneration = profile(
    "apple-tv-4k-2022", "Apple TV 4K (2022)",
    source: "https://support.apple.com/kb/SP886",
    video: [h264(level: 52), hevc, dolbyVision, jpeg], ranges: [.sdr, .hlg, .pq], size: ultraHD,
    hdcp: .type1)

  /// "MV-HEVC"; stereoscopic pictures are what the device is for. 90 frames a second are in the
  /// authoring specification's tables for immersive video.
  static let visionPro: DeviceProfile = {
    var device = profile(
      "vision-pro", "Apple Vision Pro (2024)",
      source: "https://support.apple.com/117810",
      video: [
        h264(level: 52), VideoCapability(format: "hvc1", profiles: [1, 2, 6]),
        VideoCapability(format: "dvh1", profiles: [5, 8, 20]), jpeg,
      ], ranges: [.sdr, .hlg, .pq], stereo: true, audio: audio + ["apac"])
    device.maximumFrameRate = 90
    return device
  }()

  /// "HEVC, H.264, AV1, and ProRes; HDR with Dolby Vision, HDR10, and HLG"; the first with a decoder
  /// of AV1.
  static let iPhone15Pro = profile(
    "iphone-15-pro", "iPhone 15 Pro (2023)",
    source: "https://support.apple.com/111829",
    video: [
      h264(level: 52), hevc, dolbyVision,
      VideoCapability(format: "av01", profiles: [0], maximumLevel: 19),
      VideoCapability(format: "dav1", profiles: [10]), jpeg,
    ], ranges: [.sdr, .hlg, .pq], size: ultraHD, audio: audio + ["apac"])
}
