// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HDRColor
import RungTestSupport
import Testing

@testable import HLSEncoding
@testable import LibAV

/// What the way from the decoder to the encoders does to pictures that need nothing done.
@Suite struct PicturePipelineTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var format: String
    var bitDepth: Int
    var color: ColorDescription
    var tags: [String]
    var testDescription: String { "\(color.name), \(format)" }
  }

  private static func tags(_ primaries: String, _ transfer: String, _ matrix: String) -> [String] {
    ["-color_primaries", primaries, "-color_trc", transfer, "-colorspace", matrix]
  }

  static let cases = [
    Case(
      format: "yuv420p", bitDepth: 8, color: .bt709, tags: tags("bt709", "bt709", "bt709")),
    Case(
      format: "yuv420p10le", bitDepth: 10, color: .pq, tags: tags("bt2020", "smpte2084", "bt2020nc")
    ),
    Case(
      format: "yuv420p10le", bitDepth: 10, color: .hlg,
      tags: tags("bt2020", "arib-std-b67", "bt2020nc")),
  ]

  @Test(arguments: cases)
  func `pictures of a rung's own size, depth and range pass bit for bit`(_ c: Case) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("source.mkv")
    let made = try Program(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i",
        "testsrc2=s=320x180:r=25:d=0.4,noise=alls=20:allf=t,format=\(c.format)", "-c:v", "ffv1",
      ] + c.tags + [path])
    #expect(made.errors == "")
    let demuxer = try Demuxer.open(path)
    let stream = demuxer.streams[0]
    let video = try #require(stream.video)
    #expect(video.color == c.color)
    let key = PictureKey(
      range: c.color.videoRange, width: 320, height: 180, divisor: 1, bitDepth: c.bitDepth)
    let input = PictureInput(video, timeBase: stream.timeBase, frameRate: Rational(25))
    let pipeline = try PicturePipeline.make(video, input, to: [key], LightMapping())
    let decoder = try demuxer.decoder(for: 0)
    var before: [[UInt8]] = []
    var after: [[UInt8]] = []
    while let packet = try demuxer.read() {
      _ = try decoder.decode(packet) { frame in
        before.append(try bytes(of: frame))
        try pipeline.push(frame, at: frame.presentationTime ?? 0) {
          after.append(try bytes(of: $1))
        }
      }
    }
    try pipeline.push(nil, at: 400) { after.append(try bytes(of: $1)) }
    #expect(before.count == 10)
    #expect(before == after)
  }

  /// The samples of a picture without what pads its rows.
  private func bytes(of frame: Frame) throws -> [UInt8] {
    let bytes = frame.pixelFormat.bitDepth > 8 ? 2 : 1
    var result: [UInt8] = []
    func append(_ span: RawSpan, plane: Int) {
      let shift = plane == 0 ? 0 : 1
      for row in 0..<frame.height >> shift {
        let start = row * frame.stride(of: plane)
        let end = start + (frame.width >> shift) * bytes
        result += unsafe span.withUnsafeBytes { unsafe Array($0[start..<end]) }
      }
    }
    try frame.withPlanes { luma, cb, cr in
      append(luma, plane: 0)
      append(cb, plane: 1)
      append(cr, plane: 2)
    }
    return result
  }
}
