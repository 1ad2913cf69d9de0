// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import AVFoundationHLS

// Ordinary code of an app that edits, as it is written for Apple's systems with
// `import AVFoundation`: written for this purpose, and compiled here with the import changed.

/// Puts clips of movies together.
struct MovieEditor {
  /// A clip that a user has picked.
  struct Clip {
    var asset: AVAsset
    var timeRange: CMTimeRange
  }

  /// Why a movie cannot be made.
  enum EditingError: Error {
    case noTrack
    case noSession
  }

  /// Clips one after another, each with its sound where it has some.
  func composition(of clips: [Clip]) async throws -> AVMutableComposition {
    let composition = AVMutableComposition()
    guard
      let videoTrack = composition.addMutableTrack(
        withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid),
      let audioTrack = composition.addMutableTrack(
        withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)
    else { throw EditingError.noTrack }
    var cursor = CMTime.zero
    for clip in clips {
      guard let video = try await clip.asset.loadTracks(withMediaType: .video).first else {
        throw EditingError.noTrack
      }
      try videoTrack.insertTimeRange(clip.timeRange, of: video, at: cursor)
      if let audio = try await clip.asset.loadTracks(withMediaType: .audio).first {
        try audioTrack.insertTimeRange(clip.timeRange, of: audio, at: cursor)
      }
      cursor = CMTimeAdd(cursor, clip.timeRange.duration)
    }
    return composition
  }

  /// One movie, and a second one small in its lower right corner, which fades in.
  func pictureInPicture(
    _ main: AVAsset, _ small: AVAsset, lasting duration: CMTime
  ) async throws -> (AVMutableComposition, AVMutableVideoComposition) {
    let composition = AVMutableComposition()
    let timeRange = CMTimeRange(start: .zero, duration: duration)
    var layers: [AVMutableVideoCompositionLayerInstruction] = []
    var renderSize = CGSize.zero
    for asset in [main, small] {
      guard let source = try await asset.loadTracks(withMediaType: .video).first,
        let track = composition.addMutableTrack(
          withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)
      else { throw EditingError.noTrack }
      try track.insertTimeRange(timeRange, of: source, at: .zero)
      let (size, transform) = try await source.load(.naturalSize, .preferredTransform)
      let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
      if asset === main {
        layer.setTransform(transform, at: .zero)
        renderSize = CGRect(origin: .zero, size: size).applying(transform).size
      } else {
        let quarter = transform.concatenating(CGAffineTransform(scaleX: 0.25, y: 0.25))
          .concatenating(
            CGAffineTransform(
              translationX: renderSize.width - size.width / 4,
              y: renderSize.height - size.height / 4))
        layer.setTransform(quarter, at: .zero)
        layer.setOpacityRamp(
          fromStartOpacity: 0, toEndOpacity: 1,
          timeRange: CMTimeRange(start: .zero, duration: CMTimeMake(value: 1, timescale: 2)))
      }
      layers.insert(layer, at: 0)
    }
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = timeRange
    instruction.layerInstructions = layers
    let videoComposition = AVMutableVideoComposition()
    videoComposition.renderSize = renderSize
    videoComposition.frameDuration = CMTime(value: 1, timescale: 30)
    videoComposition.instructions = [instruction]
    return (composition, videoComposition)
  }

  /// A mix that fades a track out over its last half second.
  func fadeOut(of track: AVMutableCompositionTrack) -> AVAudioMix {
    let parameters = AVMutableAudioMixInputParameters(track: track)
    let half = CMTime(value: 1, timescale: 2)
    parameters.setVolumeRamp(
      fromStartVolume: 1, toEndVolume: 0,
      timeRange: CMTimeRange(start: track.timeRange.end - half, duration: half))
    let mix = AVMutableAudioMix()
    mix.inputParameters = [parameters]
    return mix
  }

  /// Exports what has been put together.
  func export(
    _ composition: AVComposition, _ videoComposition: AVVideoComposition? = nil,
    _ audioMix: AVAudioMix? = nil, preset: String = AVAssetExportPresetHEVCHighestQuality,
    to url: URL
  ) async throws {
    guard let session = AVAssetExportSession(asset: composition, presetName: preset) else {
      throw EditingError.noSession
    }
    session.videoComposition = videoComposition
    session.audioMix = audioMix
    try await session.export(to: url, as: .mov)
  }
}
