// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HDRColor
import HLSEncoding
import HLSPackaging
import ISOBMFF
import LibAV
import RungTestSupport
import Testing

/// Light as it arrives in the rungs of other ranges than the source's.
@Suite struct RangeConversionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var source: VideoRange
    /// The 10-bit luma of a grey picture.
    var code: Int
    var target = VideoRange.sdr
    var toneMap = ToneMap.bt2390
    /// The luma that should arrive: of 8 bits in SDR, of 10 bits in HDR.
    var luma: Double
    var testDescription: String { name }
  }

  /// Shares of SDR light are those of published curves from a peak of 1,000 cd/m² (BT.2390 to 203
  /// cd/m², BT.2446 A and C), as luma 16 + 219 · share^(1/2.4).
  static let towardsSDR = [
    Case(name: "PQ black", source: .pq, code: 64, luma: 16),
    Case(name: "PQ 26 cd/m², skin: 12.81 %", source: .pq, code: 397, luma: 109.1),
    Case(name: "PQ 100 cd/m²: 48.95 %", source: .pq, code: 509, luma: 178.6),
    Case(name: "PQ 203 cd/m²: 78.35 %", source: .pq, code: 573, luma: 213.9),
    Case(name: "PQ 1,000 cd/m²: white", source: .pq, code: 723, luma: 235),
    Case(name: "HLG 75 %: 203 cd/m²", source: .hlg, code: 721, luma: 213.9),
    Case(
      name: "PQ 203 cd/m² by BT.2446 A: 40.60 %", source: .pq, code: 573, toneMap: .bt2446a,
      luma: 166.4),
    Case(
      name: "PQ 203 cd/m² by BT.2446 C: 90.66 %", source: .pq, code: 573, toneMap: .bt2446c,
      luma: 226.3),
    Case(
      name: "PQ 100 cd/m², brighter light cut: 100/203", source: .pq, code: 509, toneMap: .clip,
      luma: 179),
    Case(
      name: "PQ 400 cd/m², brighter light cut: white", source: .pq, code: 636, toneMap: .clip,
      luma: 235),
  ]

  /// BT.2408: SDR white is 203 cd/m², which is HLG 75 % (10-bit luma 721) and PQ 58 % (573). The
  /// display of HLG 100 % (940) shows 1,000 cd/m² (723).
  static let towardsHDR = [
    Case(name: "SDR white in HLG", source: .sdr, code: 940, target: .hlg, luma: 721),
    Case(name: "SDR white in PQ", source: .sdr, code: 940, target: .pq, luma: 573),
    Case(name: "SDR black in PQ", source: .sdr, code: 64, target: .pq, luma: 64),
    Case(name: "HLG 75 % in PQ", source: .hlg, code: 721, target: .pq, luma: 573),
    Case(name: "HLG 100 % in PQ", source: .hlg, code: 940, target: .pq, luma: 723),
    Case(name: "PQ 203 cd/m² in HLG", source: .pq, code: 573, target: .hlg, luma: 721),
    Case(name: "PQ 1,000 cd/m² in HLG", source: .pq, code: 723, target: .hlg, luma: 940),
    // BT.2100: 26 cd/m² come of a scene of 0.026^(1/1.2), whose signal is its triple's root.
    Case(name: "PQ 26 cd/m² in HLG", source: .pq, code: 397, target: .hlg, luma: 395.6),
  ]

  @Test(arguments: towardsSDR + towardsHDR)
  func `grey keeps its place and its neutrality`(_ c: Case) throws {
    let folder = try TemporaryFolder()
    let source = try Picture.source(
      "geq=lum=\(c.code):cb=512:cr=512", c.source, at: folder.file("grey.mp4"))
    // A rate that the encoder cannot use up, so that its own errors stay below a code.
    let codec = c.target == .sdr ? "h264" : "hevc"
    let ladder = """
      {"rungs": [{"codec": "\(codec)", "range": "\(c.target.rawValue.lowercased())",
        "width": 320, "height": 180, "bitRate": 5000000}]}
      """
    let options = LadderOptions(
      ladder: try LadderFile(Data(ladder.utf8), name: "ladder"), toneMap: c.toneMap)
    let package = try PackagedLadder(source, options)
    let ranges = package.report.renditions.compactMap(\.videoRange)
    #expect(Set(ranges) == [c.target.rawValue])
    let rung = try #require(package.report.renditions.first)
    let means = try Picture.means(package.joined(rung.directory))
    let isSDR = c.target == .sdr
    #expect(abs(means[0] - c.luma) <= (isSDR ? 1 : 2))
    #expect(abs(means[1] - (isSDR ? 128 : 512)) <= 1)
    #expect(abs(means[2] - (isSDR ? 128 : 512)) <= 1)
  }

  @Test func `one source makes rungs of all ranges at the same times`() throws {
    let package = try PackagedLadder(
      Fixture.path("hlg.mp4"), LadderOptions(ranges: [.sdr, .hlg, .pq], maximumHeight: 180))
    #expect(
      Set(package.report.renditions.compactMap(\.videoRange)) == ["SDR", "HLG", "PQ"])
    #expect(try Program.script("check-package", [package.file("")]).status == 0)
    let pq = try #require(package.report.renditions.first { $0.videoRange == "PQ" })
    let entry = try package.videoEntry(pq.directory)
    #expect(entry.color == .pq)
    #expect(entry.masteringDisplay == nil && entry.contentLightLevel == nil)
  }
}

/// Generated sources and what FFmpeg measures in rungs.
enum Picture {
  /// Makes ten lossless pictures of 320x180 with a filter.
  static func source(_ filter: String, _ range: VideoRange, at path: String) throws -> String {
    let (primaries, matrix, transfer) =
      switch range {
      case .sdr: ("bt709", "bt709", "bt709")
      case .hlg: ("bt2020", "bt2020nc", "arib-std-b67")
      case .pq: ("bt2020", "bt2020nc", "smpte2084")
      }
    let made = try Program(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i",
        "color=s=320x180:r=25:d=0.4,format=yuv420p10le,\(filter)",
        "-color_primaries", primaries, "-colorspace", matrix, "-color_trc", transfer,
        "-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none:lossless=1",
        path,
      ])
    #expect(made.errors == "")
    return path
  }

  /// The means of luma, Cb and Cr of a file's first picture.
  static func means(_ path: String) throws -> [Double] {
    let stats = try Program(
      "ffprobe",
      [
        "-v", "error", "-f", "lavfi", "movie=\(path),signalstats", "-show_entries",
        "frame_tags=lavfi.signalstats.YAVG,lavfi.signalstats.UAVG,lavfi.signalstats.VAVG", "-of",
        "csv=p=0",
      ])
    return try #require(stats.lines.first).split(separator: ",").compactMap { Double($0) }
  }
}
