// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import RungTestSupport
import Testing

/// FFmpeg's command line.
enum FFmpeg {
  /// Makes a file, or fails with what FFmpeg says.
  static func make(_ arguments: [String]) throws {
    let made = try Program("ffmpeg", ["-v", "error", "-y"] + arguments)
    try #require(made.status == 0, "\(made.errors)")
  }
}

/// What FFmpeg's `ebur128` says of a file or playlist.
struct Meter {
  /// In LUFS.
  let integrated: Double
  /// In LU.
  let range: Double
  /// In dBTP.
  let truePeak: Double

  init(_ path: String, _ more: String...) throws {
    let measured = try Program(
      "ffmpeg",
      ["-hide_banner", "-i", path] + more + ["-af", "ebur128=peak=true", "-f", "null", "-"])
    let summary = try #require(measured.errors.components(separatedBy: "Summary:").last)
    func number(_ name: String) throws -> Double {
      let line = try #require(
        summary.split(separator: "\n").first { $0.contains("  \(name): ") }, "\(measured.errors)")
      return try #require(line.split(separator: " ").dropFirst().compactMap { Double($0) }.first)
    }
    integrated = try number("I")
    range = try number("LRA")
    truePeak = try number("Peak")
  }
}
