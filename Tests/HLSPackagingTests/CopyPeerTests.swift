// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HDRColor
import HLSPackaging
import HLSPlaylist
import ISOBMFF
import RungTestSupport
import Testing

/// What five other packagers get wrong in one file or another, on the same source: HEVC Main 10 at
/// 24000/1001 pictures a second with two of reordering, groups of 48 pictures, and AAC at 48 kHz
/// that begins with 1024 samples of priming.
@Suite(.serialized) struct CopyPeerTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var range: String
    var color: [String]
    var parameters = ""
    var testDescription: String { range }
  }

  static let cases = [
    Case(
      range: "PQ", color: ["bt2020", "smpte2084", "bt2020nc"],
      parameters: ":hdr10=1:max-cll=1000,400:master-display="
        + "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)"),
    Case(range: "HLG", color: ["bt2020", "arib-std-b67", "bt2020nc"]),
    Case(range: "SDR", color: ["bt709", "bt709", "bt709"]),
  ]

  private func source(_ c: Case, in folder: TemporaryFolder) throws -> String {
    let path = folder.file("source.mp4")
    let run = try Program(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i",
        "testsrc2=s=640x360:r=24000/1001:d=10.5,format=yuv420p10le", "-f", "lavfi", "-i",
        "sine=440:r=48000:d=10.5", "-ac", "2", "-c:a", "aac", "-c:v", "libx265", "-preset",
        "ultrafast", "-bf", "2", "-color_primaries", c.color[0], "-color_trc", c.color[1],
        "-colorspace", c.color[2], "-tag:v", "hev1", "-x265-params",
        "log-level=none:keyint=48:min-keyint=48:scenecut=0:open-gop=0:bframes=2" + c.parameters,
        path,
      ])
    #expect(run.errors == "")
    return path
  }

  @Test(arguments: cases)
  func `every row of the comparison is right`(_ c: Case) throws {
    let folder = try TemporaryFolder()
    let package = try CopiedPackage(
      source(c, in: folder), CopyOptions(segmentDuration: 4))
    let master = try package.master()
    let variant = try #require(master.variants.first)
    #expect(variant.videoRange?.rawValue == c.range)
    #expect(variant.codecs == ["hvc1.2.4.L63.90", "mp4a.40.2"])
    #expect(variant.frameRate?.description == "23.976")
    let average = try #require(variant.averageBandwidth)
    #expect(average <= variant.bandwidth)
    #expect(master.renditions.map(\.channels) == [AudioChannels(count: 2)])

    let (video, sound) = (package.report.renditions[0], package.report.renditions[1])
    let pictures = try package.playlist(video.directory)
    #expect(
      Array(pictures.segments).map(\.duration) == [4.004, 4.004, 2.5025] as [ExactDecimal])
    #expect(pictures.targetDuration == 4)
    #expect(pictures.type == .vod)
    #expect(try package.playlist(sound.directory).targetDuration == 4)
    let keys = try MediaPlaylist(
      parsing: package.text("\(video.directory)/iframes.m3u8"), options: .strict)
    #expect(keys.segments.count == 6)

    // Pictures and sound start at 0; 1024 samples before it only prepare the decoder.
    for (rendition, stream, start) in [(video, "v", "0.000000"), (sound, "a", "-0.021333")] {
      let times = try Program.probe(
        package.joined(rendition.directory), "-select_streams", stream, "-show_entries",
        "packet=pts_time", "-read_intervals", "%+#1")
      #expect(times.first?.hasPrefix(start) == true, "\(times)")
    }
    try checkBoxes(c, package, video.directory)
    // BANDWIDTH is the peak of pictures and sound, measured by a program of its own.
    let check = try Program.script("check-package", [package.file("")])
    #expect(check.status == 0, "\(check.output)")
  }

  private func checkBoxes(_ c: Case, _ package: CopiedPackage, _ directory: String) throws {
    let bytes = [UInt8](
      try Data(contentsOf: URL(filePath: package.file("\(directory)/init.mp4"))))
    let track = try #require(try InitializationSegment(parsing: bytes).movie.tracks.first)
    guard case .video(let entry) = track.sampleEntries.first else {
      Issue.record("no pictures")
      return
    }
    #expect(entry.format == "hvc1")
    #expect(entry.color?.videoRange.rawValue == c.range)
    #expect(entry.contentLightLevel?.maximumContentLightLevel == (c.range == "PQ" ? 1000 : nil))
    #expect(entry.masteringDisplay?.peak == (c.range == "PQ" ? 1000 : nil))
  }
}
