// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSEncoding
import HLSPackaging
import RungTestSupport
import Testing

/// When sound starts and ends, in every codec.
@Suite struct AudioTimeTests {
  /// Groups of AC-3 and E-AC-3 with their variants, measured by the script that shares no code, and
  /// counted by ffprobe; 44.1 kHz, whose frames never fall on the segments' grid, and 96 kHz.
  @Test(arguments: [44_100, 48_000, 96_000])
  func `every group starts and ends with the pictures`(_ rate: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("film.mkv")
    try FFmpeg.make([
      "-f", "lavfi", "-i", "testsrc2=s=640x360:r=30000/1001:d=14", "-f", "lavfi", "-i",
      "aevalsrc='0.1*sin(2*PI*400*t)|0|0.1*sin(2*PI*500*t)|0|0|0':c=5.1:s=\(rate):d=14",
      "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "flac", path,
    ])
    let package = try PackagedLadder(path)
    let check = try Program.script("check-package", [package.file("")])
    #expect(check.status == 0, "\(check.output)")
    #expect(check.output.contains("6 variants, 8 playlists"), "\(check.output)")
    let out = rate == 44_100 ? 44_100 : 48_000
    // 420 pictures of 1001/30000 s.
    let samples = Int((420 * 1001.0 / 30_000 * Double(out)).rounded())
    for rendition in package.report.renditions where rendition.channels != nil {
      let playlist = package.file("\(rendition.directory)/playlist.m3u8")
      let decoded = try Program("ffmpeg", ["-v", "error", "-i", playlist, "-f", "null", "-"])
      #expect(decoded.errors == "")
      #expect(Int((rendition.duration * Double(out)).rounded()) == samples)
      let stream = try Program.probe(
        playlist, "-show_entries", "stream=sample_rate,channels,codec_name")
      let isAAC = rendition.codec == "mp4a.40.2"
      let codec = isAAC ? "aac" : rendition.codec == "ac-3" ? "ac3" : "eac3"
      #expect(stream.last?.hasPrefix("\(codec),\(out),\(isAAC ? 2 : 6)") == true)
    }
  }

  /// A flash and a beep at the same instants, 5 ms apart at most, in each codec.
  @Test(arguments: ["48000", "44100", "96000"])
  func `lips and sound stay together in every codec`(_ rate: String) throws {
    let folder = try TemporaryFolder()
    let source = folder.file("sync.mkv")
    try FFmpeg.make([
      "-i", Fixture.path("sync.mp4"), "-c:v", "copy", "-af", "aformat=channel_layouts=5.1", "-ar",
      rate, "-c:a", "flac", source,
    ])
    let package = try PackagedLadder(source)
    let video = try #require(package.playlists.first { $0.directory.hasPrefix("video") })
    let sound = package.playlists.filter { $0.directory.hasPrefix("audio") }
    #expect(sound.count == 3)
    for (directory, path) in sound {
      let measured = try Program.script("measure-sync", [video.path, path])
      #expect(measured.status == 0, "\(measured.output)")
      #expect(measured.lines.filter { $0.hasSuffix(" ms") }.count == 6)
      let worst = try #require(measured.lines.last.flatMap { Double($0) })
      #expect(worst <= 5, "\(directory): \(worst) ms")
    }
  }

  /// Without pictures the longest programme decides, or the part that was asked for.
  @Test(arguments: [nil, 1.5, 2.25])
  func `sound alone ends together`(_ duration: Double?) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("talk.mov")
    try FFmpeg.make([
      "-f", "lavfi", "-i", "sine=sample_rate=48000:duration=2", "-f", "lavfi", "-i",
      "sine=sample_rate=44100:duration=3", "-map", "0", "-map", "1", "-metadata:s:a:0",
      "language=eng", "-metadata:s:a:1", "language=fra", "-c:a", "pcm_s16le", path,
    ])
    var options = LadderOptions()
    options.range = SourceRange(duration: duration)
    let package = try PackagedLadder(path, options)
    #expect(package.report.renditions.map(\.duration) == [duration ?? 3, duration ?? 3])
    #expect(try Program.script("check-package", [package.file("")]).status == 0)
  }

  /// AC-3 needs half a window after the last sample: the tone that ends with the source is whole.
  @Test(arguments: [1536 * 4, 1536 * 4 + 1, 1536 * 4 + 1280, 1536 * 4 + 1281])
  func `the last sample comes out whole`(_ samples: Int) throws {
    let folder = try TemporaryFolder()
    let source = folder.file("end.wav")
    try FFmpeg.make([
      "-f", "lavfi", "-i", "aevalsrc='0.3*sin(2*PI*1000*t)|0.3*sin(2*PI*1000*t)':s=48000",
      "-af", "atrim=end_sample=\(samples)", source,
    ])
    var options = LadderOptions()
    options.audioCodecs = [.aac, .ac3, .eac3]
    let package = try PackagedLadder(source, options)
    for rendition in package.report.renditions {
      #expect(Int((rendition.duration * 48_000).rounded()) == samples)
      let playlist = package.file("\(rendition.directory)/playlist.m3u8")
      let end = try Program(
        "ffmpeg",
        [
          "-hide_banner", "-copyts", "-i", playlist, "-af",
          "atrim=start_pts=\(samples - 48):end_pts=\(samples),"
            + "astats=measure_perchannel=none:measure_overall=RMS_level+Number_of_samples",
          "-f", "null", "-",
        ]
      ).errors
      #expect(end.contains("Number of samples: 48"), "\(rendition.directory) \(end)")
      let level = end.split(separator: "\n").first { $0.contains("RMS level dB: ") }
      let value = try #require(level?.split(separator: " ").last.flatMap { Double($0) })
      // A tone with an amplitude of 0.3 has -13.5 dBFS.
      #expect(abs(value + 13.5) < 1.5, "\(rendition.directory) \(value)")
    }
  }

  /// Broadcasts change from 5.1 to stereo and back; the tone on the left stays where it is, as loud
  /// as it is: -23.01 dBFS.
  @Test(arguments: [["5.1", "stereo"], ["stereo", "5.1"]])
  func `channels that change in the middle keep their level`(_ layouts: [String]) throws {
    let folder = try TemporaryFolder()
    var joined = Data()
    for layout in layouts {
      let others = layout == "5.1" ? "|0|0|0|0|0" : "|0"
      try FFmpeg.make([
        "-f", "lavfi", "-i", "aevalsrc='0.1*sin(2*PI*1000*t)\(others)':c=\(layout):s=48000:d=3",
        "-c:a", "ac3", folder.file("\(layout).ts"),
      ])
      joined += try Data(contentsOf: URL(filePath: folder.file("\(layout).ts")))
    }
    try joined.write(to: URL(filePath: folder.file("joined.ts")))
    let package = try PackagedLadder(folder.file("joined.ts"))
    for (directory, playlist) in package.playlists {
      for second in [1, 4] {
        let levels = try Tones.levels(in: playlist, second: second)
        #expect(abs(try #require(levels.first) + 23.01) < 0.2, "\(directory) \(levels)")
        #expect(levels.dropFirst().allSatisfy { $0 < -70 }, "\(directory) \(levels)")
      }
    }
  }
}
