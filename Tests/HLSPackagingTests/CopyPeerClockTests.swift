// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSPackaging
import HLSPlaylist
import ISOBMFF
import RungTestSupport
import Testing

/// Sources that other packagers refuse, shorten or misname.
@Suite(.serialized) struct CopyPeerClockTests {
  private func encode(_ path: String, _ arguments: [String]) throws {
    let run = try Program(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x90:r=25:d=2"] + arguments + [path])
    #expect(run.errors == "")
  }

  /// H.264 in groups of 50 pictures with two of reordering.
  private static let h264 = [
    "-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-g", "50", "-pix_fmt", "yuv420p",
  ]

  @Test(arguments: [false, true])
  func `pictures before time 0 with reordering are packaged, and last as long`(
    _ hasEdit: Bool
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("film.mp4")
    try encode(path, Self.h264 + ["-use_editlist", "0", "-movflags", "negative_cts_offsets"])
    if hasEdit {
      // The first ten pictures are presented before 0, which no player shows.
      var film = EditedFilm([UInt8](try Data(contentsOf: URL(filePath: path))))
      try film.setEdits([Edit(duration: 1600, mediaTime: 10 * 512)], track: 0)
      try film.write(to: path)
    }
    let times = try Program.probe(path, "-show_entries", "packet=pts_time,dts_time")
    #expect(times.contains { $0.contains("-") })
    let package = try CopiedPackage(path, CopyOptions(segmentDuration: 2))
    let video = try #require(package.report.renditions.first)
    #expect(video.samples == 50)
    let joined = try package.joined(video.directory)
    let shown = try ProbedPacket.list(joined, "v:0")
    #expect(shown.count == (hasEdit ? 40 : 50))
    #expect(try shown == ProbedPacket.list(path, "v:0"))
    let segments = Array(try package.playlist(video.directory).segments)
    #expect(segments.map(\.duration) == [hasEdit ? 1.6 : 2] as [ExactDecimal])
    let decoded = try Program("ffmpeg", ["-v", "error", "-i", joined, "-f", "null", "-"])
    #expect(decoded.errors == "")
  }

  @Test func `pictures say their range better than a box that contradicts them`() throws {
    let folder = try TemporaryFolder()
    let (right, wrong) = (folder.file("pq.mp4"), folder.file("wrong.mp4"))
    try encode(
      right,
      [
        "-pix_fmt", "yuv420p10le", "-c:v", "libx265", "-preset", "ultrafast", "-color_primaries",
        "bt2020", "-color_trc", "smpte2084", "-colorspace", "bt2020nc", "-x265-params",
        "log-level=none:keyint=50",
      ])
    let run = try Program(
      "ffmpeg",
      [
        "-v", "error", "-i", right, "-c", "copy", "-color_primaries", "bt709", "-color_trc",
        "bt709", "-colorspace", "bt709", wrong,
      ])
    #expect(run.errors == "")
    // 'nclx' and ITU-T H.273 codes: BT.709 is 1, BT.2020 9, PQ 16.
    #expect(try Self.color(in: wrong) == [1, 1, 1])
    let package = try CopiedPackage(wrong, CopyOptions(segmentDuration: 2))
    #expect(try package.master().variants.map(\.videoRange) == [.pq])
    let video = try #require(package.report.renditions.first)
    #expect(try Self.color(in: package.file("\(video.directory)/init.mp4")) == [9, 16, 9])
  }

  /// The primaries, the transfer characteristics and the matrix of a file's `colr`.
  private static func color(in path: String) throws -> [UInt8] {
    let data = try Data(contentsOf: URL(filePath: path))
    let place = try #require(data.range(of: Data("colrnclx".utf8))).upperBound
    return [1, 3, 5].map { data[place + $0] }
  }

  /// The versions are those of RFC 8216bis section 8: EXT-X-MAP needs 6, in an I-frame playlist 5;
  /// nothing in the master of plain renditions needs more than 1, which no tag says.
  @Test func `playlists say the least version that their content needs`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("film.mp4")
    try encode(path, Self.h264)
    let package = try CopiedPackage(path, CopyOptions(segmentDuration: 2))
    let video = try #require(package.report.renditions.first).directory
    let files = ["master.m3u8", "\(video)/playlist.m3u8", "\(video)/iframes.m3u8"]
    let versions = try files.map { name in
      try package.text(name).split(separator: "\n").filter { $0.hasPrefix("#EXT-X-VERSION") }
    }
    #expect(versions == [[], ["#EXT-X-VERSION:6"], ["#EXT-X-VERSION:5"]])
  }
}
