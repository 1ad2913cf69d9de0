// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSEncoding
import HLSPackaging
import HLSPlaylist
import RungTestSupport
import Testing

/// Sources with sound of every kind, packaged, and what came out measured by other programs.
@Suite struct AudioMasterTests {
  /// A master as editing programs write it: one PCM track a channel, each with a tone in a second
  /// of its own. `labels` are written by FFmpeg into QuickTime's `chan` boxes.
  private static func master(
    _ layout: String, _ channels: [String], labelled: Bool, in folder: TemporaryFolder
  ) throws -> String {
    let path = folder.file("master.mov")
    let tones = channels.indices.map {
      "0.1*sin(2*PI*100*t)*between(t,\($0),\(Double($0) + 0.95))"
    }
    let pads = channels.map { "[\($0)]" }.joined()
    let unlabelled = channels.map { ";[\($0)]aformat=channel_layouts=mono[m\($0)]" }.joined()
    try FFmpeg.make(
      [
        "-f", "lavfi", "-i",
        "aevalsrc='\(tones.joined(separator: "|"))':c=\(layout):s=48000:d=\(channels.count)",
        "-filter_complex",
        "channelsplit=channel_layout=\(layout)\(pads)" + (labelled ? "" : unlabelled),
      ] + channels.flatMap { ["-map", labelled ? "[\($0)]" : "[m\($0)]"] }
        + ["-c:a", "pcm_s24le", path])
    return path
  }

  static let surround = ["FL", "FR", "FC", "LFE", "SL", "SR"]

  /// The channel of each second that holds the tone; AC-3's order is that of the layout.
  private static func places(in playlist: String, seconds: Int) throws -> [Int?] {
    try (0..<seconds).map { second in
      let levels = try Tones.levels(in: playlist, second: second)
      let loud = levels.indices.filter { levels[$0] > -24 }
      return loud.count == 1 ? loud[0] : nil
    }
  }

  @Test func `tracks labelled by loudspeaker become 5.1`() throws {
    let folder = try TemporaryFolder()
    let path = try Self.master("5.1(side)", Self.surround, labelled: true, in: folder)
    let package = try PackagedLadder(path)
    #expect(
      package.report.renditions.map(\.directory) == [
        "audio-aac-128k-und", "audio-ac3-384k-und", "audio-eac3-192k-und",
      ])
    #expect(package.report.warnings.count == 1)
    for directory in ["audio-ac3-384k-und", "audio-eac3-192k-und"] {
      let playlist = package.file("\(directory)/playlist.m3u8")
      #expect(try Self.places(in: playlist, seconds: 6) == [0, 1, 2, 3, 4, 5])
    }
  }

  @Test func `a map puts the channels where it says`() throws {
    let folder = try TemporaryFolder()
    let path = try Self.master("5.1(side)", Self.surround, labelled: false, in: folder)
    #expect(throws: EncodingError(.source, path, "")) { try PackagedLadder(path) }
    var options = LadderOptions()
    options.audioMaps = [
      try AudioMap("5.1=a:5,a:4,a:3,a:2,a:1,a:0,language=en"),
      try AudioMap("stereo=a:2,a:0,language=fr,disposition=comment"),
    ]
    options.audioCodecs = [.aac, .ac3]
    let package = try PackagedLadder(path, options)
    // The sixth track is the first channel, heard in the sixth second.
    let surround = package.file("audio-ac3-384k-en/playlist.m3u8")
    #expect(try Self.places(in: surround, seconds: 6) == [5, 4, 3, 2, 1, 0])
    let stereo = package.file("audio-aac-128k-fr-commentary/playlist.m3u8")
    #expect(try Self.places(in: stereo, seconds: 3) == [1, nil, 0])
    let master = try String(contentsOfFile: package.file("master.m3u8"), encoding: .utf8)
    #expect(
      master.contains(
        #"TYPE=AUDIO,GROUP-ID="ac3",LANGUAGE="en",NAME="English",DEFAULT=YES,AUTOSELECT=YES,"#
          + #"CHANNELS="6",URI="audio-ac3-384k-en/playlist.m3u8""#))
    #expect(
      master.contains(
        #"GROUP-ID="aac",LANGUAGE="fr",NAME="français (commentary)",DEFAULT=NO,AUTOSELECT=NO,"#
          + #"CHANNELS="2","#))
  }

  @Test func `channels of one track are taken by number`() throws {
    let tones = try Tones("7.1", count: 8)
    var options = LadderOptions()
    options.audioMaps = [try AudioMap("stereo=a:0.6,a:0.7")]
    let package = try tones.package(options)
    let playlist = package.playlists[0].path
    #expect(try Self.places(in: playlist, seconds: 8) == [nil, nil, nil, nil, nil, nil, 0, 1])
  }

  /// Dispositions as Matroska and MP4 hold them, written by FFmpeg.
  @Test(arguments: ["roles.mkv", "roles.mp4"])
  func `commentary and described video are marked`(_ name: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file(name)
    let input = ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=1"]
    try FFmpeg.make(
      input + input + input + ["-map", "0", "-map", "1", "-map", "2", "-c:a", "aac", "-ac", "2"]
        + (0..<3).flatMap { ["-metadata:s:a:\($0)", "language=eng"] }
        + [
          "-disposition:a:0", "default", "-disposition:a:1", "comment", "-disposition:a:2",
          "visual_impaired", path,
        ])
    let package = try PackagedLadder(path)
    let master = try MultivariantPlaylist(
      parsing: String(contentsOfFile: package.file("master.m3u8"), encoding: .utf8))
    let found = master.renditions.map { rendition in
      "\(rendition.name) \(rendition.isDefault == true) \(rendition.isAutoselected == true) "
        + rendition.characteristics.joined()
    }
    #expect(
      found == [
        "English true true ",
        "English (audio description) false true public.accessibility.describes-video",
        "English (commentary) false false ",
      ])
  }

  // MARK: Time

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
}
