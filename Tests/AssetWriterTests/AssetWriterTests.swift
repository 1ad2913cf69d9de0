// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HDRColor
import HLSEncoding
import LibAV
import RungTestSupport
import Testing

@Suite struct AssetWriterTests {
  private static var fast: AssetWriter.Options {
    var options = AssetWriter.Options()
    options.speed = "ultrafast"
    return options
  }

  /// The mean 10-bit luma of a column in a picture of a file, as FFmpeg decodes it.
  private func luma(_ path: String, column: Int, picture: Int) throws -> Double {
    let crop = "select=eq(n\\,\(picture)),crop=16:64:\(column * 32 + 8):32,format=yuv420p10le"
    let program = try Program(
      "ffmpeg",
      [
        "-v", "error", "-i", path, "-vf", crop + ",signalstats,metadata=print:file=-", "-f", "null",
        "-",
      ]
    )
    let line = program.lines.first { $0.contains("YAVG") }
    return try #require(line.flatMap { Double($0.split(separator: "=")[1]) })
  }

  @Test(arguments: ["mov", "mp4"]) func `HLG frames with a codec and a hint become Main 10`(
    _ type: String
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("out.\(type)")
    let writer = try AssetWriter(to: path, Self.fast)
    let input = try AssetWriterInput(
      pictures: OutputSettings.Video(codec: .hevc), hint: HLGGenerator.format)
    try writer.add(input)
    try writer.startWriting()
    try writer.startSession(atSourceTime: Rational(0))
    try HLGGenerator().append(50, to: input)
    try writer.finish()
    #expect(writer.status == .completed)
    #expect(
      try Program.probe(
        path, "-show_entries",
        "stream=profile,codec_tag_string,width,height,pix_fmt,color_range,color_space,"
          + "color_transfer,color_primaries,r_frame_rate,nb_frames,duration")
        == [
          "Main 10,hvc1,192,128,yuv420p10le,tv,bt2020nc,arib-std-b67,bt2020,25/1,2.000000,50"
        ])
    for (column, expected) in [(0, 64.0), (3, 540), (4, 721), (5, 940)] {
      #expect(abs(try luma(path, column: column, picture: 10) - expected) <= 2)
    }
    // A second later the columns have moved on by one.
    #expect(abs(try luma(path, column: 3, picture: 40) - 721) <= 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count == 1)
  }

  /// A code value of every pixel, and what it is in video range: 255 in full range is 235, and 20 of
  /// 255 is 16 + 20 · 219 / 255.
  @Test(
    arguments: [
      ("420v", 235, 235.0), ("420f", 255, 235), ("420f", 20, 33.2), ("y420", 120, 120),
      ("f420", 255, 235),
    ] as [(String, UInt8, Double)]) func `full range becomes video range`(
      _ name: String, _ value: UInt8, _ expected: Double
    ) throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file("out.mov")
    let writer = try AssetWriter(to: path, Self.fast)
    let input = try AssetWriterInput(
      pictures: OutputSettings.Video(codec: .h264, width: 192, height: 128))
    try writer.add(input)
    try writer.startWriting()
    try writer.startSession(atSourceTime: Rational(0))
    let format = try #require(PixelBufferFormat(name))
    for number in 0..<3 {
      let buffer = try PixelBuffer(width: 192, height: 128, format: format)
      for plane in 0..<buffer.planeCount {
        try buffer.withMutablePlane(plane) { bytes in
          for offset in 0..<bytes.byteCount {
            bytes.storeBytes(of: plane == 0 ? value : 128, toByteOffset: offset, as: UInt8.self)
          }
        }
      }
      try input.waitUntilReady()
      try input.append(buffer, at: Rational(Int64(number), 25), lasting: Rational(1, 25))
    }
    try writer.finish()
    // FFmpeg's luma has 10 bits here.
    #expect(abs(try luma(path, column: 2, picture: 1) / 4 - expected) <= 1)
    #expect(try Program.probe(path, "-show_entries", "stream=color_range,nb_frames") == ["tv,3"])
  }

  @Test func `a pool gives the same memory again, and none while all is in use`() throws {
    let pool = try PixelBufferPool(width: 64, height: 48, format: .biPlanar420, capacity: 2)
    var first = try pool.makeBuffer()
    let second = try pool.makeBuffer()
    #expect(first != nil && second != nil)
    #expect(try pool.makeBuffer() == nil)
    try first?.withMutablePlane(0) { $0.storeBytes(of: 77, toByteOffset: 5, as: UInt8.self) }
    first = nil
    let again = try #require(try pool.makeBuffer())
    #expect(
      try again.withPlane(0) { unsafe $0.unsafeLoad(fromByteOffset: 5, as: UInt8.self) } == 77)
    #expect(pool.count == 2)
  }

  @Test func `a buffer that is filled again leaves what was appended as it was`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("out.mov")
    let writer = try AssetWriter(to: path, Self.fast)
    let input = try AssetWriterInput(
      pictures: OutputSettings.Video(codec: .hevc), hint: HLGGenerator.format)
    try writer.add(input)
    try writer.startWriting()
    try writer.startSession(atSourceTime: Rational(0))
    let buffer = try #require(try HLGGenerator().picture(0))
    for (number, value) in [UInt16(100), 400, 700].enumerated() {
      try buffer.withMutablePlane(0) { luma in
        for offset in stride(from: 0, to: luma.byteCount, by: 2) {
          luma.storeBytes(of: value << 6, toByteOffset: offset, as: UInt16.self)
        }
      }
      try input.append(buffer, at: HLGGenerator.time(number), lasting: Rational(1, 25))
    }
    try writer.finish()
    for (number, value) in [100.0, 400, 700].enumerated() {
      #expect(abs(try luma(path, column: 2, picture: number) - value) <= 4)
    }
  }

  /// Pictures at times that no rate has: what is shown at each tick of 1/25 s.
  @Test func `pictures of any times come out at a constant rate`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("out.mov")
    var settings = OutputSettings.Video(codec: .hevc)
    settings.compression.expectedFrameRate = 25
    let writer = try AssetWriter(to: path, Self.fast)
    let input = try AssetWriterInput(pictures: settings, hint: HLGGenerator.format)
    try writer.add(input)
    try writer.startWriting()
    try writer.startSession(atSourceTime: Rational(0))
    // At 0, 0.05 (tick 1), 0.055 (shown from tick 2, its own being taken) and 0.2 s (tick 5).
    for (value, time) in [(UInt16(100), 0), (300, 50), (900, 55), (600, 200)] as [(UInt16, Int64)] {
      let buffer = try #require(try HLGGenerator().picture(0))
      try buffer.withMutablePlane(0) { luma in
        for offset in stride(from: 0, to: luma.byteCount, by: 2) {
          luma.storeBytes(of: value << 6, toByteOffset: offset, as: UInt16.self)
        }
      }
      try input.waitUntilReady()
      try input.append(buffer, at: Rational(time, 1000), lasting: Rational(2, 25))
    }
    try writer.finish()
    #expect(try Program.probe(path, "-show_entries", "stream=nb_frames") == ["7"])
    for (picture, value) in [100.0, 300, 900, 900, 900, 600, 600].enumerated() {
      #expect(abs(try luma(path, column: 2, picture: picture) - value) <= 4)
    }
  }
}
