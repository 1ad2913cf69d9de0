// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import LibAV

extension HDR10Check {
  /// Checks the main video track of a source; `nil` for one without pictures.
  public init?(_ source: SourceDescription) {
    guard let stream = source.mainVideo, let video = stream.video else { return nil }
    let dolby = video.dolbyVision.map {
      HDR10Facts.DolbyVision.profile($0.profile, compatibility: $0.compatibility)
    }
    self.init(
      HDR10Facts(
        codec: stream.codecName, profile: stream.profileName, level: stream.level,
        bitDepth: video.pixelFormat.bitDepth, color: source.findings.declaredColor ?? video.color,
        width: video.width, height: video.height,
        frameRate: FrameRate.snapped(video.averageFrameRate).value,
        masteringDisplay: video.masteringDisplay, contentLightLevel: video.contentLightLevel,
        hasHDR10Plus: source.findings.hasHDR10Plus,
        dolbyVision: dolby ?? (source.findings.hasDolbyVision ? .undeclared : .none)))
  }
}
