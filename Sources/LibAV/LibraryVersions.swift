// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CLibAV

/// The versions of FFmpeg's libraries that the process runs with.
public enum LibraryVersions {
  /// Name and version of each library, such as `("libavcodec", "59.37.100")`.
  public static var all: [(name: String, version: String)] {
    [
      ("libavformat", text(avformat_version())),
      ("libavcodec", text(avcodec_version())),
      ("libavfilter", text(avfilter_version())),
      ("libswresample", text(swresample_version())),
    ]
  }

  private static func text(_ version: UInt32) -> String {
    "\(version >> 16).\(version >> 8 & 0xFF).\(version & 0xFF)"
  }
}

/// What FFmpeg's libraries say on standard error.
public enum LibraryLog {
  /// Silences the libraries, whose words would interleave with ours; errors come as codes.
  public static func silence() { av_log_set_level(AV_LOG_QUIET) }
}
