// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HDRColor
import HLSEncoding
import HLSPackaging
import HLSPlaylist
import ISOBMFF
import LibAV
import RungTestSupport
import Testing

/// What other packagers get wrong on a ten-second file, a row each: HDR10 at 24000/1001 with
/// B-frames, groups of 2.002 s, and AAC at 48 kHz with 1,024 samples of priming.
@Suite struct PeerDefectTests {
  static let package = Result { try PackagedLadder(Fixture.path("demo-hdr10.mp4"), options) }

  static var options: LadderOptions {
    var options = LadderOptions()
    options.segmentDuration = 4
    options.maximumHeight = 360
    return options
  }

  private var master: MultivariantPlaylist {
    get throws {
      try MultivariantPlaylist(parsing: try text("master.m3u8"), options: .strict)
    }
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: try Self.package.get().file(name), encoding: .utf8)
  }

  private func media(_ directory: String, _ name: String = "playlist.m3u8") throws -> MediaPlaylist
  {
    try MediaPlaylist(parsing: try text("\(directory)/\(name)"), options: .strict)
  }

  private static let pq = "video-hevc-pq-360p-105k"

  @Test func `VIDEO-RANGE comes from the transfer characteristics`() throws {
    for variant in try master.variants {
      let isHEVC = try #require(variant.codecs.first).hasPrefix("hvc1")
      #expect(variant.videoRange == (isHEVC ? .pq : .sdr))
    }
    #expect(try master.iFrameStreams.allSatisfy { $0.videoRange != nil })
  }

  @Test func `CODECS of x265 Main 10 at level 2.1`() throws {
    let variant = try #require(try master.variants.first { $0.videoRange == .pq })
    #expect(variant.codecs == ["hvc1.2.4.L63.90", "mp4a.40.2"])
  }

  @Test func `FRAME-RATE has three decimals`() throws {
    #expect(try text("master.m3u8").contains("FRAME-RATE=23.976"))
    #expect(try !text("master.m3u8").contains("I-FRAME-STREAM-INF:FRAME-RATE"))
  }

  @Test func `rates include the audio group, and the mean is below the peak`() throws {
    for variant in try master.variants {
      let average = try #require(variant.averageBandwidth)
      #expect(average <= variant.bandwidth)
      let video = try Self.package.get().report.renditions
        .first { variant.uri.hasPrefix($0.directory) }
      #expect(variant.bandwidth > (video?.peakBitRate ?? 0) + 28_000)
    }
  }

  @Test func `audio has CHANNELS and LANGUAGE`() throws {
    #expect(try master.renditions.allSatisfy { $0.channels?.count == 1 && $0.language == "en" })
  }

  /// 8 s at 24000/1001 are 192 pictures, 8.008 s; groups of 48 pictures last 2.002 s.
  @Test func `EXTINF is exact, and segments of two groups last 4.004 s`() throws {
    let durations = try media(Self.pq).segments.map(\.duration)
    #expect(durations == [ExactDecimal("4.004"), ExactDecimal("4.004")])
    #expect(try text("\(Self.pq)/playlist.m3u8").contains("#EXTINF:4.004000,\n"))
  }

  @Test func `one TARGETDURATION, rounded to nearest`() throws {
    let directories = try Self.package.get().report.renditions.map(\.directory)
    for directory in directories { #expect(try media(directory).targetDuration == 4) }
    #expect(try media(Self.pq, "iframes.m3u8").targetDuration == 4)
  }

  @Test func `the I-frame playlist lists all four key pictures`() throws {
    let playlist = try media(Self.pq, "iframes.m3u8")
    #expect(playlist.isIFramesOnly)
    #expect(playlist.segments.count == 4)
    #expect(playlist.segments.allSatisfy { $0.duration == ExactDecimal("2.002") })
  }

  @Test func `B-frames do not move the start, priming is kept`() throws {
    let package = try Self.package.get()
    let video = try Program.probe(
      package.file("\(Self.pq)/playlist.m3u8"), "-show_entries", "stream=start_time")
    #expect(video.last?.hasPrefix("0.000000") == true)
    let audio = try Program.probe(
      package.file("audio-aac-64k-en/playlist.m3u8"), "-show_entries", "stream=start_time")
    #expect(audio.last?.hasPrefix("-0.021333") == true)  // 1,024 samples at 48 kHz, before 0
  }

  @Test func `colour is in the box, and HDR10 metadata too`() throws {
    let entry = try Self.package.get().videoEntry(Self.pq)
    #expect(entry.color == .pq)
    #expect(entry.masteringDisplay != nil)
    #expect(entry.contentLightLevel != nil)
  }

  @Test func `playlists are VOD with an end`() throws {
    let playlist = try media(Self.pq)
    #expect(playlist.type == .vod)
    #expect(playlist.hasEndList)
  }
}
