// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HDRColor
internal import LibAV

extension ExportPreset {
  /// What a preset makes of a source format: a size that is never larger than the source, the
  /// source's range where the codec keeps it, rates, groups of a second.
  ///
  /// - Parameter format: The source's; without one, 30 frames a second of the preset's own size.
  /// - Returns: The settings; without pictures where the preset has none, and `nil` where tracks
  ///   stay as they are or the preset is refused.
  public func settings(for format: SourceFormat?) -> OutputSettings? {
    guard refusal == nil, let codec = videoCodec ?? (hasVideo ? nil : .h264) else { return nil }
    var settings = OutputSettings(
      audio: OutputSettings.Audio(codec: codec.isProRes ? .pcm24 : .aac))
    guard hasVideo else { return settings }
    let size = size(for: format)
    var video = OutputSettings.Video(codec: codec, width: size.width, height: size.height)
    video.scaling = .resizeAspect
    // A triple of the source's that Apple does not document is followed without being named.
    let color = color(for: format)
    video.color = ColorProperties.isLegal(color) ? color : nil
    video.compression.expectedFrameRate = format?.frameRate.value ?? 30
    if video.color?.videoRange == .pq, let format {
      video.compression.masteringDisplay = format.masteringDisplay
      video.compression.contentLightLevel = format.contentLightLevel
    }
    if !codec.isProRes {
      video.compression.averageBitRate = Self.bitRate(width: size.width, height: size.height)
      video.compression.maximumKeyFrameInterval = Int((format?.frameRate.value ?? 30).rounded())
      video.compression.allowsFrameReordering = true
      video.compression.profile = profile(for: codec, format)
      video.compression.entropyMode = codec == .h264 ? .cabac : nil
    }
    settings.video = video
    return settings
  }

  /// The codec of the pictures that are encoded.
  var videoCodec: VideoCodec? {
    switch family {
    case .h264: .h264
    case .hevc, .hevcWithAlpha, .mvHEVC: .hevc
    case .proRes422: .proRes422
    case .proRes4444: .proRes4444
    case .audio, .passthrough: nil
    }
  }

  private func size(for format: SourceFormat?) -> PictureSize {
    let box = limit ?? Limit(width: 1920, height: 1080)
    guard let format else { return PictureSize(width: box.width, height: box.height) }
    guard let limit else { return format.size.even }
    let fitted = format.size.fitted(to: LadderRow(limit.width, limit.height, 0))
    return fitted.pixels < format.size.pixels ? fitted : format.size.even
  }

  private func color(for format: SourceFormat?) -> ColorDescription {
    guard let format else { return .bt709 }
    return hdr == .convertedToSDR && format.range != .sdr ? .bt709 : format.keptColor
  }

  private func profile(for codec: VideoCodec, _ format: SourceFormat?) -> CodecProfile {
    guard codec == .hevc else { return .h264High }
    guard let format, format.range != .sdr || format.bitDepth > 8 else { return .hevcMain }
    return .hevcMain10
  }

  /// The mean rate of 1920 by 1080, in b/s: the value that code bases of five authors copied out of
  /// Apple's settings assistant, for H.264 and HEVC alike.
  public static let publicBitRate = 10 * 1024 * 1024

  /// The mean rate for pictures of a size, in b/s: at 1920 by 1080 the public value, at others
  /// Rung's, which grows with the number of pixels to the power of 0.75.
  public static func bitRate(width: Int, height: Int) -> Int {
    let ratio = Double(width * height) / Double(1920 * 1080)
    guard ratio != 1 else { return publicBitRate }
    return max(100_000, Int((Double(publicBitRate) * pow(ratio, 0.75) / 10_000).rounded()) * 10_000)
  }
}
