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

/// What FFmpeg, ffprobe, mediainfo and an independent script find in packages.
@Suite(.serialized) struct LadderPackageTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var source: String
    /// Pictures of a full-rate rung and of a half-rate one, as ffprobe counts them in the source.
    var frames: [Int]
    /// Folders of the rungs.
    var rungs: [String]
    var testDescription: String { source }
  }

  static let cases = [
    Case(
      source: "hdr10.mp4", frames: [75],
      rungs: [
        "video-h264-sdr-360p-365k", "video-h264-sdr-234p-105k", "video-hevc-pq-360p-105k",
      ]),
    Case(
      source: "hlg.mp4", frames: [63],
      rungs: [
        "video-h264-sdr-360p-365k", "video-h264-sdr-234p-105k", "video-hevc-hlg-360p-105k",
      ]),
    Case(
      source: "languages.mkv", frames: [63],
      rungs: ["video-h264-sdr-360p-365k", "video-h264-sdr-234p-105k"]),
    Case(source: "sound.wav", frames: [], rungs: []),
  ]

  @Test(arguments: cases)
  func `every rendition decodes whole, and declares what is measured`(_ c: Case) throws {
    let package = try PackagedLadder(Fixture.path(c.source))
    let video = package.report.renditions.filter { $0.width != nil }
    #expect(video.map(\.directory) == c.rungs)
    let check = try Program.script("check-package", [package.file("")])
    #expect(check.status == 0, "\(check.output)")
    for (directory, playlist) in package.playlists where !directory.hasPrefix("subtitles") {
      let decoded = try Program("ffmpeg", ["-v", "error", "-i", playlist, "-f", "null", "-"])
      #expect(decoded.errors == "")
      let isVideo = directory.hasPrefix("video")
      let counted = try Program.probe(
        playlist, "-count_frames", "-select_streams", isVideo ? "v" : "a",
        "-show_entries", "stream=nb_read_frames,start_time")
      let fields = try #require(counted.last).split(separator: ",")
      let start = try #require(fields.first.flatMap { Double($0) })
      #expect(abs(start) <= 1024.0 / 44_100 + 0.000_001)
      if isVideo {
        #expect(start == 0)
        #expect(c.frames.contains(try #require(Int(fields[1]))))
      }
    }
  }

  /// The fixtures are made with a mastering display of 0.005 to 1,000 cd/m², P3 primaries, MaxCLL
  /// 1,000 and MaxFALL 400.
  @Test func `HDR10 metadata arrives in SEI messages and boxes`() throws {
    let package = try PackagedLadder(Fixture.path("hdr10.mp4"))
    let joined = try package.joined("video-hevc-pq-360p-105k")
    let probed = try Program.probe(
      joined, "-select_streams", "v", "-show_entries",
      "stream=profile,pix_fmt,color_range,color_space,color_transfer,color_primaries")
    #expect(probed.first?.hasPrefix("Main 10,yuv420p10le,tv,bt2020nc,smpte2084,bt2020") == true)
    let frame = try Program(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v", "-read_intervals", "%+#1", "-show_entries",
        "frame=pts:side_data", "-of", "flat", joined,
      ])
    for expected in [
      #"red_x="34000/50000""#, #"red_y="16000/50000""#, #"green_x="13250/50000""#,
      #"green_y="34500/50000""#, #"blue_x="7500/50000""#, #"blue_y="3000/50000""#,
      #"white_point_x="15635/50000""#, #"white_point_y="16450/50000""#,
      #"min_luminance="50/10000""#, #"max_luminance="10000000/10000""#, "max_content=1000",
      "max_average=400",
    ] {
      #expect(frame.output.contains(expected))
    }
    let info = try Program("mediainfo", ["--Output=JSON", joined]).output
    for expected in [
      #""HDR_Format": "SMPTE ST 2086""#, #""MaxCLL": "1000 cd/m2""#, #""MaxFALL": "400 cd/m2""#,
      #""MasteringDisplay_ColorPrimaries": "Display P3""#,
      #""MasteringDisplay_Luminance": "min: 0.0050 cd/m2, max: 1000 cd/m2""#,
      #""transfer_characteristics": "PQ""#, #""matrix_coefficients": "BT.2020 non-constant""#,
    ] {
      #expect(info.contains(expected), "\(expected)")
    }
    let entry = try package.videoEntry("video-hevc-pq-360p-105k")
    #expect(entry.masteringDisplay?.maximumLuminance == 10_000_000)
    #expect(entry.masteringDisplay?.red == .init(x: 34_000, y: 16_000))
    #expect(
      entry.contentLightLevel
        == ContentLightLevel(
          maximumContentLightLevel: 1000, maximumFrameAverageLightLevel: 400))
    #expect(entry.color == .pq)
    let sdr = try package.videoEntry("video-h264-sdr-360p-365k")
    #expect(sdr.color == .bt709)
    #expect(sdr.masteringDisplay == nil)
    #expect(sdr.contentLightLevel == nil)
  }

  @Test func `a source without static metadata gives a package without boxes of it`() throws {
    let package = try PackagedLadder(Fixture.path("pq.mp4"))
    let entry = try package.videoEntry("video-hevc-pq-360p-105k")
    #expect(entry.color == .pq)
    #expect(entry.masteringDisplay == nil)
    #expect(entry.contentLightLevel == nil)
    let bytes = try Data(
      contentsOf: URL(filePath: package.file("video-hevc-pq-360p-105k/init.mp4")))
    #expect(bytes.range(of: Data("mdcv".utf8)) == nil)
    #expect(bytes.range(of: Data("clli".utf8)) == nil)
  }

  @Test func `two runs give the same segments`() throws {
    let first = try PackagedLadder(Fixture.path("hdr10.mp4"))
    let second = try PackagedLadder(Fixture.path("hdr10.mp4"))
    let difference = try Program(
      "diff", ["-rq", "--exclude=report.json", first.file(""), second.file("")])
    #expect(difference.output == "")
    #expect(difference.status == 0)
  }

  /// Odd sides, and chroma that 4:2:0 encoders do not take.
  @Test(arguments: ["yuv420p", "yuv422p", "yuv444p", "gbrp", "gray", "yuv420p10le", "yuva420p"])
  func `pictures of any format and of odd size are encoded`(_ format: String) throws {
    let folder = try TemporaryFolder()
    let source = folder.file("odd.mkv")
    let made = try Program(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=321x181:r=25:d=0.4", "-pix_fmt", format,
        "-c:v", "ffv1", source,
      ])
    #expect(made.status == 0, "\(made.errors)")
    let package = try PackagedLadder(source)
    let counted = try Program.probe(
      package.file("\(package.report.renditions[0].directory)/playlist.m3u8"), "-count_frames",
      "-select_streams", "v", "-show_entries", "stream=width,height,nb_read_frames")
    #expect(counted.first == "320,180,10")
  }

  /// The fixture has 150 pictures; FFmpeg counts as many in each of these.
  static let containers: [(String, [String], Int)] = [
    ("raw.264", ["-map", "0:v", "-c", "copy", "-bsf:v", "h264_mp4toannexb"], 150),
    ("film.avi", ["-c", "copy"], 150),
    ("film.mpg", ["-c:v", "mpeg2video", "-bf", "2", "-c:a", "mp2"], 150),
    ("film.webm", ["-c:v", "libvpx", "-deadline", "realtime", "-c:a", "libopus"], 150),
  ]

  @Test(arguments: containers)
  func `no picture is lost on the way`(
    _ name: String, _ arguments: [String], _ frames: Int
  ) throws {
    let folder = try TemporaryFolder()
    let made = try Program(
      "ffmpeg",
      ["-v", "error", "-i", Fixture.path("sync.mp4")] + arguments + [folder.file(name)])
    #expect(made.status == 0, "\(made.errors)")
    #expect(try Self.pictures(in: folder.file(name)) == frames)
  }

  /// Two recordings one behind the other: timestamps start again, the size changes.
  @Test func `joined recordings are encoded to the end`() throws {
    let folder = try TemporaryFolder()
    var joined = Data()
    for size in ["320x180", "480x360"] {
      let made = try Program(
        "ffmpeg",
        [
          "-v", "error", "-i", Fixture.path("sync.mp4"), "-t", "3", "-s", size, "-c:v", "libx264",
          "-bf", "0", "-c:a", "aac", folder.file("\(size).ts"),
        ])
      #expect(made.status == 0, "\(made.errors)")
      joined += try Data(contentsOf: URL(filePath: folder.file("\(size).ts")))
    }
    try joined.write(to: URL(filePath: folder.file("joined.ts")))
    let pictures = try Self.pictures(in: folder.file("joined.ts"))
    // A picture or two may stand longer where the sound of the first ends later than its pictures.
    #expect((150...153).contains(pictures))
  }

  private static func pictures(in source: String) throws -> Int {
    let package = try PackagedLadder(source)
    #expect(try Program.script("check-package", [package.file("")]).status == 0)
    let rung = try #require(package.playlists.first { $0.directory.hasPrefix("video") })
    let counted = try Program.probe(
      rung.path, "-count_frames", "-select_streams", "v", "-show_entries",
      "stream=nb_read_frames")
    return try #require(counted.first.flatMap { Int($0.filter(\.isNumber)) })
  }

  @Test func `a part of a source starts and stops at the frame`() throws {
    var options = LadderOptions()
    options.range = SourceRange(start: 1, duration: 1)
    let package = try PackagedLadder(Fixture.path("languages.mkv"), options)
    let counted = try Program.probe(
      package.file("video-h264-sdr-360p-365k/playlist.m3u8"), "-count_frames", "-select_streams",
      "v", "-show_entries", "stream=nb_read_frames")
    #expect(counted.last == "25")
    #expect(try Program.script("check-package", [package.file("")]).status == 0)
  }
}

extension PackagedLadder {
  /// The video sample entry of a rendition, read back.
  func videoEntry(_ directory: String) throws -> VideoSampleEntry {
    let bytes = try Data(contentsOf: URL(filePath: file("\(directory)/init.mp4")))
    let segment = try InitializationSegment(parsing: Array(bytes))
    guard case .video(let entry)? = segment.movie.tracks.first?.sampleEntries.first else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return entry
  }
}
