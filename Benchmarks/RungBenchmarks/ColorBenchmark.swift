// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import ColorKernel
import Foundation
import HDRColor
import RungTestSupport

/// HDR to SDR at 1080p: the kernel against FFmpeg's usual chain, in frames for each second of
/// processor time, and the kernel's error against the same mapping in floating point.
enum ColorBenchmark {
  /// FFmpeg's usual chain for HDR10.
  private static let chain =
    "setparams=color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc:range=tv,"
    + "zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=hable,"
    + "zscale=t=bt709:m=bt709:r=tv,format=yuv420p"

  private static let frames = 60

  static func run() throws {
    let clock = ContinuousClock()
    var converter: PictureConverter?
    let preparation = try clock.measure {
      converter = try PictureConverter(
        ColorConversion(from: .pq, to: .bt709),
        from: PlaneFormat(bitDepth: 10, chromaLocation: .topLeft), toBitDepth: 8)
    }
    guard let converter else { return }
    print("table of 65 points: \(preparation)")
    try runSpeed(converter)
    try ColorErrors(converter: converter).run()
  }

  /// The kernel's own mapping as FFmpeg does it, by the same table in a file.
  private static func tableChain(_ table: URL) -> String {
    "setparams=color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc:range=tv,"
      + "zscale=m=gbr,format=gbrpf32le,lut3d=file=\(table.path):interp=tetrahedral,"
      + "setparams=color_primaries=bt709:color_trc=bt709:colorspace=gbr:range=pc,"
      + "zscale=m=bt709:r=tv:d=ordered,format=yuv420p"
  }

  private static func runSpeed(_ converter: PictureConverter) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "rung-color-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "frame.yuv")
    let table = folder.appending(path: "table.cube")
    let cube = ColorTable(ColorConversion(from: .pq, to: .bt709)).cube(title: "PQ to BT.709")
    try cube.write(to: table, atomically: false, encoding: .utf8)
    let frame = Frame.picture(width: 1920, height: 1080)
    try frame.data.write(to: file)

    // Reading frames is no part of the chain.
    let reading = try ffmpeg(file, "null")
    let chain = try ffmpeg(file, chain) - reading
    let theirs = Double(frames) / chain
    let byTable = try Double(frames) / (ffmpeg(file, tableChain(table)) - reading)
    let ours = try speed(converter, frame)
    var scalar = converter
    scalar.usesAVX2 = false
    let plain = try speed(scalar, frame)
    print("FFmpeg's chain:  \(rounded(theirs)) frames a second per core")
    print("FFmpeg, table:   \(rounded(byTable)) frames a second per core")
    print("kernel:          \(rounded(ours)) frames a second per core")
    print("kernel, plain C: \(rounded(plain)) frames a second per core")
    var target = Frame.Target(width: frame.width, height: frame.height)
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let time = try Stopwatch().best {
      for _ in 0..<frames { try frame.convert(by: converter, into: &target, slices: cores) }
    }
    print("on \(cores) threads:    \(rounded(Double(frames) / time)) frames a second")
    print("ratio:           \(rounded(ours / theirs)) (to reach: 3.5)")
  }

  private static func ffmpeg(_ file: URL, _ filter: String) throws -> Double {
    try ProcessorTime.of(
      "ffmpeg",
      [
        "-v", "error", "-nostdin", "-threads", "1", "-filter_threads", "1", "-f", "rawvideo",
        "-pix_fmt", "yuv420p10le", "-s", "1920x1080", "-stream_loop", "\(frames - 1)", "-i",
        "file:\(file.path)", "-vf", filter, "-f", "null", "-",
      ])
  }

  private static func speed(_ converter: PictureConverter, _ frame: Frame) throws -> Double {
    var target = Frame.Target(width: frame.width, height: frame.height)
    try frame.convert(by: converter, into: &target)
    let time = try ProcessorTime.ofSelf {
      for _ in 0..<frames { try frame.convert(by: converter, into: &target) }
    }
    return Double(frames) / time
  }

  static func rounded(_ value: Double, _ decimals: Int = 1) -> String {
    String(format: "%.\(decimals)f", value)
  }
}

/// A frame of 10-bit 4:2:0.
struct Frame {
  let width: Int
  let height: Int
  var luma: [UInt16]
  var cb: [UInt16]
  var cr: [UInt16]

  /// A frame of 8 bits to write to.
  struct Target {
    var luma: [UInt8]
    var cb: [UInt8]
    var cr: [UInt8]

    init(width: Int, height: Int) {
      luma = Array(repeating: 0, count: width * height)
      cb = Array(repeating: 0, count: width * height / 4)
      cr = cb
    }
  }

  /// Soft shapes of many colours with the grain of a film.
  static func picture(width: Int, height: Int) -> Frame {
    var random = SeededGenerator(seed: 1)
    func grain() -> Int { Int.random(in: -6...6, using: &random) }
    var frame = Frame(width: width, height: height, luma: [], cb: [], cr: [])
    for y in 0..<height {
      for x in 0..<width {
        let wave = sin(Double(x) / 97) * cos(Double(y) / 71) * 190 + Double(x + y) / 20
        frame.luma.append(UInt16(min(max(330 + Int(wave) + grain(), 64), 720)))
      }
    }
    for y in 0..<height / 2 {
      for x in 0..<width / 2 {
        frame.cb.append(UInt16(512 + Int(sin(Double(x + y) / 83) * 60) + grain() / 2))
        frame.cr.append(UInt16(512 + Int(cos(Double(x - y) / 59) * 60) + grain() / 2))
      }
    }
    return frame
  }

  /// The planes one after the other.
  var data: Data {
    var data = Data()
    for plane in [luma, cb, cr] {
      for code in plane {
        data.append(UInt8(truncatingIfNeeded: code))
        data.append(UInt8(code >> 8))
      }
    }
    return data
  }

  func convert(by converter: PictureConverter, into target: inout Target, slices: Int = 1) throws {
    try convert(by: converter, &target.luma, &target.cb, &target.cr, slices)
  }

  private func convert(
    by converter: PictureConverter, _ targetLuma: inout [UInt8], _ targetCb: inout [UInt8],
    _ targetCr: inout [UInt8], _ slices: Int
  ) throws {
    let layout = PictureLayout(
      width: width, height: height, lumaStride: 2 * width, chromaStride: width)
    let targetLayout = PictureLayout(
      width: width, height: height, lumaStride: width, chromaStride: width / 2)
    var lumaSpan = targetLuma.mutableSpan
    var cbSpan = targetCb.mutableSpan
    var crSpan = targetCr.mutableSpan
    var y = unsafe lumaSpan.mutableBytes
    var b = unsafe cbSpan.mutableBytes
    var r = unsafe crSpan.mutableBytes
    try unsafe converter.convert(
      rows: 0..<height, of: layout, luma: luma.span.bytes, cb: cb.span.bytes, cr: cr.span.bytes,
      to: targetLayout, luma: &y, cb: &b, cr: &r, slices: slices)
  }
}
