// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import AVFoundationHLS
import HDRColor
import HLSEncoding
import RungTestSupport
import Testing

@Suite struct MovieExporterTests {
  private let asset = AVURLAsset(url: URL(filePath: Fixture.path("sync.mp4")))

  private func probe(_ url: URL) throws -> [String] {
    try Program.probe(
      url.path, "-show_entries", "stream=codec_tag_string,color_transfer,nb_frames")
  }

  @Test func `a session exports by a preset`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "out.mov")
    try await MovieExporter(asset: asset).export(
      AVAssetExportPresetHEVC1920x1080, to: url, as: .mov)
    let lines = try probe(url)
    #expect(lines.first?.hasPrefix("hvc1,bt709,150") == true, "\(lines)")
  }

  @Test func `the way of older code exports a clip`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "clip.mp4")
    let exporter = MovieExporter(asset: asset)
    let made = try await withCheckedThrowingContinuation { continuation in
      exporter.exportClip(from: 1, lasting: 0.4, to: url) { continuation.resume(with: $0) }
    }
    #expect(made == url)
    #expect(try probe(url).first?.hasPrefix("avc1,bt709,10") == true)
  }

  @Test func `what does not suit the asset is said before`() async throws {
    let sound = AVURLAsset(url: URL(filePath: Fixture.path("sound.wav")))
    let url = URL(filePath: "/tmp/never.mov")
    await #expect(throws: MovieExporter.ExportError.self) {
      try await MovieExporter(asset: sound)
        .export(AVAssetExportPresetHEVCHighestQuality, to: url, as: .mov)
    }
    #expect(
      await AVAssetExportSession.compatibility(
        ofExportPreset: AVAssetExportPresetAppleM4A, with: sound, outputFileType: nil))
    #expect(
      await !AVAssetExportSession.compatibility(
        ofExportPreset: AVAssetExportPresetAppleProRes422LPCM, with: asset, outputFileType: .mp4))
    #expect(AVAssetExportSession(asset: asset, presetName: "AVAssetExportPreset4K") == nil)
    #expect(AVAssetExportSession.allExportPresets().count == 30)
    #expect(!AVAssetExportSession.allExportPresets().contains(AVAssetExportPresetPassthrough))
  }

  @Test func `a session without a URL fails with an error, and estimates what it can`() async throws
  {
    let session = try #require(
      AVAssetExportSession(asset: asset, presetName: AVAssetExportPreset960x540))
    #expect(session.status == .unknown)
    await session.export()
    #expect(session.status == .failed)
    #expect((session.error as? EncodingError)?.location == "outputURL")
    #expect(try await session.estimatedOutputFileLengthInBytes > 0)
    let copy = try #require(
      AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
    #expect(try await copy.estimatedOutputFileLengthInBytes == 0)
    #expect(await session.compatibleFileTypes == [.mov, .mp4, .m4v])
  }

  @Test func `an assistant's dictionary can be changed and makes a file`() async throws {
    let folder = try TemporaryFolder()
    let exporter = MovieExporter(asset: asset)
    let settings = try #require(try await exporter.settings(for: .preset1920x1080))
    let video = try OutputSettings.Video(dictionary: settings)
    #expect(video.codec == .h264)
    #expect((video.width, video.height) == (320, 180))
    let path = folder.file("out.mp4")
    let plan = try ExportPlan(
      for: await asset.mediaSource(),
      [ExportRequest(.settings(OutputSettings(video: video)), to: path)])
    _ = try await ExportSession(plan).export()
    #expect(try probe(URL(filePath: path)).first?.hasPrefix("avc1,bt709,150") == true)
  }

  @Test func `settings in Apple's names are read`() throws {
    let video = try OutputSettings.Video(dictionary: MovieExporter.hdr10)
    #expect(video.codec == .hevc && video.color == .pq)
    #expect(video.compression.contentLightLevel?.maximumFrameAverageLightLevel == 400)
  }

  @Test func `every constant of a preset names one`() {
    #expect(
      [
        AVAssetExportPresetLowQuality, AVAssetExportPresetHEVC4320x2160,
        AVAssetExportPresetMVHEVC7680x7680, AVAssetExportPresetAppleM4V480pSD,
      ].allSatisfy { ExportPreset($0) != nil })
    let presets = AVOutputSettingsAssistant.availableOutputSettingsPresets()
    #expect(presets.contains(.hevc7680x4320) && presets.contains(.preset640x480))
    #expect(presets.count == 9)
  }

  @Test func `the article's example exports`() async throws {
    let folder = try TemporaryFolder()
    let (film, output) = (asset.url, folder.url.appending(path: "out.mov"))
    try await {
      let asset = AVURLAsset(url: film)
      let preset = AVAssetExportPresetHEVCHighestQuality
      guard
        await AVAssetExportSession.compatibility(
          ofExportPreset: preset, with: asset, outputFileType: .mov),
        let session = AVAssetExportSession(asset: asset, presetName: preset)
      else { return }
      try await session.export(to: output, as: .mov)
    }()
    #expect(try probe(output).first?.hasPrefix("hvc1") == true)
    let examples = try DocumentationExamples(
      article: "Sources/AVFoundationHLS/AVFoundationHLS.docc/AVFoundationHLS.md")
    #expect(try examples.missing(from: #filePath).count == examples.examples.count - 1)
  }
}
