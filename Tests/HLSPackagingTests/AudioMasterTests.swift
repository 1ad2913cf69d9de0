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
}
