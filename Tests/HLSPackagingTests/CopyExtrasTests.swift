// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSPackaging
import HLSPlaylist
import RungTestSupport
import Testing

/// What a package of copies can say beside its media.
@Suite(.serialized) struct CopyExtrasTests {
  private let folder: TemporaryFolder
  private let film: String

  init() throws {
    folder = try TemporaryFolder()
    film = folder.file("film.mp4")
    let run = try Program(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x90:r=25:d=8", "-f", "lavfi", "-i",
        "sine=440:r=48000:d=8", "-c:v", "libx264", "-preset", "ultrafast", "-g", "50",
        "-sc_threshold", "0", "-pix_fmt", "yuv420p", "-ac", "2", "-c:a", "aac", film,
      ])
    #expect(run.errors == "")
  }

  @Test func `dates, date ranges and session data stand where they belong`() throws {
    var options = CopyOptions()
    options.programDateTime = DateTime("2026-11-30T12:00:00.000Z")
    options.metadata = try PackageMetadata(
      """
      # An advertisement
      #EXT-X-DATERANGE:ID="ad",START-DATE="2026-11-30T12:00:02.000Z",DURATION=2.0
      #EXT-X-SESSION-DATA:DATA-ID="com.example.title",VALUE="Film"
      """, name: "metadata")
    let package = try CopiedPackage([CopyInput(film)], options)
    for rendition in package.report.renditions {
      let text = try package.text("\(rendition.directory)/playlist.m3u8")
      #expect(text.contains("#EXT-X-PROGRAM-DATE-TIME:2026-11-30T12:00:00.000Z\n"))
      #expect(text.contains("#EXT-X-DATERANGE:ID=\"ad\""))
    }
    let keys = try package.text("\(package.report.renditions[0].directory)/iframes.m3u8")
    #expect(keys.contains("#EXT-X-PROGRAM-DATE-TIME:2026-11-30T12:00:00.000Z\n"))
    #expect(!keys.contains("DATERANGE"))
    let master = try package.master()
    #expect(master.sessionData == [SessionData(dataID: "com.example.title", value: "Film")])
  }

  @Test func `a line that is neither tag is named`() {
    #expect(throws: PackagingError(.source, "metadata:2", "")) {
      try PackageMetadata("\n#EXTINF:6,\n", name: "metadata")
    }
  }

  @Test func `scores rank variants and ids are their folders`() throws {
    var options = CopyOptions()
    options.writesScores = true
    options.writesStableIDs = true
    let large = folder.file("large.mp4")
    _ = try Program(
      "ffmpeg",
      [
        "-v", "error", "-i", film, "-vf", "scale=320:180", "-c:v", "libx264", "-preset",
        "ultrafast", "-g", "50", "-sc_threshold", "0", "-an", large,
      ])
    let package = try CopiedPackage([CopyInput(film), CopyInput(large)], options)
    let master = try package.master()
    #expect(master.variants.map(\.score) == [1, 2] as [ExactDecimal?])
    let folders = package.report.renditions.map(\.directory)
    #expect(
      master.variants.map(\.stableVariantID) == ["\(folders[0]).aac", "\(folders[1]).aac"])
    #expect(master.renditions.map(\.stableRenditionID) == [folders[2]])
  }

  @Test func `inputs that follow one another are joined by a discontinuity`() throws {
    var options = CopyOptions(segmentDuration: 4)
    options.joinsInputs = true
    let second = folder.file("second.mp4")
    _ = try Program(
      "ffmpeg",
      [
        "-v", "error", "-i", film, "-t", "4", "-c:v", "libx264", "-preset", "medium", "-g", "50",
        "-sc_threshold", "0", "-video_track_timescale", "90000", "-c:a", "copy", second,
      ])
    let package = try CopiedPackage([CopyInput(film), CopyInput(second)], options)
    let video = package.report.renditions[0].directory
    for rendition in package.report.renditions {
      let segments = Array(try package.playlist(rendition.directory).segments)
      #expect(segments.map(\.isDiscontinuity) == [false, false, true])
      #expect(
        segments.compactMap(\.initialization?.uri) == ["init.mp4", "init.mp4", "init-2.mp4"])
      #expect(segments.last?.uri == "segment-00003.m4s")
      for part in [0..<2, 2..<3] {
        let file = try package.joined(rendition.directory, part)
        let decoded = try Program("ffmpeg", ["-v", "error", "-i", file, "-f", "null", "-"])
        #expect(decoded.errors == "")
      }
    }
    let pictures = Array(try package.playlist(video).segments)
    #expect(pictures.map(\.duration) == [4, 4, 4] as [ExactDecimal])
    let keys = Array(
      try MediaPlaylist(parsing: package.text("\(video)/iframes.m3u8"), options: .strict).segments)
    #expect(keys.map(\.duration) == [2, 2, 2, 2, 2, 2] as [ExactDecimal])
    #expect(keys.map(\.isDiscontinuity) == [false, false, false, false, true, false])
    // Two profiles: both are listed.
    #expect(try package.master().variants[0].codecs.filter { $0.hasPrefix("avc1") }.count == 2)
  }

  /// CEA-608 in field 1 and CEA-708 service 1, in an SEI message before each IDR picture.
  @Test func `captions inside the pictures are announced`() throws {
    let captioned = folder.file("captions.mp4")
    // FFmpeg's filter writes messages of kind 5 alone: one of kind 4 is put in by hand, before the
    // slice of each IDR picture.
    let stream = folder.file("plain.h264")
    _ = try Program("ffmpeg", ["-v", "error", "-i", film, "-an", "-c", "copy", stream])
    let plain = [UInt8](try Data(contentsOf: URL(filePath: stream)))
    let message: [UInt8] = [
      0, 0, 0, 1, 0x06, 0x04, 0x11, 0xB5, 0x00, 0x31, 0x47, 0x41, 0x39, 0x34, 0x03, 0x42, 0xFF,
      0xFC, 0x94, 0x2C, 0xFF, 0x02, 0x21, 0xFF, 0x80,
    ]
    var marked: [UInt8] = []
    for (index, byte) in plain.enumerated() {
      let isSlice =
        plain.indices.contains(index + 3) && plain[index..<index + 3] == [0, 0, 1]
        && plain[index + 3] & 0x1F == 5
      if isSlice { marked += message }
      marked.append(byte)
    }
    try Data(marked).write(to: URL(filePath: stream))
    let run = try Program(
      "ffmpeg",
      ["-v", "error", "-framerate", "25", "-i", stream, "-c", "copy", captioned])
    #expect(run.status == 0)
    let package = try CopiedPackage(captioned)
    let master = try package.master()
    let captions = master.renditions.filter { $0.type == .closedCaptions }
    #expect(captions.map(\.inStreamID) == ["CC1", "SERVICE1"])
    #expect(master.variants.map(\.closedCaptions) == [.group("captions")])
  }
}
