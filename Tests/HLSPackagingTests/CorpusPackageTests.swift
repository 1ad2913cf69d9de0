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

/// Real files that other people made, packaged.
@Suite(.serialized, .enabled(if: Corpus.isPresent)) struct CorpusPackageTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var file: String
    /// The range that HEVC rungs keep; `nil` for SDR sources.
    var range: HDRColor.VideoRange?
    /// Pictures of a full-rate and of a half-rate rung, from ffprobe's count of the source.
    var frames: Set<Int>
    var testDescription: String { file }
  }

  static let cases = [
    Case(file: "hlg10-color-test.mp4", range: .hlg, frames: [9]),
    Case(file: "bear-640x360-hevc-hdr10.mp4", range: .pq, frames: [84]),
    // 361 pictures at 59.94: all rungs up to 360p take every second.
    Case(file: "sparks_dovi_8.mp4", range: .pq, frames: [181]),
    Case(file: "bear-1280x720.mp4", frames: [82]),
    Case(file: "sample_15fps_720p_1s.mp4", frames: [15]),
    Case(file: "bear-640x360.ts", frames: [82]),
    Case(file: "bear-flac.mp4", frames: []),
  ]

  @Test(arguments: cases)
  func `packages and decodes whole`(_ c: Case) throws {
    var options = LadderOptions()
    options.maximumHeight = 360
    let package = try PackagedLadder(Corpus.url("media/\(c.file)").path, options)
    let check = try Program.script("check-package", [package.file("")])
    #expect(check.status == 0, "\(check.output)")
    let ranges = Set(package.report.renditions.compactMap(\.videoRange))
    let expected: Set<String> = c.frames.isEmpty ? [] : ["SDR", c.range?.rawValue ?? "SDR"]
    #expect(ranges == expected)
    for (directory, playlist) in package.playlists {
      let decoded = try Program("ffmpeg", ["-v", "error", "-i", playlist, "-f", "null", "-"])
      #expect(decoded.errors == "")
      guard directory.hasPrefix("video") else { continue }
      let counted = try Program.probe(
        playlist, "-count_frames", "-select_streams", "v", "-show_entries",
        "stream=nb_read_frames,start_time")
      let fields = try #require(counted.first).split(separator: ",")
      #expect(fields[0] == "0.000000")
      #expect(c.frames.contains(try #require(Int(fields[1]))))
    }
  }

  /// Light levels and mastering display as ffprobe reads them in the source.
  @Test func `sparks keeps its mastering display of 4,000 cd/m²`() throws {
    let source = try SourceDescription.inspect(Corpus.url("media/sparks_dovi_8.mp4").path)
    let display = try #require(source.mainVideo?.video?.masteringDisplay)
    #expect(display.peak == 4000)
    #expect(display.minimumLuminance == 50)
    var options = LadderOptions()
    options.maximumHeight = 360
    options.range = SourceRange(duration: 1)
    let package = try PackagedLadder(Corpus.url("media/sparks_dovi_8.mp4").path, options)
    let rung = try #require(package.report.renditions.first { $0.videoRange == "PQ" })
    let entry = try package.videoEntry(rung.directory)
    #expect(entry.masteringDisplay == display)
    #expect(package.report.warnings.contains { $0.contains("Dolby Vision") })
  }
}
