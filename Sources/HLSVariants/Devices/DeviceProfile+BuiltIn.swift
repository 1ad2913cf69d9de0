// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

// Device generations. What is common to them is from the HLS Authoring Specification for Apple
// Devices (June 2025): H.264 up to High 5.2 (1.3b), HEVC up to Main 10, level 5.1, High tier (1.6b),
// at most 60 frames a second (1.19), AV1 up to level 6.2 (1.37, written 19 in a codec string), Dolby
// Vision of profile 5, and of 10 with AV1 (1.9). Sample entries with parameter sets outside (avc1,
// hvc1, dvh1) are the ones that are asked for (1.10).
//
// What sets one generation apart from another (ranges, sizes, levels, AV1, HDCP, stereo) has not been
// checked against any published page: it is assumed, and every profile says so.

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

  /// What the figures rest on: rules of a specification, and for the rest nothing that was checked.
  private static let basis = [
    "HLS Authoring Specification for Apple Devices (June 2025), rules 1.3b, 1.6b, 1.9, 1.19, 1.37",
    "assumed, not checked: ranges, largest size, levels, AV1, HDCP and stereo of this generation",
  ]

  /// Baseline, Main, High; also Constrained Baseline, which has Baseline's number.
  private static func h264(level: UInt8) -> VideoCapability {
    VideoCapability(format: "avc1", profiles: [66, 77, 100], maximumLevel: level)
  }

  /// Main and Main 10.
  private static let hevc = VideoCapability(
    format: "hvc1", profiles: [1, 2], maximumLevel: 153)

  private static let dolbyVision = VideoCapability(format: "dvh1", profiles: [5, 8])

  private static let jpeg = VideoCapability(format: "mjpg")

  /// The formats of the authoring specification, rules 2.2 and 2.5, and MP3.
  private static let audio = [
    "aac", "aach", "aacp", "usac", ".mp3", "ac-3", "ec-3", "alac", "flac",
  ]

  private static func profile(
    _ name: String, _ title: String, video: [VideoCapability],
    ranges: [VideoRange], size: Resolution? = nil, hdcp: HDCPLevel? = nil, stereo: Bool = false,
    audio: [String] = audio
  ) -> DeviceProfile {
    var profile = DeviceProfile(name: name, title: title, sources: basis)
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

  static let appleTVHD = profile(
    "apple-tv-hd", "Apple TV HD (2015)",
    video: [h264(level: 42), jpeg], ranges: [.sdr], size: Resolution(width: 1920, height: 1080),
    hdcp: .type0)

  static let iPhone8 = profile(
    "iphone-8", "iPhone 8 (2017)",
    video: [h264(level: 52), hevc, jpeg], ranges: [.sdr], size: ultraHD)

  static let appleTV4K = profile(
    "apple-tv-4k", "Apple TV 4K (2017)",
    video: [
      h264(level: 52), hevc, VideoCapability(format: "dvh1", profiles: [5]), jpeg,
    ],
    ranges: [.sdr, .pq], size: ultraHD, hdcp: .type1)

  static let iPhoneX = profile(
    "iphone-x", "iPhone X (2017)",
    video: [h264(level: 52), hevc, VideoCapability(format: "dvh1", profiles: [5]), jpeg],
    ranges: [.sdr, .pq], size: ultraHD)

  static let iPhone12 = profile(
    "iphone-12", "iPhone 12 (2020)",
    video: [h264(level: 52), hevc, dolbyVision, jpeg], ranges: [.sdr, .hlg, .pq], size: ultraHD)

  static let appleTV4KThirdGeneration = profile(
    "apple-tv-4k-2022", "Apple TV 4K (2022)",
    video: [h264(level: 52), hevc, dolbyVision, jpeg], ranges: [.sdr, .hlg, .pq], size: ultraHD,
    hdcp: .type1)

  static let visionPro: DeviceProfile = {
    var device = profile(
      "vision-pro", "Apple Vision Pro (2024)",
      video: [
        h264(level: 52), VideoCapability(format: "hvc1", profiles: [1, 2, 6]),
        VideoCapability(format: "dvh1", profiles: [5, 8, 20]), jpeg,
      ], ranges: [.sdr, .hlg, .pq], stereo: true, audio: audio + ["apac"])
    device.maximumFrameRate = 90
    return device
  }()

  static let iPhone15Pro = profile(
    "iphone-15-pro", "iPhone 15 Pro (2023)",
    video: [
      h264(level: 52), hevc, dolbyVision,
      VideoCapability(format: "av01", profiles: [0], maximumLevel: 19),
      VideoCapability(format: "dav1", profiles: [10]), jpeg,
    ], ranges: [.sdr, .hlg, .pq], size: ultraHD, audio: audio + ["apac"])
}
