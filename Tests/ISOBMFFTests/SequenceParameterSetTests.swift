// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HDRColor
import ISOBMFF
import Testing

/// What encoders were told, against what their parameter sets say.
@Suite struct SequenceParameterSetTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var id: String
    var size = "320x180"
    var pixels = "yuv420p"
    var options: [String] = []
    /// As `x264-params` or `x265-params`.
    var parameters = ""
    var width = 320
    var height = 180
    var chroma = ChromaFormat.yuv420
    var depth: UInt8 = 8
    var ratio: PixelAspectRatio?
    var color: ColorDescription?
    var codec: String
    var testDescription: String { id }
  }

  static let h264 = [
    Case(id: "high", codec: "avc1.64000D"),
    Case(id: "cropped", size: "318x178", width: 318, height: 178, codec: "avc1.64000D"),
    Case(id: "1080 lines", size: "1920x1080", width: 1920, height: 1080, codec: "avc1.640028"),
    Case(
      id: "interlaced", size: "720x576", options: ["-flags", "+ildct+ilme"],
      parameters: "tff=1", width: 720, height: 576, codec: "avc1.64001E"),
    Case(
      id: "cropped and interlaced", size: "1920x1080", options: ["-flags", "+ildct+ilme"],
      parameters: "tff=1", width: 1920, height: 1080, codec: "avc1.640028"),
    Case(id: "baseline", options: ["-profile:v", "baseline"], codec: "avc1.42C00D"),
    Case(id: "main", options: ["-profile:v", "main"], codec: "avc1.4D400D"),
    Case(
      id: "4:2:2 at 10 bits", pixels: "yuv422p10le", chroma: .yuv422, depth: 10,
      codec: "avc1.7A000D"),
    Case(id: "4:4:4", pixels: "yuv444p", chroma: .yuv444, codec: "avc1.F4000D"),
    Case(
      id: "luma alone, cropped", size: "318x178", pixels: "gray", width: 318, height: 178,
      chroma: .monochrome, codec: "avc1.64000D"),
    Case(
      id: "rates and scaling lists", parameters: "nal-hrd=vbr:cqm=jvt",
      ratio: PixelAspectRatio(horizontal: 1, vertical: 1), codec: "avc1.64000D"),
    Case(
      id: "an odd pixel shape", options: ["-vf", "setsar=37/35"],
      ratio: PixelAspectRatio(horizontal: 37, vertical: 35), codec: "avc1.64000D"),
    Case(
      id: "colour", options: ["-color_range", "pc"],
      parameters: "colorprim=bt470bg:transfer=smpte170m:colormatrix=bt470bg",
      ratio: PixelAspectRatio(horizontal: 1, vertical: 1),
      color: ColorDescription(
        primaries: .bt601PAL, transfer: .bt601, matrix: .bt601PAL, isFullRange: true),
      codec: "avc1.64000D"),
  ]

  @Test(arguments: h264)
  func `H264 says what the encoder was told`(_ c: Case) throws {
    let rates = c.parameters.contains("hrd") ? ["-maxrate", "500k", "-bufsize", "500k"] : []
    let sets = try sets(
      .h264, c,
      ["libx264", "-preset", "veryfast", "-x264-params", "log=-1:\(c.parameters)"] + rates)
    let record = try AVCConfiguration(sets)
    let sequence = try record.sequenceParameterSet()
    #expect(sequence.width == c.width)
    #expect(sequence.height == c.height)
    #expect(sequence.chromaFormat == c.chroma)
    #expect(sequence.lumaBitDepth == c.depth)
    #expect(sequence.chromaBitDepth == c.depth)
    #expect(sequence.isProgressive == !c.parameters.contains("tff"))
    #expect(sequence.usability.timing == .init(unitsInTick: 1, timeScale: 50))
    if let ratio = c.ratio { #expect(sequence.usability.pixelAspectRatio == ratio) }
    if let color = c.color { #expect(sequence.usability.color == color) }
    let entry = try VideoSampleEntry(sets)
    // Which level an encoder picks is its own business: the profile and the flags are what counts.
    let codec = try #require(CodecString(entry)).description
    #expect(codec.prefix(9) == c.codec.prefix(9))
    #expect(entry.color?.primaries == c.color?.primaries ?? .bt709)
  }

  static let hevc = [
    Case(id: "main", codec: "hvc1.1.6.L60.90"),
    Case(id: "main 10", pixels: "yuv420p10le", depth: 10, codec: "hvc1.2.4.L60.90"),
    Case(id: "cropped", size: "318x178", width: 318, height: 178, codec: "hvc1.1.6.L60.90"),
    Case(
      id: "4:2:2 at 10 bits", size: "318x178", pixels: "yuv422p10le", width: 318, height: 178,
      chroma: .yuv422, depth: 10, codec: "hvc1.4.10.L60.9D.8"),
    Case(
      id: "4:4:4", size: "318x178", pixels: "yuv444p", width: 318, height: 178, chroma: .yuv444,
      codec: "hvc1.4.10.L60.9E.8"),
    Case(
      id: "rates, scaling lists, temporal layers",
      parameters: "vbv-maxrate=500:vbv-bufsize=500:hrd=1:scaling-list=default:temporal-layers=1",
      codec: "hvc1.1.6.L60.90"),
    Case(
      id: "level 5.1 in the high tier",
      parameters: "level-idc=51:high-tier=1:vbv-maxrate=50000:vbv-bufsize=50000",
      codec: "hvc1.1.6.H153.90"),
    Case(
      id: "HLG with a named pixel shape", pixels: "yuv420p10le",
      parameters: "colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc:sar=2",
      depth: 10, ratio: PixelAspectRatio(horizontal: 12, vertical: 11), color: .hlg,
      codec: "hvc1.2.4.L60.90"),
    Case(
      id: "full range", parameters: "range=full:colorprim=bt709:transfer=bt709:colormatrix=bt709",
      color: ColorDescription(
        primaries: .bt709, transfer: .bt709, matrix: .bt709, isFullRange: true),
      codec: "hvc1.1.6.L60.90"),
  ]

  @Test(arguments: hevc)
  func `HEVC says what the encoder was told`(_ c: Case) throws {
    let sets = try sets(
      .hevc, c,
      ["libx265", "-preset", "ultrafast", "-x265-params", "log-level=none:\(c.parameters)"])
    let record = try HEVCConfiguration(sets)
    let sequence = try record.sequenceParameterSet()
    #expect(sequence.width == c.width)
    #expect(sequence.height == c.height)
    #expect(sequence.chromaFormat == c.chroma)
    #expect(sequence.lumaBitDepth == c.depth)
    #expect(sequence.chromaBitDepth == c.depth)
    #expect(sequence.temporalLayers == (c.parameters.contains("temporal") ? 2 : 1))
    #expect(sequence.usability.timing == .init(unitsInTick: 1, timeScale: 25))
    if let ratio = c.ratio { #expect(sequence.usability.pixelAspectRatio == ratio) }
    if let color = c.color { #expect(sequence.usability.color == color) }
    let codec = try #require(CodecString(VideoSampleEntry(sets))).description
    #expect(codec == c.codec)
  }

  /// Two encodes of other sizes use the same numbers, as a stream does that changes on the way.
  @Test func `sets that contradict each other are an error`() throws {
    for codec in [NALUnitCodec.h264, .hevc] {
      let encoder = codec == .h264 ? ["libx264"] : ["libx265", "-x265-params", "log-level=none"]
      var all = try sets(codec, Case(id: "a", codec: ""), encoder)
      #expect(all.conflict == nil)
      let other = try sets(codec, Case(id: "b", size: "640x360", codec: ""), encoder)
      all.sequence += other.sequence
      #expect(all.conflict == "SPS 0")
      #expect(throws: ISOBMFFError(.unsupported, at: 0, "")) { try VideoSampleEntry(all) }
      all.sequence.removeLast()
      all.picture += all.picture.map { $0 + [0] }
      #expect(all.conflict == "PPS 0")
    }
  }

  private func sets(
    _ codec: NALUnitCodec, _ c: Case, _ encoder: [String]
  ) throws -> ParameterSets {
    let folder = try TemporaryFolder()
    let file = folder.file(codec == .h264 ? "a.264" : "a.265")
    let output = try Tool.run(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=\(c.size)", "-frames:v", "2"]
        + ["-pix_fmt", c.pixels] + c.options + ["-c:v"] + encoder + ["-y", file.path])
    try #require(output.status == 0, "\(output.errors)")
    let stream = try bytes(of: file)
    return try ParameterSets(codec: codec, in: stream.span)
  }
}
