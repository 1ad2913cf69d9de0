// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSPackaging
import HLSPlaylist
import RungTestSupport
import Testing

/// Copies of sources with every kind of clock, made here with FFmpeg.
@Suite(.serialized) struct CopyTimelineTests {
  /// What is put into each source: pictures with two of reordering, and sound.
  private func source(
    _ folder: TemporaryFolder, _ name: String, rate: String, seconds: Int = 8,
    _ more: [String] = [], sound: [String] = ["-c:a", "aac"]
  ) throws -> String {
    let path = folder.file(name)
    let run = try Program(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=160x90:r=\(rate):d=\(seconds)",
        "-f", "lavfi", "-i", "sine=440:r=44100:d=\(seconds)", "-c:v", "libx264", "-preset",
        "ultrafast", "-bf", "2", "-g", "48", "-keyint_min", "48", "-sc_threshold", "0",
        "-pix_fmt", "yuv420p", "-ac", "2",
      ] + sound + more + [path])
    #expect(run.errors == "")
    return path
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var id: String
    var file: String
    var arguments: [String] = []
    var sound = ["-c:a", "aac"]
    var testDescription: String { id }
  }

  /// 24000/1001 pictures a second in groups of 48: 2.002 s, three to a segment.
  static let cases = [
    Case(id: "MP4", file: "film.mp4"),
    Case(id: "fragments", file: "film.mp4", arguments: ["-movflags", "frag_keyframe+empty_moov"]),
    Case(id: "fragments of a track each", file: "film.mp4", arguments: ["-movflags", "cmaf"]),
    Case(id: "a late start", file: "film.mp4", arguments: ["-output_ts_offset", "10"]),
    Case(id: "milliseconds", file: "film.mkv"),
    Case(id: "90 kHz", file: "film.ts"),
    Case(
      id: "a counter that wraps", file: "film.ts",
      arguments: ["-output_ts_offset", "95440.7", "-mpegts_copyts", "1"]),
    Case(id: "AC-3", file: "film.ts", sound: ["-c:a", "ac3"]),
    Case(id: "E-AC-3", file: "film.mkv", sound: ["-c:a", "eac3"]),
    Case(id: "Opus", file: "film.mkv", sound: ["-c:a", "libopus", "-ar", "48000"]),
    Case(id: "FLAC", file: "film.mkv", sound: ["-c:a", "flac"]),
  ]

  @Test(arguments: cases)
  func `pictures keep their rate and their start, whatever the clock`(_ c: Case) throws {
    let folder = try TemporaryFolder()
    let path = try source(folder, c.file, rate: "24000/1001", c.arguments, sound: c.sound)
    let package = try CopiedPackage(path)
    let video = try #require(package.report.renditions.first)
    #expect(video.frameRate == "24000/1001")
    let durations = Array(try package.playlist(video.directory).segments).map(\.duration)
    #expect(durations == [6.006, 2.002] as [ExactDecimal])
    let sound = try #require(package.report.renditions.last)
    // Sound is cut at the first frame at or after a cut: at most a frame late, of FLAC 0.105 s.
    let first = try #require(Array(try package.playlist(sound.directory).segments).first)
    #expect(first.duration >= 6.006 && first.duration < 6.111)
    for rendition in package.report.renditions {
      let playlist = package.file("\(rendition.directory)/playlist.m3u8")
      let decoded = try Program("ffmpeg", ["-v", "error", "-i", playlist, "-f", "null", "-"])
      #expect(decoded.errors == "")
    }
    let start = try Program.probe(
      package.joined(video.directory), "-select_streams", "v", "-show_entries",
      "packet=pts_time", "-read_intervals", "%+#1")
    #expect(start.first?.hasPrefix("0.000000") == true)
    let check = try Program.script("check-package", [package.file("")])
    #expect(check.status == 0, "\(check.output)")
  }

  @Test func `one file holds a rendition, its index and its segments`() throws {
    let folder = try TemporaryFolder()
    let path = try source(folder, "film.mp4", rate: "25")
    let files = try CopiedPackage(path)
    let single = try CopiedPackage(path, CopyOptions(isSingleFile: true))
    for rendition in single.report.renditions {
      let playlist = try single.playlist(rendition.directory)
      #expect(Set(Array(playlist.segments).map(\.uri)) == ["media.mp4"])
      // Segments follow one another to the end of the file.
      var position: UInt64?
      for segment in playlist.segments {
        let range = try #require(segment.byteRange)
        if let position { #expect(range.offset == position) }
        position = range.offset + range.length
      }
      let media = single.file("\(rendition.directory)/media.mp4")
      let size = try FileManager.default.attributesOfItem(atPath: media)[.size] as? UInt64
      #expect(position == size)
      let stream = rendition.directory.hasPrefix("video") ? "v:0" : "a:0"
      #expect(
        try PacketHash.list(media, stream)
          == PacketHash.list(files.joined(rendition.directory), stream))
    }
  }

  @Test func `a film of many segments is whole`() throws {
    let folder = try TemporaryFolder()
    let path = try source(folder, "film.mp4", rate: "25", seconds: 80)
    let package = try CopiedPackage(path, CopyOptions(segmentDuration: 2))
    let video = try #require(package.report.renditions.first)
    let names = Array(try package.playlist(video.directory).segments).map(\.uri)
    #expect(names.count > 32)
    #expect(names == names.sorted() && Set(names).count == names.count)
    #expect(
      try PacketHash.list(path, "v:0") == PacketHash.list(package.joined(video.directory), "v:0"))
    let check = try Program.script("check-package", [package.file("")])
    #expect(check.status == 0, "\(check.output)")
  }

  @Test func `inputs whose IDR pictures do not fall together are refused by time`() throws {
    let folder = try TemporaryFolder()
    let first = try source(folder, "a.mp4", rate: "25", seconds: 20, ["-g", "50"])
    let second = try source(
      folder, "b.mp4", rate: "25", seconds: 20, ["-g", "60", "-keyint_min", "60"])
    let error = #expect(throws: PackagingError.self) {
      try CopiedPackage([CopyInput(first), CopyInput(second)])
    }
    #expect(error?.code == .alignment)
    #expect(error?.reason.contains("found one at 2 s") == true)
  }

  @Test func `a group of pictures longer than a segment is named`() throws {
    let folder = try TemporaryFolder()
    let path = try source(
      folder, "a.mp4", rate: "25", seconds: 20, ["-g", "500", "-keyint_min", "500"])
    let package = try CopiedPackage(path)
    #expect(
      package.report.warnings == [
        "the longest group of pictures lasts 20 s, from 0 s on: a segment cannot be shorter"
      ])
  }

  @Test func `a second rung brings pictures, not the same sound again`() throws {
    let folder = try TemporaryFolder()
    let first = try source(folder, "a.mp4", rate: "25")
    let second = try source(folder, "b.mp4", rate: "25", ["-vf", "scale=320:180"])
    let package = try CopiedPackage([CopyInput(first), CopyInput(second)])
    let master = try package.master()
    #expect(master.variants.count == 2)
    #expect(master.renditions.count == 1)
    #expect(master.variants.map(\.audio) == ["aac", "aac"])
    #expect(master.iFrameStreams.count == 2)
  }

  struct Hole: Sendable, CustomTestStringConvertible {
    var id: String
    /// FFmpeg's options of the sound.
    var sound: [String]
    /// A filter that drops packets.
    var packets = "null"
    /// The segments of sound, from when to when in seconds to a tenth, gaps in parentheses.
    var segments: String
    var testDescription: String { id }
  }

  /// Twenty seconds of pictures in segments of six.
  static let holes = [
    Hole(
      id: "late", sound: ["-itsoffset", "13", "-f", "lavfi", "-i", "sine=r=48000:d=7"],
      segments: "(6.0) (12.0) (13.0) 18.0 20.0"),
    Hole(
      id: "early end", sound: ["-f", "lavfi", "-i", "sine=r=48000:d=7"],
      segments: "6.0 7.0 (12.0) (18.0) (20.0)"),
    Hole(
      id: "a hole", sound: ["-f", "lavfi", "-i", "sine=r=48000:d=20"],
      packets: "noise=amount=0:drop='gte(pts*tb,4)*lt(pts*tb,13)'",
      segments: "4.0 (6.0) (12.0) (13.0) 18.0 20.0"),
    Hole(
      id: "less than a second late",
      sound: ["-itsoffset", "0.5", "-f", "lavfi", "-i", "sine=r=48000:d=19.5"],
      segments: "6.0 12.0 18.0 20.0"),
  ]

  @Test(arguments: holes, [false, true])
  func `segments without sound are gaps`(_ c: Hole, _ isSingleFile: Bool) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("film.mp4")
    let run = try Program(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x90:r=25:d=20"] + c.sound
        + [
          "-map", "0:v", "-map", "1:a", "-c:v", "libx264", "-preset", "ultrafast", "-g", "50",
          "-keyint_min", "50", "-sc_threshold", "0", "-pix_fmt", "yuv420p", "-c:a", "ac3", "-bsf:a",
          c.packets,
          path,
        ])
    #expect(run.errors == "")
    let package = try CopiedPackage(path, CopyOptions(isSingleFile: isSingleFile))
    let sound = try #require(package.report.renditions.last)
    let segments = Array(try package.playlist(sound.directory).segments)
    var end = 0.0
    let found = try segments.map { segment in
      end += try #require(Double(segment.duration.description))
      let text = String(format: "%.1f", (end * 10).rounded() / 10)
      return segment.isGap ? "(\(text))" : text
    }
    #expect(found.joined(separator: " ") == c.segments)
    let video = Array(try package.playlist(package.report.renditions[0].directory).segments)
    #expect(video.map(\.duration) == [6, 6, 6, 2] as [ExactDecimal])
    // Nothing is lost, and everything is where it was.
    let joined = try package.joined(sound.directory)
    #expect(try PacketHash.list(joined, "a:0") == PacketHash.list(path, "a:0"))
    let starts = try [joined, path].map { file in
      let times = try Program.probe(
        file, "-select_streams", "a", "-show_entries", "packet=pts_time", "-read_intervals", "%+#1")
      return try #require(times.first.flatMap { Double($0.prefix { $0 != "," }) })
    }
    #expect(abs(starts[0] - starts[1]) < 0.001)
    let check = try Program.script("check-package", [package.file("")])
    #expect(check.status == 0, "\(check.output)")
  }

  @Test func `groups of sound hold the same members, and variants combine them`() throws {
    let folder = try TemporaryFolder()
    let film = try source(folder, "film.mp4", rate: "25")
    let french = try source(
      folder, "fr.m4a", rate: "25", ["-vn", "-metadata:s:a:0", "language=fra"])
    let surround = try source(
      folder, "ac3.mp4", rate: "25", ["-vn", "-ac", "6"], sound: ["-c:a", "ac3"])
    var second = CopyInput(french, as: .audio)
    second.characteristics = ["public.accessibility.describes-video"]
    let package = try CopiedPackage([
      CopyInput(film), second,
      CopyInput(surround, as: .audio, language: "en", name: "English"),
    ])
    let master = try package.master()
    #expect(master.variants.map(\.audio) == ["aac", "ac3-6"])
    #expect(master.variants.last?.codecs.dropFirst() == ["mp4a.40.2", "ac-3"])
    let names = Dictionary(grouping: master.renditions, by: \.groupID)
      .mapValues { $0.map(\.name).sorted() }
    #expect(names["aac"] == names["ac3-6"])
    #expect(names["aac"]?.contains("français") == true)
    for group in ["aac", "ac3-6"] {
      #expect(master.renditions.filter { $0.groupID == group && $0.isDefault == true }.count == 1)
    }
    #expect(master.renditions.contains { $0.channels == AudioChannels(count: 6) })
  }
}
