// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import RungTestSupport
import Testing

/// Small sources of every kind that exports tell apart, made with FFmpeg: eight pictures of 320 by
/// 180 and as much sound.
enum ExportSource: String, CaseIterable, Sendable {
  case sdr, hlg, hdr10, untagged, rotated, audioOnly, videoOnly

  /// Makes the source in a folder.
  func make(in folder: TemporaryFolder) throws -> String {
    let path = folder.file("\(rawValue).mov")
    if self == .rotated {
      let upright = try Self.sdr.make(in: folder)
      _ = try Program(
        "ffmpeg",
        ["-v", "error", "-i", upright, "-c", "copy", "-metadata:s:v", "rotate=90", path])
      return path
    }
    let made = try Program("ffmpeg", ["-v", "error", "-y"] + arguments + [path])
    try #require(made.status == 0, "\(made.errors)")
    return path
  }

  private var arguments: [String] {
    let picture = ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=0.32,format=yuv420p10le"]
    let sound = ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=0.32"]
    let display =
      "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50):max-cll=1000,400"
    func hevc(_ transfer: String, _ more: String = "") -> [String] {
      [
        "-c:v", "libx265", "-preset", "ultrafast", "-tag:v", "hvc1", "-color_primaries", "bt2020",
        "-colorspace", "bt2020nc", "-color_trc", transfer, "-x265-params",
        "log-level=none:pools=1:frame-threads=1" + more,
      ]
    }
    let h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]
    let tags = ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"]
    let aac = ["-c:a", "aac", "-b:a", "96k"]
    switch self {
    case .sdr, .rotated: return picture + sound + h264 + tags + aac
    case .hlg: return picture + sound + hevc("arib-std-b67") + aac
    case .hdr10:
      return picture + sound + hevc("smpte2084", ":hdr10=1:master-display=\(display)") + aac
    case .untagged: return picture + sound + h264 + aac
    case .audioOnly: return sound + aac
    case .videoOnly: return picture + h264 + tags
    }
  }
}
