// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HDRColor
import HLSEncoding
import LibAV
import RungTestSupport
import Testing

@Suite struct FrameFeedTests {
  private static var fast: AssetWriter.Options {
    var options = AssetWriter.Options()
    options.speed = "ultrafast"
    return options
  }

  /// FFmpeg as a process whose output is read as it comes.
  private static func pipe(_ arguments: [String]) throws -> (Process, FileHandle) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["ffmpeg", "-v", "error"] + arguments + ["-"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    return (process, pipe.fileHandleForReading)
  }

  private static func write(_ inputs: [AssetWriterInput], to path: String) throws -> AssetWriter {
    let writer = try AssetWriter(to: path, fast)
    for input in inputs { try writer.add(input) }
    try writer.startWriting()
    try writer.startSession(atSourceTime: Rational(0))
    return writer
  }

  /// FFmpeg's hash of the pictures.
  private static func hash(_ arguments: [String]) throws -> String? {
    try Program(
      "ffmpeg", ["-v", "error"] + arguments + ["-map", "0:v", "-f", "streamhash", "-"]
    ).lines.first
  }

  /// Formats with the pixel format by which FFmpeg knows them.
  @Test(arguments: [
    ("420v", "nv12"), ("x420", "p010le"), ("x422", "p210le"),
    ("y420", "yuv420p"), ("yuv420p10le", "yuv420p10le"), ("yuv422p10le", "yuv422p10le"),
  ]) func `raw pictures from a pipe arrive bit for bit`(
    _ name: String, _ pixelFormat: String
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("out.mov")
    let source = ["-f", "lavfi", "-i", "testsrc2=size=192x128:rate=25:duration=0.4"]
    let format = try #require(PixelBufferFormat(name))
    let isDeep = format.pixelFormat.bitDepth > 8
    let (process, pipe) = try Self.pipe(source + ["-pix_fmt", pixelFormat, "-f", "rawvideo"])
    // Without loss where the codec can: what comes out is what went in.
    var settings = OutputSettings.Video(codec: .proRes422HQ)
    if name.contains("420"), !isDeep { settings = OutputSettings.Video(codec: .h264) }
    settings.compression.quality = settings.codec == .h264 ? 1 : nil
    let hint = SourceFormat(
      width: 192, height: 128, frameRate: Rational(25), bitDepth: isDeep ? 10 : 8)
    let input = try AssetWriterInput(pictures: settings, hint: hint)
    let writer = try Self.write([input], to: path)
    try input.append(
      contentsOf: RawFrameReader(
        pipe, width: 192, height: 128, format: format, rate: Rational(25)))
    try writer.finish()
    process.waitUntilExit()
    #expect(try Program.probe(path, "-show_entries", "stream=nb_frames") == ["10"])
    let quality = try Program(
      "ffmpeg",
      ["-i", path] + source + [
        "-lavfi",
        "[0:v]format=yuv422p10le[a];[1:v]format=\(pixelFormat),format=yuv422p10le[b];"
          + "[a][b]psnr", "-f", "null", "-",
      ])
    let line = try #require(quality.errors.split(separator: "\n").last { $0.contains("PSNR") })
    let words = line.split(separator: " ")
    for plane in ["y:", "u:", "v:"] {
      let word = try #require(words.first { $0.hasPrefix(plane) })
      #expect(Double(word.dropFirst(2)).map { $0 > 40 } ?? (word.hasSuffix("inf")))
    }
  }

  @Test(arguments: ["yuv420p10le", "yuv420p"]) func `y4m is read from a pipe`(
    _ pixelFormat: String
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("out.mp4")
    let (process, pipe) = try Self.pipe([
      "-f", "lavfi", "-i", "testsrc2=size=192x128:rate=30000/1001:duration=1", "-strict", "-1",
      "-pix_fmt", pixelFormat, "-f", "yuv4mpegpipe",
    ])
    let reader = try FrameReader(fileDescriptor: pipe.fileDescriptor)
    let input = try AssetWriterInput(
      pictures: OutputSettings.Video(codec: .hevc), hint: reader.format)
    let writer = try Self.write([input], to: path)
    try input.append(contentsOf: reader)
    try writer.finish()
    process.waitUntilExit()
    let profile = pixelFormat == "yuv420p" ? "Main" : "Main 10"
    #expect(
      try Program.probe(path, "-show_entries", "stream=profile,width,r_frame_rate,nb_frames")
        == ["\(profile),192,30000/1001,30"])
  }

  @Test func `pictures that end in the middle of one are an error`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "short.raw")
    try Data(count: 192 * 128 * 3 / 2 + 100).write(to: file)
    let input = try AssetWriterInput(
      pictures: OutputSettings.Video(codec: .h264, width: 192, height: 128))
    let writer = try Self.write([input], to: folder.file("out.mov"))
    #expect(throws: EncodingError(.source, "RawFrameReader", "")) {
      try input.append(
        contentsOf: RawFrameReader(
          FileHandle(forReadingFrom: file), width: 192, height: 128, format: .planar420,
          rate: Rational(25)))
    }
    writer.cancelWriting()
  }

  @Test func `decoded pictures and sound of a film are written anew`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("out.mp4")
    let film = Fixture.path("hlg.mp4")
    let pictures = try FrameReader(film)
    let sound = try FrameReader(film, .sound(0))
    let video = try AssetWriterInput(
      pictures: OutputSettings.Video(codec: .hevc), hint: pictures.format)
    let audio = try AssetWriterInput(
      sound: OutputSettings.Audio(codec: .aac), hint: sound.soundFormat, language: "de")
    let writer = try Self.write([video, audio], to: path)
    async let heard: Void = BlockingWork.run {
      try audio.append(contentsOf: FrameReader(film, .sound(0)))
    }
    try await BlockingWork.run { try video.append(contentsOf: FrameReader(film)) }
    try await heard
    try await writer.finishWriting()
    func facts(_ path: String) throws -> [String] {
      try Program.probe(
        path, "-show_entries", "stream=codec_name,color_transfer,r_frame_rate,nb_frames,sample_rate"
      )
    }
    let (before, after) = (try facts(film), try facts(path))
    #expect(before.first == after.first)
    let languages = try Program.probe(path, "-show_entries", "stream_tags=language")
    #expect(languages.last == "deu")
    let lengths = try [film, path].map { path in
      try Program.probe(path, "-select_streams", "a", "-show_entries", "stream=duration")
        .first.flatMap(Double.init) ?? 0
    }
    #expect(abs(lengths[0] - lengths[1]) < 0.03)
  }
}
