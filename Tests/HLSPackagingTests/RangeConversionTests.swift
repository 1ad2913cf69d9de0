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

/// A red of (0.75, 0.25, 0.25), stored in every way that sources have, in an SDR rung.
@Suite struct PixelFormatTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var size = "320x180"
    /// The filter that makes the red.
    var red = "format=gbrp,geq=r=191:g=64:b=64"
    var format: String
    var matrix = "bt709"
    var range = "limited"
    /// The colours that the file declares.
    var tags: [String] = []
    var warning: String?
    var testDescription: String { name }
  }

  private static let rgb = ["-color_primaries", "bt709", "-color_trc", "bt709"]

  private static let bt709 = [
    "-color_primaries", "bt709", "-colorspace", "bt709", "-color_trc", "bt709",
  ]

  static let cases = [
    Case(name: "8 bits 4:2:0", format: "yuv420p", tags: bt709),
    Case(name: "8 bits 4:2:2", format: "yuv422p", tags: bt709),
    Case(name: "8 bits 4:4:4", format: "yuv444p", tags: bt709),
    Case(name: "10 bits 4:2:2", format: "yuv422p10le", tags: bt709),
    Case(name: "12 bits 4:4:4", format: "yuv444p12le", tags: bt709),
    Case(name: "RGB of 8 bits", format: "gbrp", tags: rgb),
    Case(
      name: "RGB of 10 bits", red: "format=gbrp10le,geq=r=767:g=256:b=256", format: "gbrp10le",
      tags: rgb),
    Case(name: "RGB in words", format: "bgr0", tags: rgb),
    Case(
      name: "full range", format: "yuv420p", range: "full", tags: bt709 + ["-color_range", "pc"]),
    Case(
      name: "high definition without tags is BT.709", size: "1280x720", format: "yuv420p",
      warning: "the source does not say its colours: BT.709 is assumed"),
    Case(
      name: "standard definition without tags is BT.601", format: "yuv420p", matrix: "bt601",
      warning: "the source does not say its colours: BT.601 is assumed"),
  ]

  /// BT.709: luma 16 + 219 · 0.3563, Cb 128 + 224 · -0.1063 / 1.8556, Cr 128 + 224 · 0.3937 / 1.5748.
  private static let expected = [94.0, 115.2, 184.0]

  @Test(arguments: cases)
  func `red stays red`(_ c: Case) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("red.mkv")
    let isRGB = c.tags == Self.rgb
    let scale =
      "scale=flags=accurate_rnd+full_chroma_int:out_color_matrix=\(c.matrix):out_range=\(c.range),"
    let made = try Program(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "color=s=\(c.size):r=25:d=0.2,\(c.red)", "-vf",
        (isRGB ? "" : scale) + "format=\(c.format)", "-c:v", "ffv1",
      ] + c.tags + [path])
    #expect(made.errors == "")
    let package = try PackagedLadder(path, LadderOptions(maximumHeight: 180))
    let rung = try #require(package.report.renditions.max { $0.averageBitRate < $1.averageBitRate })
    let means = try Picture.means(package.joined(rung.directory))
    // The primaries of BT.601 are others, which moves a red by some codes.
    let tolerance = c.matrix == "bt601" ? 4.0 : 1.5
    for (mean, expected) in zip(means, Self.expected) {
      #expect(abs(mean - expected) <= tolerance, "\(means)")
    }
    let assumed = package.report.warnings.filter { $0.contains("does not say its colours") }
    #expect(assumed == [c.warning].compactMap { $0 })
  }

  /// HLG in 8 bits, 4:2:0 and 4:4:4: 75 % is SDR light of 203 cd/m², 78.35 % by BT.2390.
  @Test(arguments: ["yuv420p", "yuv444p", "yuv422p10le"])
  func `HLG of few bits or more chroma`(_ format: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("hlg.mkv")
    let luma = format.hasSuffix("10le") ? (721, 512) : (180, 128)
    let made = try Program(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i",
        "color=s=320x180:r=25:d=0.2,format=\(format),geq=lum=\(luma.0):cb=\(luma.1):cr=\(luma.1)",
        "-color_primaries", "bt2020", "-colorspace", "bt2020nc", "-color_trc", "arib-std-b67",
        "-c:v", "ffv1", path,
      ])
    #expect(made.errors == "")
    let package = try PackagedLadder(path, LadderOptions(ranges: [.sdr]))
    let rung = try #require(package.report.renditions.first)
    let means = try Picture.means(package.joined(rung.directory))
    #expect(abs(means[0] - 213.9) <= 1.5, "\(means)")
    #expect(abs(means[1] - 128) <= 1 && abs(means[2] - 128) <= 1, "\(means)")
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
