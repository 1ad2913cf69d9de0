// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import RungTestSupport
import Testing

/// Sources of one patch of grey each, kept without loss, and the numbers of what is made of them.
enum PatchSource: String, CaseIterable, Sendable {
  /// SDR white, portrait, 25 frames a second, with sound at 44.1 kHz.
  case sdr
  /// PQ at 203 cd/m² of a picture that says it has 4,000 cd/m², without sound.
  case pq
  /// HLG at 75 %, 30000/1001 frames a second, with sound at 48 kHz.
  case hlg

  /// Makes a second of it.
  func make(in folder: TemporaryFolder) throws -> String {
    let path = folder.file("\(rawValue).mov")
    let made = try Program("ffmpeg", ["-v", "error", "-y"] + arguments + [path])
    try #require(made.status == 0, "\(made.errors)")
    return path
  }

  private static func patch(_ size: String, _ rate: String, _ format: String, _ luma: Int)
    -> [String]
  {
    let neutral = format.contains("10") ? 512 : 128
    return [
      "-f", "lavfi", "-i",
      "nullsrc=s=\(size):r=\(rate):d=1,format=\(format),geq=lum=\(luma):cb=\(neutral):cr=\(neutral)",
    ]
  }

  private static func hevc(_ transfer: String, _ more: String = "") -> [String] {
    [
      "-c:v", "libx265", "-tag:v", "hvc1", "-color_primaries", "bt2020", "-colorspace", "bt2020nc",
      "-color_trc", transfer, "-x265-params",
      "lossless=1:log-level=none:pools=1:frame-threads=1" + more,
    ]
  }

  // BT.2100: 203 cd/m² is 58 % of PQ and 573 in 10 bits, 75 % of HLG is 721.
  private var arguments: [String] {
    func sound(_ rate: Int) -> [String] {
      ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=\(rate):duration=1", "-c:a", "aac"]
    }
    switch self {
    case .sdr:
      return Self.patch("180x320", "25", "yuv420p", 235) + sound(44_100) + [
        "-c:v", "libx264", "-qp", "0", "-colorspace", "bt709", "-color_primaries", "bt709",
        "-color_trc", "bt709",
      ]
    case .pq:
      let display =
        "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(40000000,50):max-cll=4000,400"
      return Self.patch("320x180", "30", "yuv420p10le", 573)
        + Self.hevc("smpte2084", ":hdr10=1:master-display=\(display)")
    case .hlg:
      return Self.patch("320x180", "30000/1001", "yuv420p10le", 721) + sound(48_000)
        + Self.hevc("arib-std-b67")
    }
  }
}

/// Pictures of a file as numbers, decoded by FFmpeg.
struct DecodedLuma {
  let width: Int
  let height: Int
  private let samples: [Int]

  /// Decodes one picture.
  init(_ path: String, picture: Int, bits: Int, in folder: TemporaryFolder) throws {
    let size = try Program.probe(
      path, "-select_streams", "v", "-show_entries", "stream=width,height")
    let sides = (size.first ?? "").split(separator: ",").compactMap { Int($0) }
    try #require(sides.count == 2, "\(size)")
    (width, height) = (sides[0], sides[1])
    let raw = folder.file("picture.raw")
    let decoded = try Program(
      "ffmpeg",
      [
        "-v", "error", "-y", "-i", path, "-vf", "select=eq(n\\,\(picture))", "-frames:v", "1",
        "-pix_fmt", bits > 8 ? "yuv420p10le" : "yuv420p", "-f", "rawvideo", raw,
      ])
    try #require(decoded.errors == "", "\(decoded.errors)")
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: raw)))
    let count = sides[0] * sides[1]
    try #require(bytes.count == count * 3 / 2 * (bits > 8 ? 2 : 1))
    samples = (0..<count).map { index in
      bits > 8 ? Int(bytes[2 * index]) | Int(bytes[2 * index + 1]) << 8 : Int(bytes[index])
    }
  }

  /// The luma at a place.
  subscript(x: Int, y: Int) -> Int { samples[y * width + x] }

  /// The luma in the middle.
  var middle: Int { self[width / 2, height / 2] }
}
