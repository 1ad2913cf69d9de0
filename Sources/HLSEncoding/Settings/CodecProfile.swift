// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A codec's profile and level, by the value of `AVVideoProfileLevelKey`.
public struct CodecProfile: Hashable, Sendable {
  /// The value in a dictionary, such as `HEVC_Main10_AutoLevel`.
  public let name: String
  /// The codec.
  public let codec: VideoCodec
  /// FFmpeg's name of the profile, such as `Main 10`.
  public let profile: String
  /// The level, such as `4.1`; `nil` where the encoder chooses it.
  public let level: String?

  /// The profile of a dictionary's value; `nil` for others.
  public init?(_ name: String) {
    guard let profile = Self.all.first(where: { $0.name == name }) else { return nil }
    self = profile
  }

  private init(_ name: String, _ codec: VideoCodec, _ profile: String, _ level: String? = nil) {
    self.name = name
    self.codec = codec
    self.profile = profile
    self.level = level
  }

  /// Bits of a sample.
  public var bitDepth: Int { profile == "Main 10" ? 10 : 8 }

  /// HEVC at 8 bits.
  public static let hevcMain = CodecProfile("HEVC_Main_AutoLevel", .hevc, "Main")
  /// HEVC at 10 bits.
  public static let hevcMain10 = CodecProfile("HEVC_Main10_AutoLevel", .hevc, "Main 10")
  /// H.264 High.
  public static let h264High = CodecProfile("H264_High_AutoLevel", .h264, "High")

  /// Every profile that is encoded.
  public static let all: [CodecProfile] =
    [hevcMain, hevcMain10, h264High]
    + [("Main", "Main"), ("Baseline", "Constrained Baseline")].map {
      CodecProfile("H264_\($0.0)_AutoLevel", .h264, $0.1)
    }
    + [
      ("Baseline", "Constrained Baseline", ["1_3", "3_0", "3_1", "3_2", "4_1"]),
      ("Main", "Main", ["3_0", "3_1", "3_2", "4_1"]), ("High", "High", ["4_0", "4_1"]),
    ].flatMap { family in
      family.2.map { level in
        CodecProfile(
          "H264_\(family.0)_\(level)", .h264, family.1,
          String(level.map { $0 == "_" ? "." : $0 }))
      }
    }
}
