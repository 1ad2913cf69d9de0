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
}
