// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HDRColor
import HLSEncoding
import LibAV

/// Raw HLG pictures into an HEVC movie: the writer against FFmpeg reading the same pictures from a
/// pipe, with the same encoder at the same settings, and once more with its own threads.
enum WriterBenchmark {
  private static let frames = 75
  private static let (width, height) = (1280, 720)
  private static let rate = 4_000_000

  /// What Rung asks of libx265, by FFmpeg's names.
  private static let settings =
    "keyint=25:min-keyint=25:scenecut=0:open-gop=0:vbv-maxrate=\(rate * 3 / 2000):"
    + "vbv-bufsize=\(rate * 3 / 2000):colorprim=9:transfer=18:colormatrix=9:range=limited:log-level=1"
  private static let oneThread = ":pools=1:frame-threads=1:wpp=0:lookahead-slices=0"

  static func run() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "rung-writer-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let raw = folder.appending(path: "frames.raw")
    _ = try ProcessorTime.of(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i",
        "testsrc2=size=\(width)x\(height):rate=25:duration=\(frames / 25)", "-vf",
        "noise=alls=6:allf=t", "-pix_fmt", "p010le", "-f", "rawvideo", raw.path,
      ])
    let ours = try measured {
      try ProcessorTime.ofSelf { try write(raw, to: folder.appending(path: "ours.mov").path) }
    }
    print("writer: \(text(ours))")
    for (name, threads) in [("one thread", oneThread), ("its own threads", "")] {
      let theirs = try measured {
        try ffmpeg(raw, threads, to: folder.appending(path: "\(threads.count).mov"))
      }
      print("ffmpeg, \(name): \(text(theirs))")
      print(
        "  ratio: wall \(ratio(ours.wall, theirs.wall)), processor "
          + "\(ratio(ours.processor, theirs.processor))")
    }
  }

  private static func measured(
    _ work: () throws -> Double
  ) rethrows -> (wall: Double, processor: Double) {
    var processor = 0.0
    let wall = try ContinuousClock().measure { processor = try work() } / .seconds(1)
    return (wall, processor)
  }

  private static func text(_ time: (wall: Double, processor: Double)) -> String {
    "\(rounded(time.wall)) s, \(rounded(time.processor)) s of processor"
  }

  private static func ratio(_ ours: Double, _ theirs: Double) -> Double { rounded(ours / theirs) }

  private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

  private static func write(_ raw: URL, to path: String) throws {
    var settings = OutputSettings.Video(codec: .hevc)
    settings.compression.averageBitRate = rate
    let format = SourceFormat(
      width: width, height: height, frameRate: Rational(25), color: .hlg, bitDepth: 10)
    let input = try AssetWriterInput(pictures: settings, hint: format)
    let writer = try AssetWriter(to: path)
    try writer.add(input)
    try writer.startWriting()
    try writer.startSession(atSourceTime: Rational(0))
    let cat = Process()
    cat.executableURL = URL(filePath: "/usr/bin/env")
    cat.arguments = ["cat", raw.path]
    let pipe = Pipe()
    cat.standardOutput = pipe
    try cat.run()
    try input.append(
      contentsOf: RawFrameReader(
        pipe.fileHandleForReading, width: width, height: height, format: .biPlanar420Deep,
        color: .hlg, rate: Rational(25)))
    try writer.finish()
    cat.waitUntilExit()
  }

  private static func ffmpeg(_ raw: URL, _ threads: String, to output: URL) throws -> Double {
    try ProcessorTime.of(
      "sh",
      [
        "-c",
        "cat \(raw.path) | ffmpeg -v error -f rawvideo -pix_fmt p010le -s \(width)x\(height) -r 25 "
          + "-i - -pix_fmt yuv420p10le -c:v libx265 -preset medium -b:v \(rate) "
          + "-x265-params \(settings)\(threads) -tag:v hvc1 -y \(output.path)",
      ])
  }
}
