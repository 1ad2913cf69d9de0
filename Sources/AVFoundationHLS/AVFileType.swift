// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSEncoding

/// A kind of file, by its uniform type identifier.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
  /// The identifier.
  public let rawValue: String

  /// Creates a kind from its identifier.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// QuickTime.
  public static let mov = AVFileType(rawValue: "com.apple.quicktime-movie")
  /// MP4.
  public static let mp4 = AVFileType(rawValue: "public.mpeg-4")
  /// iTunes video.
  public static let m4v = AVFileType(rawValue: "com.apple.m4v-video")
  /// iTunes audio.
  public static let m4a = AVFileType(rawValue: "com.apple.m4a-audio")

  init(_ type: FileType) { self.init(rawValue: type.rawValue) }

  var fileType: FileType { FileType(rawValue: rawValue) }
}
