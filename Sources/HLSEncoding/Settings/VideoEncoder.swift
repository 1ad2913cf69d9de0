// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV
internal import X265

/// An encoder of pictures that exports can use.
public struct VideoEncoder: Hashable, Sendable {
  /// The name that settings choose it by, such as `libx265`.
  public var name: String
  /// What it encodes.
  public var codecs: [VideoCodec]
  /// What it is, in words.
  public var summary: String

  /// Every encoder, the first for a codec being the one that is taken unless another is named.
  public static let all: [VideoEncoder] = [
    VideoEncoder(name: "libx264", codecs: [.h264], summary: "H.264 up to High, 8 bits"),
    VideoEncoder(name: "libx265", codecs: [.hevc], summary: "HEVC Main and Main 10"),
    VideoEncoder(
      name: "prores_ks", codecs: VideoCodec.allCases.filter(\.isProRes),
      summary: "ProRes 422 (Proxy, LT, HQ) and 4444, 10 bits"),
  ]

  /// The encoder of a name, if it encodes a codec.
  static func named(_ name: String, for codec: VideoCodec) throws(EncodingError) -> VideoEncoder {
    guard let encoder = all.first(where: { $0.name == name && $0.codecs.contains(codec) }) else {
      let fitting = all.filter { $0.codecs.contains(codec) }.map(\.name)
      throw EncodingError(
        .settings, SettingsKey.encoderID, "'\(name)' encodes no \(codec.codecType)",
        hint: "take \(fitting.joined(separator: " or ")); 'rung export --list-encoders' lists them")
    }
    return encoder
  }
}
