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
    /// The pictures that ffprobe counts in the source, by the constant rate where it has gaps, and
    /// halved where rungs of 180 rows take every second; `nil` for sound alone.
    var frames: Int?
    /// When the source's last picture is shown, in seconds after its first.
    var last = 0.0
    /// The matrix that is right for the source, as warnings name the assumed one.
    var assumed: String?
    /// The audio tracks that decode.
    var sounds = 1
    var testDescription: String { file }
  }

  /// From `ffprobe -count_frames` and the times of its frames on each source.
  static let cases = [
    Case(file: "ToS-s01.h265", range: .pq, frames: 6, last: 0.2083, sounds: 0),
    Case(
      file: "bbb_800x640_768kbps_30fps_avc_pyramid_3b.mp4", frames: 120, last: 3.9667,
      assumed: "BT.709", sounds: 0),
    Case(file: "bear-1280x720.mp4", frames: 82, last: 2.7027, assumed: "BT.709"),
    // A second video track, Theora, is dropped; both sounds are kept.
    Case(
      file: "bear-320x240-multitrack.webm", frames: 82, last: 2.703, assumed: "BT.601", sounds: 2),
    Case(file: "bear-640x360-ac3.ts", frames: 82, last: 2.7027, assumed: "BT.601"),
    // The only sound does not decode. The fragments begin two pictures after 0.
    Case(
      file: "bear-640x360-av_frag.mp4", frames: 84, last: 2.7694, assumed: "BT.601", sounds: 0),
    // 80 pictures with a gap of two.
    Case(file: "bear-640x360-ec3.mp4", frames: 82, last: 2.7027, assumed: "BT.601"),
    Case(file: "bear-640x360-hevc-hdr10.mp4", range: .pq, frames: 84, last: 2.7694),
    Case(file: "bear-640x360-hevc.mp4", frames: 84, last: 2.7694, assumed: "BT.601"),
    Case(
      file: "bear-640x360-non_square_pixel-with_pasp.mp4", frames: 30, last: 0.9676,
      assumed: "BT.601", sounds: 0),
    Case(file: "bear-640x360.mp4", frames: 82, last: 2.7027, assumed: "BT.601"),
    Case(file: "bear-640x360.ts", frames: 82, last: 2.7027, assumed: "BT.601"),
    Case(file: "bear-alac.mp4"),
    Case(file: "bear-av1.mp4", frames: 82, last: 2.7027, assumed: "BT.601", sounds: 0),
    Case(file: "bear-flac.mp4"),
    Case(file: "bear-vp8-webvtt.webm", frames: 82, last: 2.703, assumed: "BT.601"),
    // Sound from 0 on, 270 pictures from 1 s on: the first stands still for 30 more.
    Case(file: "edit_list_positive_shift.mp4", frames: 300, last: 9.9667, assumed: "BT.709"),
    // 28 pictures over 1.017 s at uneven times, by the nominal 30 a second.
    Case(file: "hdr10-video-with-sdr-container.mp4", range: .pq, frames: 31, last: 0.9841),
    Case(file: "hlg10-color-test.mp4", range: .hlg, frames: 9, last: 0.2667),
    Case(
      file: "internal_emulator_transformer_output_270_rotated.mp4", frames: 149, last: 4.9383),
    Case(file: "sample_15fps_720p_1s.mp4", frames: 15, last: 0.9333),
    Case(file: "sample_eac3joc.mp4"),
    // 77 pictures over 2.548 s at uneven times, the last for 13 ms: 76 of 1001/30000 s.
    Case(file: "sample_edit_list.mp4", range: .hlg, frames: 76, last: 2.535),
    Case(file: "sample_with_colr_mdcv_and_clli.mp4", range: .pq, frames: 30, last: 0.9843),
    // 361 pictures at 59.94.
    Case(file: "sparks_dovi_8.mp4", range: .pq, frames: 181, last: 6.006, sounds: 0),
  ]

  @Test func `every file is in the table`() throws {
    let folder = try Corpus.url("media").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(Set(files) == Set(Self.cases.map(\.file) + ["hostile"]))
  }

  @Test(arguments: cases)
  func `packages and decodes whole`(_ c: Case) throws {
    let package = try PackagedLadder(
      Corpus.url("media/\(c.file)").path, LadderOptions(maximumHeight: 180))
    let check = try Program.script("check-package", [package.file("")])
    #expect(check.status == 0, "\(check.output)")
    let ranges = Set(package.report.renditions.compactMap(\.videoRange))
    let expected: Set<String> = c.frames == nil ? [] : ["SDR", c.range?.rawValue ?? "SDR"]
    #expect(ranges == expected)
    let assumed = package.report.warnings.filter { $0.contains("does not say its colours") }
    #expect(
      assumed
        == [c.assumed.map { "the source does not say its colours: \($0) is assumed" }]
        .compactMap { $0 })
    #expect(Set(package.plan.audio.map(\.program)).count == c.sounds)
    for (directory, playlist) in package.playlists where !directory.hasPrefix("subtitles") {
      let decoded = try Program("ffmpeg", ["-v", "error", "-i", playlist, "-f", "null", "-"])
      #expect(decoded.errors == "")
      guard directory.hasPrefix("video"), let frames = c.frames else { continue }
      let times = try Program.probe(
        playlist, "-select_streams", "v", "-show_entries", "frame=pts_time"
      ).compactMap { Double($0.prefix { $0 != "," }) }
      let lastFrame = try #require(times.max())
      #expect(times.count == frames)
      #expect(times.min() == 0)
      // Within a picture of the rate that the rung has.
      #expect(abs(lastFrame - c.last) <= lastFrame / Double(frames - 1) + 0.001, "\(lastFrame)")
    }
  }

  /// What ffprobe and the origin's dumps say: a peak of 0.1 cd/m² in the stream, MaxCLL 1,000.
  @Test func `a mastering display that cannot be is dropped, light levels are kept`() throws {
    let source = try SourceDescription.inspect(
      Corpus.url("media/hdr10-video-with-sdr-container.mp4").path)
    let plan = try LadderPlan(for: source)
    #expect(plan.metadata.masteringDisplay == nil)
    #expect(
      plan.metadata.contentLightLevel
        == ContentLightLevel(maximumContentLightLevel: 1000, maximumFrameAverageLightLevel: 200))
    #expect(plan.light.peak.luminance == 1000)
    #expect(plan.warnings.contains { $0.contains("a peak of 0.1 cd/m²") })
    #expect(plan.warnings.contains { $0.contains("HDR10+") })
  }

  /// `sparks` has light levels of 0/0, as many encoders write for "not known".
  @Test func `light levels of 0 are dropped, the display's peak drives the tone map`() throws {
    let source = try SourceDescription.inspect(Corpus.url("media/sparks_dovi_8.mp4").path)
    let plan = try LadderPlan(for: source)
    #expect(plan.metadata.contentLightLevel == nil)
    #expect(plan.light.peak == PicturePeak(masteringDisplay: plan.metadata.masteringDisplay))
    #expect(plan.light.peak.luminance == 4000)
    #expect(plan.warnings.contains { $0.contains("a MaxCLL of 0") })
  }

  @Test func `the iPhone's ambient light is kept`() throws {
    let source = try SourceDescription.inspect(Corpus.url("media/sample_edit_list.mp4").path)
    #expect(source.evidence.ambientViewingEnvironment.value?.illuminance == 3_140_000)
    #expect(source.mainVideo?.video?.dolbyVision?.compatibility == 4)
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
