// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HDRColor
internal import LibAV

/// The colour table from a source's range to SDR, in a file that libavfilter's `lut3d` reads.
struct ColorTableFile {
  let path: String

  /// Computes the table and writes it to a temporary file.
  init(from video: VideoParameters) throws {
    let source: ColorDescription = video.videoRange.color
    let conversion = ColorConversion(
      from: source, to: .bt709,
      peak: PicturePeak(
        contentLightLevel: video.contentLightLevel, masteringDisplay: video.masteringDisplay))
    let file = FileManager.default.temporaryDirectory
      .appending(path: "rung-\(UUID().uuidString).cube")
    try Data(ColorTable(conversion).cube(title: "Rung").utf8).write(to: file)
    path = file.path
  }

  /// Removes the file.
  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
