// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import AVFoundationHLS

// Ordinary code of an app that exports, as it is written for Apple's systems with
// `import AVFoundation`: written for this purpose, and compiled here with the import changed.

/// Exports what a user has picked, in HDR for new devices and in SDR for old ones.
struct MovieExporter {
  /// Why an export did not take place.
  enum ExportError: Error {
    case incompatible
    case failed((any Error)?)
  }

  let asset: AVAsset

  /// Exports by a preset, reporting progress on the way.
  func export(
    _ preset: String, to url: URL, as fileType: AVFileType,
    progress report: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws {
    guard
      await AVAssetExportSession.compatibility(
        ofExportPreset: preset, with: asset, outputFileType: fileType),
      let session = AVAssetExportSession(asset: asset, presetName: preset)
    else { throw ExportError.incompatible }
    let watcher = Task {
      for await state in session.states(updateInterval: .milliseconds(20)) {
        if case .exporting(let progress) = state { report(progress.fractionCompleted) }
      }
    }
    defer { watcher.cancel() }
    try await session.export(to: url, as: fileType)
  }

  /// The way of older code: properties, a completion handler, a status.
  func exportClip(
    from start: Double, lasting duration: Double, to url: URL,
    completion: @escaping @Sendable (Result<URL, ExportError>) -> Void
  ) {
    guard
      let session = AVAssetExportSession(
        asset: asset, presetName: AVAssetExportPreset1280x720)
    else { return completion(.failure(.incompatible)) }
    session.outputURL = url
    session.outputFileType = .mp4
    session.shouldOptimizeForNetworkUse = true
    session.timeRange = CMTimeRange(
      start: CMTime(seconds: start, preferredTimescale: 600),
      duration: CMTime(seconds: duration, preferredTimescale: 600))
    session.exportAsynchronously {
      switch session.status {
      case .completed: completion(.success(url))
      default: completion(.failure(.failed(session.error)))
      }
    }
  }

  /// Settings for a writer: those of a preset for the asset's own format, with the rate halved.
  func settings(for preset: AVOutputSettingsPreset) async throws -> [String: Any]? {
    guard let assistant = AVOutputSettingsAssistant(preset: preset),
      let track = try await asset.loadTracks(withMediaType: .video).first
    else { return nil }
    assistant.sourceVideoFormat = try await track.load(.formatDescriptions).first
    guard var settings = assistant.videoSettings,
      var compression = settings[AVVideoCompressionPropertiesKey] as? [String: Any],
      let rate = compression[AVVideoAverageBitRateKey] as? Int
    else { return nil }
    compression[AVVideoAverageBitRateKey] = rate / 2
    settings[AVVideoCompressionPropertiesKey] = compression
    return settings
  }

  /// Settings of HDR10, key by key.
  static let hdr10: [String: any Sendable] = [
    AVVideoCodecKey: AVVideoCodecType.hevc,
    AVVideoWidthKey: 320,
    AVVideoHeightKey: 180,
    AVVideoColorPropertiesKey: [
      AVVideoColorPrimariesKey: AVVideoColorPrimaries_ITU_R_2020,
      AVVideoTransferFunctionKey: AVVideoTransferFunction_SMPTE_ST_2084_PQ,
      AVVideoYCbCrMatrixKey: AVVideoYCbCrMatrix_ITU_R_2020,
    ],
    AVVideoCompressionPropertiesKey: [
      AVVideoAverageBitRateKey: 1_000_000,
      AVVideoProfileLevelKey: kVTProfileLevel_HEVC_Main10_AutoLevel,
      kVTCompressionPropertyKey_ContentLightLevelInfo: Data([0x03, 0xE8, 0x01, 0x90]),
    ] as [String: any Sendable],
  ]
}
