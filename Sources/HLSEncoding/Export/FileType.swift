// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A kind of file that exports write, by the uniform type identifier that Apple's constants hold.
public struct FileType: RawRepresentable, Hashable, Sendable {
  /// The identifier, such as `com.apple.quicktime-movie`.
  public let rawValue: String

  /// Creates a kind from its identifier.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// QuickTime: `.mov`.
  public static let mov = FileType(rawValue: "com.apple.quicktime-movie")
  /// MP4: `.mp4`.
  public static let mp4 = FileType(rawValue: "public.mpeg-4")
  /// iTunes video: `.m4v`.
  public static let m4v = FileType(rawValue: "com.apple.m4v-video")
  /// iTunes audio: `.m4a`.
  public static let m4a = FileType(rawValue: "com.apple.m4a-audio")

  /// The kinds that are written.
  public static let all: [FileType] = [.mov, .mp4, .m4v, .m4a]

  /// The extension of files, such as `mov`; empty for kinds that are not written.
  public var fileExtension: String {
    switch self {
    case .mov: "mov"
    case .mp4: "mp4"
    case .m4v: "m4v"
    case .m4a: "m4a"
    default: ""
    }
  }

  /// The kind of a file by its name's extension, in any case; `nil` for others.
  public init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    guard let type = Self.all.first(where: { $0.fileExtension == ending }) else { return nil }
    self = type
  }

  /// FFmpeg's name of the muxer.
  var muxer: String {
    switch self {
    case .mov: "mov"
    case .mp4: "mp4"
    default: "ipod"
    }
  }

  /// What a file of the kind can hold when tracks are copied, by FFmpeg's names of the codecs.
  var codecs: Set<String> {
    let common: Set = ["h264", "aac", "alac", "ac3"]
    return switch self {
    case .mov:
      common.union([
        "hevc", "prores", "mjpeg", "dnxhd", "mpeg4", "eac3", "mp3", "pcm_s16le", "pcm_s16be",
        "pcm_s24le", "pcm_s24be", "pcm_s32le", "pcm_f32le",
      ])
    case .mp4:
      common.union(["hevc", "av1", "vp9", "mpeg4", "mpeg2video", "eac3", "mp3", "flac", "opus"])
    case .m4v: common.union(["hevc", "mpeg4"])
    default: ["aac", "alac", "ac3"]
    }
  }
}
