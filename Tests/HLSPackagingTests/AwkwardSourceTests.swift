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

/// What files say of their pictures that is missing, wrong, contradictory or uncommon.
@Suite struct AwkwardSourceTests {
  // MARK: Light

  /// A tenth of the picture at 1,000 cd/m² (luma 723), the rest at 203 cd/m² (573).
  @Test func `light is measured where a PQ source says nothing of it`() throws {
    let folder = try TemporaryFolder()
    let path = try Picture.source(
      "geq=lum='if(lt(X,32),723,573)':cb=512:cr=512", .pq, at: folder.file("light.mp4"))
    let source = try SourceDescription.inspect(path)
    let light = try #require(try MeasuredLight.measure(source))
    #expect((995...1010).contains(light.contentLightLevel.maximumContentLightLevel))
    #expect((280...288).contains(light.contentLightLevel.maximumFrameAverageLightLevel))

    let without = try LadderPlan(for: source)
    #expect(without.metadata.contentLightLevel == nil)
    #expect(without.light.peak.origin == .assumed)
    let with = try LadderPlan(for: source, LadderOptions(measuredLight: light))
    #expect(with.metadata.contentLightLevel == light.contentLightLevel)
    #expect(with.light.peak.origin == .measured)

    let package = try PackagedLadder(path, LadderOptions(measuredLight: light))
    let rung = try #require(package.report.renditions.first { $0.videoRange == "PQ" })
    #expect(try package.videoEntry(rung.directory).contentLightLevel == light.contentLightLevel)
  }

  @Test func `light of SDR is not measured`() throws {
    #expect(
      try MeasuredLight.measure(SourceDescription.inspect(Fixture.path("sync.mp4"))) == nil)
  }

  struct Doubt: Sendable {
    var display: (peak: UInt32, black: UInt32) = (10_000_000, 50)
    var levels: (maximum: UInt16, average: UInt16) = (1000, 400)
    var warning: String
  }

  static let doubts = [
    Doubt(display: (1000, 50), warning: "the mastering display is dropped: a peak of 0.1 cd/m²"),
    Doubt(display: (0, 0), warning: "the mastering display is dropped: a peak of 0.0 cd/m²"),
    Doubt(
      display: (10_000_000, 10_000_000),
      warning: "the mastering display is dropped: the black of 1000.0 cd/m² is not below the peak"),
    Doubt(levels: (0, 0), warning: "the light levels are dropped: a MaxCLL of 0"),
    Doubt(levels: (400, 1000), warning: "the light levels are dropped: a MaxFALL of 1000"),
  ]

  @Test(arguments: doubts)
  func `metadata that cannot be true is dropped with a warning`(_ doubt: Doubt) throws {
    let point = MasteringDisplay.Chromaticity.init
    var description = try SourceDescription.inspect(Fixture.path("hdr10.mp4"))
    let index = try #require(description.mainVideo?.index)
    description.tracks[index].video?.masteringDisplay = MasteringDisplay(
      green: point(13_250, 34_500), blue: point(7_500, 3_000), red: point(34_000, 16_000),
      whitePoint: point(15_635, 16_450), maximumLuminance: doubt.display.peak,
      minimumLuminance: doubt.display.black)
    description.tracks[index].video?.contentLightLevel = ContentLightLevel(
      maximumContentLightLevel: doubt.levels.maximum,
      maximumFrameAverageLightLevel: doubt.levels.average)
    let plan = try LadderPlan(for: description)
    #expect(plan.warnings.contains { $0.hasPrefix(doubt.warning) }, "\(plan.warnings)")
    let isDisplay = doubt.warning.contains("mastering display")
    #expect((plan.metadata.masteringDisplay == nil) == isDisplay)
    #expect((plan.metadata.contentLightLevel == nil) == !isDisplay)
  }

  // MARK: Boxes

  /// A PQ rung of 640x360 as one file, with its sample entry changed.
  private func rewritten(
    in folder: TemporaryFolder, _ change: (inout VideoSampleEntry) -> Void
  ) throws -> String {
    let package = try PackagedLadder(
      Fixture.path("hdr10.mp4"), LadderOptions(ranges: [.pq], maximumHeight: 360))
    let rung = try #require(package.report.renditions.first { $0.videoRange == "PQ" })
    let head = try Data(contentsOf: URL(filePath: package.file("\(rung.directory)/init.mp4")))
    var initialization = try InitializationSegment(parsing: [UInt8](head))
    guard case .video(var entry) = initialization.movie.tracks[0].sampleEntries[0] else {
      throw CocoaError(.fileReadCorruptFile)
    }
    change(&entry)
    initialization.movie.tracks[0].sampleEntries[0] = .video(entry)
    let whole = try Data(contentsOf: URL(filePath: try package.joined(rung.directory)))
    let path = folder.file("changed.mp4")
    try (Data(initialization.bytes) + whole.dropFirst(head.count)).write(to: URL(filePath: path))
    return path
  }

  @Test func `contradictions name bitstream, box and side data`() throws {
    let folder = try TemporaryFolder()
    let path = try rewritten(in: folder) {
      $0.contentLightLevel = ContentLightLevel(
        maximumContentLightLevel: 600, maximumFrameAverageLightLevel: 200)
      $0.color = .hlg
    }
    let plan = try LadderPlan(for: SourceDescription.inspect(path))
    #expect(
      plan.warnings.contains(
        "the light levels differ: bitstream MaxCLL 1000 and MaxFALL 400, box MaxCLL 600 and "
          + "MaxFALL 200, side data MaxCLL 600 and MaxFALL 200; MaxCLL 1000 and MaxFALL 400 is used"
      ), "\(plan.warnings)")
    #expect(
      plan.warnings.contains { $0.hasPrefix("the colours differ: bitstream 9/16/9, box 9/18/9") },
      "\(plan.warnings)")
    #expect(plan.metadata.contentLightLevel?.maximumContentLightLevel == 1000)
    #expect(plan.video?.video?.videoRange == .pq)
  }

  /// 314 lux of D65, what Apple asks for beside HLG and Dolby Vision 8.4.
  @Test func `the ambient viewing environment is kept`() throws {
    let ambient = AmbientViewingEnvironment(
      illuminance: 3_140_000, light: MasteringDisplay.Chromaticity(x: 15_635, y: 16_450))
    let folder = try TemporaryFolder()
    let path = try rewritten(in: folder) { $0.ambientViewingEnvironment = ambient }
    let package = try PackagedLadder(path, LadderOptions(maximumHeight: 180))
    let rung = try #require(package.report.renditions.first { $0.videoRange == "PQ" })
    #expect(try package.videoEntry(rung.directory).ambientViewingEnvironment == ambient)
    let sdr = try #require(package.report.renditions.first { $0.videoRange == "SDR" })
    #expect(try package.videoEntry(sdr.directory).ambientViewingEnvironment == nil)
  }

  @Test func `the clean aperture is cut out`() throws {
    let folder = try TemporaryFolder()
    let path = try rewritten(in: folder) {
      $0.cleanAperture = CleanAperture(
        width: .init(480), height: .init(360), horizontalOffset: .init(-80),
        verticalOffset: .init(0))
    }
    let source = try SourceDescription.inspect(path)
    #expect(
      source.mainVideo?.video?.cropping == PictureRectangle(x: 0, y: 0, width: 480, height: 360))
    let package = try PackagedLadder(path, LadderOptions(ranges: [.pq]))
    let rung = try #require(package.report.renditions.first)
    let entry = try package.videoEntry(rung.directory)
    #expect(entry.width == 480 && entry.height == 360)
  }

  // MARK: Fields and damage

  /// 50 fields a second, in frames of two.
  @Test func `interlaced pictures come out at the field rate`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("interlaced.mp4")
    let made = try Program(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=640x480:r=50:d=2,format=yuv420p",
        "-vf", "tinterlace=interleave_top,fieldorder=tff", "-flags", "+ilme+ildct", "-c:v",
        "libx264", "-preset", "ultrafast", "-x264-params", "tff=1", "-colorspace", "bt709",
        "-color_primaries", "bt709", "-color_trc", "bt709", path,
      ])
    #expect(made.errors == "")
    let package = try PackagedLadder(
      path, LadderOptions(ladder: try LadderFile(Self.oneRung, name: "")))
    let rung = try #require(package.report.renditions.first)
    let counted = try Program.probe(
      package.file("\(rung.directory)/playlist.m3u8"), "-count_frames", "-show_entries",
      "stream=avg_frame_rate,nb_read_frames")
    #expect(counted.first == "50/1,100", "\(counted)")
    // Each field shows another moment: no picture is like the one before.
    let repeated = try Program(
      "ffmpeg",
      [
        "-v", "info", "-i", package.file("\(rung.directory)/playlist.m3u8"), "-vf",
        "mpdecimate=hi=64:lo=64:frac=1,showinfo", "-f", "null", "-",
      ])
    #expect(repeated.errors.contains("n:  95"), "\(repeated.errors.suffix(400))")
    #expect(package.report.warnings.contains { $0.contains("interlaced") })
  }

  private static let oneRung = Data(
    #"{"rungs":[{"codec":"h264","width":640,"height":480,"bitRate":4000000}]}"#.utf8)

  private func damaged(in folder: TemporaryFolder) throws -> String {
    let path = folder.file("damaged.ts")
    let made = try Program(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=3,format=yuv420p",
        "-c:v", "libx264", "-g", "10", "-bf", "0", "-x264-params", "slices=4", path,
      ])
    #expect(made.errors == "")
    var bytes = try Data(contentsOf: URL(filePath: path))
    // The payload of some transport packets in the middle.
    for packet in stride(from: bytes.count / 188 / 2, to: bytes.count / 188 / 2 + 40, by: 3) {
      for offset in 60..<160 { bytes[packet * 188 + offset] = UInt8(offset * 7 % 251) }
    }
    try bytes.write(to: URL(filePath: path))
    return path
  }

  @Test func `damaged pictures are counted and replaced`() throws {
    let folder = try TemporaryFolder()
    let package = try PackagedLadder(try damaged(in: folder))
    #expect(package.report.damagedFrames > 0)
    #expect(package.report.warnings.contains { $0.contains("do not decode cleanly") })
    let rung = try #require(package.report.renditions.first)
    let counted = try Program.probe(
      package.file("\(rung.directory)/playlist.m3u8"), "-count_frames", "-show_entries",
      "stream=nb_read_frames")
    #expect(counted.first == "75")
  }

  @Test func `strict ends at the first damage, with its time`() throws {
    let folder = try TemporaryFolder()
    let path = try damaged(in: folder)
    let error = #expect(throws: EncodingError.self) {
      try PackagedLadder(path, LadderOptions(isStrict: true))
    }
    let text = try #require(error?.description)
    #expect(text.contains("track 0 does not decode cleanly at "), "\(text)")
  }

  // MARK: Parts and jumps

  struct Part: Sendable, CustomTestStringConvertible {
    var file: String
    var range: SourceRange
    /// Pictures of 1/25 s, from the fixture's 150.
    var frames: Int
    var testDescription: String { "\(file), \(range.start) s, \(range.duration ?? -1) s" }
  }

  static let parts = [
    Part(file: "source.mp4", range: SourceRange(duration: 5.2), frames: 130),
    Part(file: "source.mp4", range: SourceRange(start: 2, duration: 3.04), frames: 76),
    Part(file: "source.mkv", range: SourceRange(duration: 5.2), frames: 130),
    Part(file: "source.ts", range: SourceRange(duration: 5.2), frames: 130),
    // One group of pictures: what is asked for starts in its middle.
    Part(file: "source.ts", range: SourceRange(start: 3.2), frames: 70),
    Part(file: "source.mpg", range: SourceRange(start: 1.2), frames: 120),
  ]

  @Test(arguments: parts)
  func `a part begins and ends where it was asked to`(_ part: Part) throws {
    let folder = try TemporaryFolder()
    let path = folder.file(part.file)
    let codecs =
      part.file.hasSuffix("mpg") ? ["-c:v", "mpeg2video", "-c:a", "mp2"] : ["-c", "copy"]
    let made = try Program(
      "ffmpeg", ["-v", "error", "-i", Fixture.path("sync.mp4")] + codecs + [path])
    #expect(made.errors == "")
    let package = try PackagedLadder(path, LadderOptions(range: part.range))
    let rung = try #require(package.report.renditions.first { $0.videoRange != nil })
    let counted = try Program.probe(
      package.file("\(rung.directory)/playlist.m3u8"), "-count_frames", "-select_streams", "v",
      "-show_entries", "stream=nb_read_frames")
    #expect(counted.first == "\(part.frames)")
    #expect(try Program.script("check-package", [package.file("")]).status == 0)
  }

  /// One picture of a transport stream says that it is shown two hours later.
  @Test func `a damaged timestamp makes no hours of pictures`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("jump.ts")
    let made = try Program(
      "ffmpeg",
      [
        "-v", "error", "-i", Fixture.path("sync.mp4"), "-c:v", "libx264", "-bf", "0", "-c:a",
        "copy",
        "-bsf:v", "setts=pts='if(eq(N,60),PTS+7200/TB,PTS)':dts='if(eq(N,60),DTS+7200/TB,DTS)'",
        "-max_interleave_delta", "1", path,
      ])
    #expect(made.status == 0)
    let package = try PackagedLadder(path)
    let video = try #require(package.report.renditions.first { $0.videoRange != nil })
    #expect((5.5...7).contains(video.duration))
  }

  @Test func `loudness is measured and set beside pictures`() throws {
    LibraryLog.silence()
    let plan = try LadderPlan(for: SourceDescription.inspect(Fixture.path("hdr10.mp4")))
    let louder = try plan.normalized(to: -16)
    #expect(louder.audio.allSatisfy { $0.gain > 3 })
  }
}
