// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSEncoding
import RungTestSupport
import Testing

@testable import AVFoundationHLS

/// Compositions in Apple's names.
@Suite struct MovieEditorTests {
  private let editor = MovieEditor()
  private let sync = AVURLAsset(url: URL(filePath: Fixture.path("sync.mp4")))
  private let hlg = AVURLAsset(url: URL(filePath: Fixture.path("hlg.mp4")))

  private static func range(_ start: Double, _ duration: Double) -> CMTimeRange {
    CMTimeRange(
      start: CMTime(seconds: start, preferredTimescale: 600),
      duration: CMTime(seconds: duration, preferredTimescale: 600))
  }

  private func probe(_ url: URL, _ entries: String) throws -> String {
    let lines = try Program.probe(
      url.path, "-select_streams", "v", "-show_entries", "stream=\(entries)")
    return lines.first?.trimmingCharacters(in: [","]) ?? ""
  }

  @Test func `clips follow one another, in the range of the brightest`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "out.mov")
    let composition = try await editor.composition(of: [
      MovieEditor.Clip(asset: sync, timeRange: Self.range(0.52, 1)),
      MovieEditor.Clip(asset: hlg, timeRange: Self.range(0, 0.5)),
      MovieEditor.Clip(asset: sync, timeRange: Self.range(2.52, 1)),
    ])
    #expect(composition.duration == CMTime(value: 5, timescale: 2))
    try await editor.export(composition, to: url)
    // 2.5 s at the 50 frames a second of the fastest.
    #expect(
      try probe(url, "codec_tag_string,color_transfer,nb_frames") == "hvc1,arib-std-b67,125")
    let measured = try Program.script("measure-sync", [url.path, url.path])
    // The clip in between is as bright as a flash, and silent there.
    let found = measured.lines.map { line in
      line.split(separator: " ").compactMap { Double($0) }
    }.filter { $0.count == 3 }
    #expect(found.map { $0[0] } == [0.48, 1.98], "\(measured.output)")
    #expect(found.allSatisfy { abs($0[2]) <= 10 }, "\(measured.output)")
  }

  @Test func `what is inserted moves what lies behind`() async throws {
    let composition = AVMutableComposition()
    try await composition.insertTimeRange(Self.range(0, 2), of: sync, at: .zero)
    try await composition.insertTimeRange(
      Self.range(0, 1), of: hlg, at: CMTime(value: 1, timescale: 1))
    composition.insertEmptyTimeRange(Self.range(0.5, 0.25))
    #expect(composition.tracks.count == 2)
    #expect(composition.duration == CMTime(value: 13, timescale: 4))
    composition.removeTimeRange(Self.range(0, 1.25))
    #expect(composition.duration == CMTime(value: 2, timescale: 1))
    #expect(composition.tracks(withMediaType: .audio).first?.timeRange.end.seconds == 2)
    #expect(try await composition.load(.duration).seconds == 2)
  }

  @Test func `a second movie lies small in a corner, and fades in`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "out.mov")
    let (composition, video) = try await editor.pictureInPicture(
      sync, hlg, lasting: CMTime(value: 1, timescale: 1))
    video.colorPrimaries = AVVideoColorPrimaries_ITU_R_709_2
    video.colorTransferFunction = AVVideoTransferFunction_ITU_R_709_2
    video.colorYCbCrMatrix = AVVideoYCbCrMatrix_ITU_R_709_2
    try await editor.export(composition, video, to: url)
    #expect(
      try probe(url, "width,height,color_transfer,r_frame_rate,nb_frames")
        == "320,180,bt709,30/1,30")
    // hlg.mp4 is 640 by 360: a quarter lies from 160, 90 on.
    let corner = try Self.deviation(url, "crop=160:90:160:90")
    let rest = try Self.deviation(url, "crop=150:90:0:90")
    #expect(corner > rest + 5, "\(corner) beside \(rest)")
  }

  /// How much the luma of a part of the last picture varies, by FFmpeg.
  private static func deviation(_ url: URL, _ crop: String) throws -> Double {
    let measured = try Program(
      "ffmpeg",
      [
        "-v", "info", "-i", url.path, "-vf", "select=eq(n\\,28),\(crop),showinfo", "-f", "null",
        "-",
      ])
    let text = measured.errors.split(separator: "\n").last { $0.contains("stdev:[") } ?? ""
    let values = text.split(separator: "[").last?.split(separator: " ").first ?? ""
    return Double(values) ?? 0
  }

  @Test func `sound fades out`() async throws {
    let folder = try TemporaryFolder()
    let tone = folder.file("tone.mov")
    let made = try Program(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x64:r=25:d=1", "-f", "lavfi", "-i",
        "sine=440:duration=1", "-c:v", "libx264", "-c:a", "aac", tone,
      ])
    try #require(made.status == 0, "\(made.errors)")
    let url = folder.url.appending(path: "out.mov")
    let composition = try await editor.composition(of: [
      MovieEditor.Clip(
        asset: AVURLAsset(url: URL(filePath: tone)), timeRange: Self.range(0, 1))
    ])
    let audio = try #require(composition.tracks(withMediaType: .audio).first)
    try await editor.export(composition, nil, editor.fadeOut(of: audio), to: url)
    func peak(_ start: Double, _ end: Double) throws -> Double {
      let measured = try Program(
        "ffmpeg",
        [
          "-i", url.path, "-vn", "-af", "atrim=\(start):\(end),volumedetect", "-f", "null", "-",
        ])
      let line = measured.errors.split(separator: "\n").last { $0.contains("max_volume") } ?? ""
      return Double(line.split(separator: " ").dropLast().last ?? "") ?? 0
    }
    let (before, after) = (try peak(0.1, 0.45), try peak(0.875, 0.95))
    // At 0.875 s a quarter is left: 12 dB less.
    #expect(abs(before - after - 12) < 1.5, "\(before), \(after)")
  }

  @Test func `the article's example exports`() async throws {
    let folder = try TemporaryFolder()
    let (film, second) = (sync.url, hlg.url)
    let output = folder.url.appending(path: "out.mov")
    try await {
      let composition = AVMutableComposition()
      let half = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 2))
      try await composition.insertTimeRange(half, of: AVURLAsset(url: film), at: .zero)
      try await composition.insertTimeRange(half, of: AVURLAsset(url: second), at: half.duration)
      guard
        let session = AVAssetExportSession(
          asset: composition, presetName: AVAssetExportPresetHEVCHighestQuality)
      else { return }
      try await session.export(to: output, as: .mov)
    }()
    #expect(try probe(output, "color_transfer,nb_frames") == "arib-std-b67,50")
    let examples = try DocumentationExamples(
      article: "Sources/AVFoundationHLS/AVFoundationHLS.docc/Compositions.md")
    #expect(try examples.missing(from: #filePath) == [])
  }

  @Test func `misuse has its error`() async throws {
    let composition = AVMutableComposition()
    let track = try #require(
      composition.addMutableTrack(withMediaType: .video, preferredTrackID: 7))
    #expect(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 7) == nil)
    #expect(composition.addMutableTrack(withMediaType: .subtitle, preferredTrackID: 8) == nil)
    let video = try #require(try await sync.loadTracks(withMediaType: .video).first)
    let audio = try #require(try await sync.loadTracks(withMediaType: .audio).first)
    func reason(_ body: () async throws -> Void) async -> String {
      do {
        try await body()
        return "none"
      } catch {
        return (error as? EncodingError)?.reason ?? "\(error)"
      }
    }
    #expect(
      await reason { try track.insertTimeRange(Self.range(0, 1), of: audio, at: .zero) }
        == "expected a track of vide, found soun")
    #expect(
      await reason { try track.insertTimeRange(Self.range(5, 2), of: video, at: .zero) }
        == "the part ends at 7 s, the source lasts 6 s")
    #expect(
      await reason { try track.insertTimeRange(.invalid, of: video, at: .zero) }
        .hasPrefix("expected a start and a duration in numbers"))
    #expect(
      await reason { try track.insertTimeRange(Self.range(0, 1), of: track, at: .zero) }
        == "expected a track of a media file, found one of a composition")
    #expect(
      await reason { try await editor.export(composition, to: URL(filePath: "/tmp/never.mov")) }
        == "expected at least one clip, found none")
    try track.insertTimeRange(Self.range(0, 1), of: video, at: .zero)
    let slanted = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
    slanted.setTransform(CGAffineTransform(rotationAngle: 0.5), at: .zero)
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = Self.range(0, 1)
    instruction.layerInstructions = [slanted]
    let shown = AVMutableVideoComposition()
    shown.renderSize = CGSize(width: 320, height: 180)
    shown.instructions = [instruction]
    func export() async -> String {
      await reason {
        try await editor.export(composition, shown, to: URL(filePath: "/tmp/never.mov"))
      }
    }
    #expect(await export().hasPrefix("expected a transform that keeps to rows and columns"))
    slanted.setTransform(.identity, at: .zero)
    instruction.layerInstructions = [slanted]
    shown.instructions = [instruction]
    #expect(await export().hasPrefix("expected how long a picture lasts"))
    shown.frameDuration = CMTime(value: 1, timescale: 25)
    shown.instructions = [instruction, instruction]
    #expect(await export().hasPrefix("expected instructions that follow one another"))
    shown.instructions = [instruction]
    shown.colorPrimaries = AVVideoColorPrimaries_ITU_R_2020
    #expect(await export().hasPrefix("the key is missing"))
  }

  @Test(arguments: [
    (0, false), (90, false), (180, false), (270, false), (0, true), (90, true), (180, true),
    (270, true),
  ]) func `a transform that turns by quarters says how pictures are turned`(
    _ rotation: Int, _ isMirrored: Bool
  ) {
    // A turn of y-down pictures is clockwise; mirroring comes first.
    let transform = CGAffineTransform(scaleX: isMirrored ? -1 : 1, y: 1)
      .concatenating(CGAffineTransform(rotationAngle: Double(rotation) * .pi / 180))
    let read = transform.orientation.map { CGAffineTransform($0, of: .zero) } ?? .identity
    let pairs = [
      (read.a, transform.a), (read.b, transform.b), (read.c, transform.c), (read.d, transform.d),
    ]
    #expect(pairs.allSatisfy { abs($0 - $1) < 1e-9 }, "\(read)")
  }
}
