// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HDRColor
import HLSEncoding
import LibAV
import RungTestSupport
import Testing

/// Compositions as files, looked at by FFmpeg.
@Suite struct CompositionExportTests {
  private static var fast: ExportOptions {
    var options = ExportOptions()
    options.speed = "ultrafast"
    return options
  }

  private static func export(
    _ composition: Composition, _ video: VideoComposition = VideoComposition(),
    _ preset: ExportPreset = .hevcHighestQuality, to path: String, _ options: ExportOptions = fast
  ) throws -> ExportSession.Result {
    let request = try ExportRequest(.preset(preset), to: path)
    let plan = try ExportPlan(for: composition, [request], options, video: video)
    return try #require(try ExportSession(plan).run().first)
  }

  private static func patches(
    _ sources: [PatchSource], in folder: TemporaryFolder
  ) throws -> Composition {
    var composition = Composition()
    for source in sources {
      try composition.append(SourceDescription.inspect(source.make(in: folder)))
    }
    return composition
  }

  /// The luma of the middle of each patch.
  private static func middles(
    _ path: String, bits: Int, _ pictures: [Int] = [15, 45, 75], in folder: TemporaryFolder
  ) throws -> [Int] {
    try pictures.map { try DecodedLuma(path, picture: $0, bits: bits, in: folder).middle }
  }

  @Test func `SDR, PQ and HLG become HLG, with their white at one place`() throws {
    let folder = try TemporaryFolder()
    let composition = try Self.patches([.sdr, .pq, .hlg], in: folder)
    let path = folder.file("out.mov")
    let result = try Self.export(composition, to: path)
    let video = try #require(result.description.mainVideo)
    #expect(video.video?.color == .hlg && video.codecTag == "hvc1")
    #expect(video.video?.masteringDisplay == nil && video.video?.contentLightLevel == nil)
    // Portrait comes first and is as large as the others; 30 is the highest rate.
    #expect(video.video?.width == 180 && video.video?.height == 320)
    #expect(video.frameCount == 90)
    let whites = try Self.middles(path, bits: 10, in: folder)
    #expect(whites.allSatisfy { abs($0 - 721) <= 2 }, "\(whites)")
    // What is fitted has black above it.
    let fitted = try DecodedLuma(path, picture: 45, bits: 10, in: folder)
    #expect(abs(fitted[90, 10] - 64) <= 2)
  }

  @Test func `an H.264 preset makes SDR of them, with their white at one place`() throws {
    let folder = try TemporaryFolder()
    let composition = try Self.patches([.sdr, .pq, .hlg], in: folder)
    let path = folder.file("out.mp4")
    let result = try Self.export(composition, VideoComposition(), .h264UpTo1080, to: path)
    #expect(result.description.mainVideo?.video?.color == .bt709)
    let whites = try Self.middles(path, bits: 8, in: folder)
    #expect((whites.max() ?? 0) - (whites.min() ?? 255) <= 1, "\(whites)")
  }

  @Test func `SDR comes back from HLG where nothing is compressed`() throws {
    let folder = try TemporaryFolder()
    let composition = try Self.patches([.sdr, .hlg], in: folder)
    let path = folder.file("out.mp4")
    var options = Self.fast
    options.toneMap = .clip
    _ = try Self.export(composition, VideoComposition(), .h264UpTo1080, to: path, options)
    let white = try Self.middles(path, bits: 8, [15], in: folder)
    #expect(white.allSatisfy { abs($0 - 235) <= 2 }, "\(white)")
  }

  @Test func `BT.709 throughout makes SDR of HDR`() throws {
    let folder = try TemporaryFolder()
    let composition = try Self.patches([.sdr, .hlg], in: folder)
    let path = folder.file("out.mov")
    let result = try Self.export(composition, VideoComposition(color: .bt709), to: path)
    #expect(result.description.mainVideo?.video?.color == .bt709)
    #expect(result.description.mainVideo?.profileName == "Main 10")
    // SDR stays what it was: white in 10 bits.
    let white = try Self.middles(path, bits: 10, [15], in: folder)
    #expect(white.allSatisfy { abs($0 - 940) <= 2 }, "\(white)")
  }

  @Test func `sound stays with the pictures at every joint`() throws {
    let folder = try TemporaryFolder()
    let source = try SourceDescription.inspect(Fixture.path("sync.mp4"))
    var composition = Composition()
    // The flashes and the tones are at the start of each second; every part begins 0.48 s before.
    for start in [0.52, 1.52, 0.52, 2.52] {
      try composition.append(source, start: start, end: start + 1)
    }
    let path = folder.file("out.mov")
    let result = try Self.export(composition, to: path)
    #expect(result.description.mainVideo?.frameCount == 100)
    let measured = try Program.script("measure-sync", [path, path])
    #expect(measured.status == 0)
    let times = measured.lines.compactMap { line in
      line.split(separator: " ").first.flatMap { Double($0) }
    }
    #expect(times.prefix(4) == [0.48, 1.48, 2.48, 3.48])
    let worst = try #require(
      measured.lines.last?.split(separator: " ").compactMap { Double($0) }.last)
    #expect(abs(worst) <= 10, "\(measured.output)")
  }

  @Test func `gaps are black and silent`() throws {
    let folder = try TemporaryFolder()
    var composition = try Self.patches([.sdr, .sdr], in: folder)
    try composition.insertGap(Rational(1), at: Rational(1))
    let path = folder.file("out.mov")
    let result = try Self.export(composition, VideoComposition(), .proRes422, to: path)
    #expect(result.description.mainVideo?.frameCount == 75)
    let middles = try Self.middles(path, bits: 10, [24, 25, 49, 50], in: folder)
    #expect(middles.map { abs($0 - 940) <= 2 } == [true, false, false, true])
    #expect(middles.map { abs($0 - 64) <= 2 } == [false, true, true, false])
    let loudness = try Self.peaks(path, [(0.2, 0.8), (1.05, 1.95), (2.2, 2.8)])
    #expect(loudness[0] > -25 && loudness[1] < -80 && loudness[2] > -25, "\(loudness)")
  }

  /// The peak of each part of a file's sound, in dBFS, by FFmpeg.
  private static func peaks(_ path: String, _ parts: [(Double, Double)]) throws -> [Double] {
    try parts.map { start, end in
      let measured = try Program(
        "ffmpeg",
        [
          "-i", path, "-af", "atrim=\(start):\(end),volumedetect", "-vn", "-f", "null", "-",
        ])
      let line = measured.errors.split(separator: "\n").last { $0.contains("max_volume") } ?? ""
      return Double(line.split(separator: " ").dropLast().last ?? "") ?? -200
    }
  }

  @Test func `sounds are mixed as loud as they are to be`() throws {
    let folder = try TemporaryFolder()
    let source = try SourceDescription.inspect(PatchSource.hlg.make(in: folder))
    var composition = Composition()
    let whole = TimeRange(duration: Rational(1))
    composition.clips = [
      Composition.Clip(source, range: whole),
      Composition.Clip(source, range: whole, at: Rational(1)),
      Composition.Clip(source, range: whole, at: Rational(1), media: .sound),
      Composition.Clip(source, range: whole, at: Rational(2)),
    ]
    composition.clips[3].volume = Ramp(0.5)
    let path = folder.file("out.mov")
    _ = try Self.export(composition, VideoComposition(), .proRes422, to: path)
    // Of FFmpeg's sine the peak is an eighth: -18.1 dBFS; twice is 6 dB more, half 6 dB less.
    let peaks = try Self.peaks(path, [(0.2, 0.8), (1.2, 1.8), (2.2, 2.8)])
    #expect(abs(peaks[0] + 18.1) < 0.5, "\(peaks)")
    #expect(abs(peaks[1] - peaks[0] - 6) < 0.3, "\(peaks)")
    #expect(abs(peaks[2] - peaks[0] + 6) < 0.3, "\(peaks)")
  }

  @Test func `what is louder than full scale together is limited`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("loud.wav")
    let made = try Program(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "sine=440:duration=1:sample_rate=48000,volume=16dB",
        path,
      ])
    try #require(made.status == 0, "\(made.errors)")
    let loud = try SourceDescription.inspect(path)
    var composition = Composition()
    let whole = TimeRange(duration: Rational(1))
    composition.clips = [
      Composition.Clip(loud, range: whole), Composition.Clip(loud, range: whole),
    ]
    let out = folder.file("out.m4a")
    _ = try Self.export(composition, VideoComposition(), .m4a, to: out)
    // Each has -2.1 dBFS; twice would be 3.9 dB too much.
    let peak = try Self.peaks(out, [(0.2, 0.8)])
    #expect(peak[0] <= -1 && peak[0] > -4, "\(peak)")
  }

  @Test func `a second clip lies over the first, cut, turned and half transparent`() throws {
    let folder = try TemporaryFolder()
    let black = try Self.picture("320x180", "gradients=s=320x180:c0=black:c1=black", in: folder)
    let white = try Self.picture("80x40", "color=white:s=80x40", in: folder)
    var composition = Composition()
    let second = TimeRange(duration: Rational(1))
    composition.clips = [
      Composition.Clip(black, range: second),
      Composition.Clip(white, range: second, layer: 1),
    ]
    composition.clips[1].placement = Placement(
      crop: PictureRectangle(x: 20, y: 0, width: 40, height: 20),
      orientation: Orientation(rotation: 90),
      frame: PictureRectangle(x: 100, y: 40, width: 40, height: 80), opacity: Ramp(0.5))
    let path = folder.file("out.mov")
    _ = try Self.export(composition, VideoComposition(), .proRes422, to: path)
    let picture = try DecodedLuma(path, picture: 5, bits: 10, in: folder)
    #expect(picture.width == 320 && picture.height == 180)
    // Half of white over black: (64 + 940) / 2.
    #expect(abs(picture[120, 80] - 502) <= 6)
    for (x, y) in [(90, 80), (150, 80), (120, 30), (120, 130)] {
      #expect(abs(picture[x, y] - 64) <= 6, "\(x),\(y)")
    }
  }

  /// A second of a picture that FFmpeg makes.
  private static func picture(
    _ size: String, _ filter: String, in folder: TemporaryFolder
  ) throws -> SourceDescription {
    let path = folder.file("\(size).mov")
    let made = try Program(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "\(filter):r=25:d=1,format=yuv420p", "-c:v", "libx264",
        "-qp", "0", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
        path,
      ])
    try #require(made.status == 0, "\(made.errors)")
    return try SourceDescription.inspect(path)
  }

  @Test func `a still with transparency lies over HLG`() throws {
    let folder = try TemporaryFolder()
    let film = try SourceDescription.inspect(PatchSource.hlg.make(in: folder))
    let path = folder.file("logo.png")
    // White on the left, nothing on the right.
    let made = try Program(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i",
        "color=white:s=40x40,format=rgba,geq=r=255:g=255:b=255:a='if(lt(X,20),255,0)'",
        "-frames:v", "1", path,
      ])
    try #require(made.status == 0, "\(made.errors)")
    let logo = try SourceDescription.still(path)
    var composition = Composition()
    composition.clips = [
      Composition.Clip(film, range: TimeRange(duration: Rational(1))),
      Composition.Clip(
        logo, range: TimeRange(duration: Rational(1, 2)), at: Rational(1, 2), layer: 1),
    ]
    composition.clips[0].placement.opacity = Ramp(0)
    composition.clips[1].placement.frame = PictureRectangle(x: 20, y: 20, width: 40, height: 40)
    let out = folder.file("out.mov")
    let result = try Self.export(composition, VideoComposition(), .proRes422, to: out)
    #expect(result.description.mainVideo?.video?.color == .hlg)
    let before = try DecodedLuma(out, picture: 5, bits: 10, in: folder)
    #expect(abs(before[30, 40] - 64) <= 4)
    let after = try DecodedLuma(out, picture: 25, bits: 10, in: folder)
    // White of a screen is 75 % of HLG; where the still is transparent, black stays.
    #expect(abs(after[30, 40] - 721) <= 8, "\(after[30, 40])")
    #expect(abs(after[52, 40] - 64) <= 8, "\(after[52, 40])")
  }

  @Test func `a source without pictures is heard alone`() throws {
    let folder = try TemporaryFolder()
    let sound = try SourceDescription.inspect(ExportSource.audioOnly.make(in: folder))
    var composition = Composition()
    try composition.append(sound)
    try composition.append(sound)
    let path = folder.file("out.m4a")
    let result = try Self.export(composition, VideoComposition(), .m4a, to: path)
    #expect(result.description.mainVideo == nil)
    #expect(abs((result.description.duration?.value ?? 0) - 0.64) < 0.03)
    #expect(throws: EncodingError.self) {
      try Self.export(composition, to: folder.file("none.mov"))
    }
  }

  @Test func `the article's examples export`() throws {
    let folder = try TemporaryFolder()
    let film = try SourceDescription.inspect(PatchSource.sdr.make(in: folder))
    let interview = try SourceDescription.inspect(Fixture.path("sync.mp4"))
    let (output, logo) = (folder.file("out.mov"), folder.file("logo.png"))
    _ = try Program(
      "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "color=red:s=64x64", "-frames:v", "1", logo])

    var composition = Composition()
    try composition.append(film)
    try composition.append(interview, start: 0.5, end: 1.5)
    try composition.insertGap(Rational(1, 2), at: Rational(1))

    var overlay = Composition.Clip(
      try SourceDescription.still(logo), range: TimeRange(duration: Rational(1)), layer: 1)
    overlay.placement.frame = PictureRectangle(x: 16, y: 16, width: 64, height: 64)
    overlay.placement.opacity.change(
      from: 0, to: 1, over: TimeRange(duration: Rational(1, 2)))
    composition.clips.append(overlay)

    let preview = try CompositionPlan(composition)
    let changes = preview.pieces.map { ($0.conversion, $0.fit, $0.rate) }

    let request = try ExportRequest(.preset(.hevcHighestQuality), to: output)
    let session = ExportSession(try ExportPlan(for: composition, [request]))
    let result = try session.run()

    #expect(changes.count == 3)
    // 1 s, a gap of a half and 1 s more, at 25 a second.
    #expect([62, 63].contains(result.first?.description.mainVideo?.frameCount))
    let examples = try DocumentationExamples(
      article: "Sources/HLSEncoding/HLSEncoding.docc/Compositions.md")
    #expect(try examples.missing(from: #filePath) == [])
  }

  @Test func `a composition stops when it is cancelled, and leaves nothing`() throws {
    let folder = try TemporaryFolder()
    let composition = try Self.patches([.sdr], in: folder)
    let path = folder.file("out.mov")
    let plan = try ExportPlan(
      for: composition, [try ExportRequest(.preset(.hevcHighestQuality), to: path)], Self.fast)
    let session = ExportSession(plan)
    session.cancel()
    #expect(throws: (any Error).self) { try session.run() }
    guard case .cancelled = session.state else {
      Issue.record("expected a cancelled session")
      return
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left == ["sdr.mov"])
  }
}
