// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSEncoding
import HLSPackaging
import HLSPlaylist
import LibAV
import RungTestSupport
import Testing

/// Rungs that cannot be cut where the others are, encoded anew beside those that are copied.
@Suite(.serialized) struct CopyRenewalTests {
  private let folder: TemporaryFolder

  init() throws {
    LibraryLog.silence()
    folder = try TemporaryFolder()
  }

  private func source(
    _ name: String, _ arguments: [String], rate: String = "25", size: String = "160x90"
  ) throws -> String {
    let path = folder.file(name)
    let run = try Program(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=\(size):r=\(rate):d=20",
        "-preset", "ultrafast", "-bf", "2", "-pix_fmt", "yuv420p", "-colorspace", "bt709",
        "-color_primaries", "bt709", "-color_trc", "bt709",
      ] + arguments + [path])
    #expect(run.errors == "")
    return path
  }

  private func h264(every frames: Int) -> [String] {
    ["-c:v", "libx264", "-g", "\(frames)", "-keyint_min", "\(frames)", "-sc_threshold", "0"]
  }

  private static func options(_ change: (inout CopyOptions) -> Void) -> CopyOptions {
    var options = CopyOptions()
    options.speed = "ultrafast"
    change(&options)
    return options
  }

  /// When the pictures are shown at which a decoder can start, in seconds.
  private func keyTimes(_ package: CopiedPackage, _ directory: String) throws -> [Double] {
    try Program.probe(
      package.joined(directory), "-select_streams", "v", "-skip_frame", "nokey",
      "-show_entries", "frame=best_effort_timestamp_time"
    ).compactMap { Double($0.prefix { $0 != "," }) }
  }

  private func expectEachSegmentDecodes(_ package: CopiedPackage, pictures: Int) throws {
    for rendition in package.report.renditions where rendition.directory.hasPrefix("video") {
      var count = 0
      for segment in 0..<rendition.segments {
        let file = try package.joined(rendition.directory, segment..<segment + 1)
        let decoded = try Program(
          "ffmpeg", ["-v", "error", "-i", file, "-fps_mode", "passthrough", "-f", "null", "-"])
        #expect(decoded.errors == "")
        let counted = try Program.probe(
          file, "-count_frames", "-select_streams", "v", "-show_entries", "stream=nb_read_frames")
        count += try #require(counted.first.flatMap { Int($0.filter(\.isNumber)) })
      }
      #expect(count == pictures, "\(rendition.directory)")
    }
  }

  @Test func `one rung of three is encoded, the others are the source's`() throws {
    let paths = [
      try source("a.mp4", h264(every: 50)), try source("b.mp4", h264(every: 60)),
      try source("c.mp4", h264(every: 50), size: "320x180"),
    ]
    let package = try CopiedPackage(
      paths.map { CopyInput($0) }, Self.options { $0.renewsMisaligned = true })
    let renditions = package.report.renditions
    #expect(renditions.map(\.samples) == [500, 500, 500])
    #expect(
      package.report.warnings == [
        "\(paths[1]): the pictures are encoded anew, for want of IDR pictures where the other rungs "
          + "have theirs"
      ])
    for (path, rendition) in zip(paths, renditions) {
      let copy = try PacketHash.list(package.joined(rendition.directory), "v:0")
      #expect(try (copy == PacketHash.list(path, "v:0")) == (path != paths[1]))
      #expect(
        Array(try package.playlist(rendition.directory).segments).map(\.duration)
          == [6, 6, 6, 2] as [ExactDecimal])
      let times = try keyTimes(package, rendition.directory)
      #expect(times == stride(from: 0.0, to: 20, by: 2).map { $0 }, "\(rendition.directory)")
    }
    // Size and rate stay: the source's rate is ffprobe's.
    let rate = try #require(
      Program.probe(paths[1], "-show_entries", "stream=bit_rate").first
        .flatMap { Double($0.filter(\.isNumber)) })
    #expect((renditions[1].width, renditions[1].height) == (160, 90))
    #expect(abs(Double(renditions[1].averageBitRate) / rate - 1) < 0.15)
    try expectEachSegmentDecodes(package, pictures: 500)
    let check = try Program.script("check-package", [package.file("")])
    #expect(check.status == 0, "\(check.output)")
  }

  @Test func `IDR pictures at uneven times are met by rungs of any rate`() throws {
    let uneven =
      ["-c:v", "libx264", "-g", "999", "-sc_threshold", "0", "-force_key_frames"]
      + ["0,3,7.2,12,12.4,16"]
    let paths = [
      try source("a.mp4", uneven), try source("b.mp4", uneven, size: "320x180"),
      try source("c.mp4", h264(every: 130), rate: "50"),
    ]
    let package = try CopiedPackage(
      paths.map { CopyInput($0) }, Self.options { $0.renewsMisaligned = true })
    #expect(package.report.renditions.map(\.samples) == [500, 500, 1000])
    for rendition in package.report.renditions {
      #expect(
        Array(try package.playlist(rendition.directory).segments).map(\.duration)
          == [7.2, 5.2, 7.6] as [ExactDecimal])
      #expect(try keyTimes(package, rendition.directory) == [0, 3, 7.2, 12, 12.4, 16])
    }
    let check = try Program.script("check-package", [package.file("")])
    #expect(check.status == 0, "\(check.output)")
  }

  @Test func `open groups of pictures are closed, and every segment decodes alone`() throws {
    let open = try source(
      "open.mp4",
      [
        "-c:v", "libx265", "-tag:v", "hvc1", "-x265-params",
        "log-level=none:keyint=50:min-keyint=50:open-gop=1:scenecut=0",
      ])
    let error = #expect(throws: PackagingError.self) { try CopiedPackage(open) }
    #expect(error?.code == .alignment)
    #expect(error?.hint?.contains("'--reencode-misaligned'") == true)
    let package = try CopiedPackage(
      [CopyInput(open)], Self.options { $0.renewsMisaligned = true })
    #expect(try package.master().hasIndependentSegments)
    #expect(package.report.renditions.map(\.codec) == ["hvc1.1.6.L60.90"])
    try expectEachSegmentDecodes(package, pictures: 500)
  }

  @Test func `an IDR picture too many in one file is no misalignment`() throws {
    let path = try source(
      "lone.mp4",
      [
        "-c:v", "libx264", "-g", "999", "-sc_threshold", "0", "-force_key_frames", "0,1,12",
      ])
    let package = try CopiedPackage(path)
    #expect(
      package.report.warnings == [
        "the longest group of pictures lasts 11 s, from 1 s on: a segment cannot be shorter"
      ])
  }

  // MARK: Trick play

  @Test(arguments: [false, true])
  func `a picture a second for players that wind`(_ isSingleFile: Bool) throws {
    let paths = [
      try source("a.mp4", h264(every: 48), rate: "24000/1001"),
      try source("b.mp4", h264(every: 48), rate: "24000/1001", size: "640x360"),
    ]
    let package = try CopiedPackage(
      paths.map { CopyInput($0) },
      Self.options {
        $0.hasDenseTrickPlay = true
        $0.isSingleFile = isSingleFile
      })
    let master = try package.master()
    #expect(master.variants.count == 2)
    #expect(master.iFrameStreams.map(\.resolution?.description) == ["160x90", "640x360"])
    for stream in master.iFrameStreams {
      #expect(stream.codecs.count == 1 && stream.codecs[0].hasPrefix("avc1."))
      let playlist = try MediaPlaylist(parsing: package.text(stream.uri), options: .strict)
      let pictures = Array(playlist.segments)
      // 24 pictures of 24000/1001 a second last 1.001 s; the source has 480 and lasts 20.02 s.
      #expect(pictures.count == 20)
      #expect(pictures.dropLast().allSatisfy { $0.duration == 1.001 })
      #expect(pictures.reduce(ExactDecimal.zero) { $0 + $1.duration } == 20.02)
      try expectEachDecodes(pictures, in: package, stream.uri)
    }
    // 45 kb/s is the rate of 640x360 (authoring rule 6.7).
    let average = try #require(master.iFrameStreams.last?.averageBandwidth)
    #expect(average > 36_000 && average < 54_000)
    let check = try Program.script("check-package", [package.file("")])
    #expect(check.status == 0, "\(check.output)")
  }

  /// Every entry of an I-frame playlist is one picture that decodes behind the init segment.
  private func expectEachDecodes(
    _ pictures: [MediaSegment], in package: CopiedPackage, _ uri: String
  ) throws {
    let directory = uri.split(separator: "/")[0]
    func bytes(_ name: String, _ range: ByteRange?) throws -> Data {
      let data = try Data(contentsOf: URL(filePath: package.file("\(directory)/\(name)")))
      guard let range else { return data }
      return data[Int(range.offset)..<Int(range.offset + range.length)]
    }
    for picture in pictures {
      let map = try #require(picture.initialization)
      let data = try bytes(map.uri, map.byteRange) + bytes(picture.uri, picture.byteRange)
      let file = package.folder.file("picture.mp4")
      try data.write(to: URL(filePath: file))
      let decoded = try Program("ffmpeg", ["-v", "error", "-i", file, "-f", "null", "-"])
      #expect(decoded.errors == "")
      let counted = try Program.probe(
        file, "-count_frames", "-show_entries", "stream=nb_read_frames")
      #expect(counted.first?.filter(\.isNumber) == "1")
    }
  }

  @Test func `an encoded ladder has a picture a second too`() throws {
    let path = try source("a.mp4", h264(every: 50), size: "640x360")
    var options = LadderOptions()
    options.hasDenseTrickPlay = true
    options.maximumHeight = 234
    let ladder = try PackagedLadder(path, options)
    func text(_ name: String) throws -> String {
      try String(contentsOfFile: ladder.file(name), encoding: .utf8)
    }
    let master = try MultivariantPlaylist(parsing: text("master.m3u8"), options: .strict)
    #expect(master.iFrameStreams.map(\.uri) == ["iframes-h264-sdr-234p-19k/iframes.m3u8"])
    let playlist = try MediaPlaylist(parsing: text(master.iFrameStreams[0].uri), options: .strict)
    #expect(Array(playlist.segments).map(\.duration) == Array(repeating: 1, count: 20))
    let check = try Program.script("check-package", [ladder.file("")])
    #expect(check.status == 0, "\(check.output)")
  }
}
