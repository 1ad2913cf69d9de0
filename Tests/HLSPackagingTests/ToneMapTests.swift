// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSEncoding
import HLSPackaging
import LibAV
import RungTestSupport
import Testing

/// Light as it arrives in the SDR rung of an HDR source.
@Suite struct ToneMapTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var transfer: String
    /// The 10-bit luma of a grey picture.
    var code: Int
    /// The 8-bit luma that BT.2390 to a white of 203 cd/m² gives through BT.1886's curve.
    var luma: Double
    var testDescription: String { name }
  }

  /// The share of SDR light is that of the BT.2390 column to 203 cd/m² from a peak of 1,000:
  /// 16 + 219 · share^(1/2.4).
  static let cases = [
    Case(name: "PQ black", transfer: "smpte2084", code: 64, luma: 16),
    Case(name: "PQ 26 cd/m², skin: 12.81 %", transfer: "smpte2084", code: 397, luma: 109.1),
    Case(name: "PQ 100 cd/m²: 48.95 %", transfer: "smpte2084", code: 509, luma: 178.6),
    Case(name: "PQ 203 cd/m²: 78.35 %", transfer: "smpte2084", code: 573, luma: 213.9),
    Case(name: "PQ 1,000 cd/m²: white", transfer: "smpte2084", code: 723, luma: 235),
    Case(name: "HLG 75 %: 203 cd/m²", transfer: "arib-std-b67", code: 721, luma: 213.9),
  ]

  @Test(arguments: cases)
  func `grey keeps its place and its neutrality`(_ c: Case) throws {
    let folder = try TemporaryFolder()
    let source = folder.file("grey.mp4")
    let made = try Program(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i",
        "color=s=320x180:r=25:d=0.4,format=yuv420p10le,geq=lum=\(c.code):cb=512:cr=512",
        "-color_primaries", "bt2020", "-colorspace", "bt2020nc", "-color_trc", c.transfer,
        "-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none:lossless=1",
        source,
      ])
    #expect(made.errors == "")
    let package = try PackagedLadder(source)
    let rung = try #require(package.report.renditions.first { $0.videoRange == "SDR" })
    let stats = try Program(
      "ffprobe",
      [
        "-v", "error", "-f", "lavfi",
        "movie=\(try package.joined(rung.directory)),signalstats", "-show_entries",
        "frame_tags=lavfi.signalstats.YAVG,lavfi.signalstats.UAVG,lavfi.signalstats.VAVG", "-of",
        "csv=p=0",
      ])
    let means = try #require(stats.lines.first).split(separator: ",").compactMap { Double($0) }
    #expect(abs(means[0] - c.luma) <= 1)
    #expect(abs(means[1] - 128) <= 1)
    #expect(abs(means[2] - 128) <= 1)
  }
}
