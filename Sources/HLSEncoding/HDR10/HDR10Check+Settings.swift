// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import LibAV

extension HDR10Check {
  /// Checks what settings would make of a source, before it is exported.
  ///
  /// - Parameters:
  ///   - settings: The settings of the pictures.
  ///   - format: What comes in; without one, what settings leave out counts as missing.
  public init(_ settings: OutputSettings.Video, of format: SourceFormat?) {
    let source =
      format
      ?? SourceFormat(
        width: settings.width ?? 1920, height: settings.height ?? 1080,
        color: ColorDescription(
          primaries: .unspecified, transfer: .unspecified, matrix: .unspecified))
    let rung = VideoRung(settings, of: source, number: 0)
    let color = format == nil ? settings.color ?? source.color : rung.color
    let isKept = color.videoRange == .pq && source.range == .pq
    let metadata = rung.metadata
    let profile: String? =
      switch settings.codec {
      case .h264: "High"
      case .hevc: rung.coding.bitDepth == 8 ? "Main" : "Main 10"
      default: settings.codec.codecType
      }
    self.init(
      HDR10Facts(
        codec: settings.codec.isProRes ? "prores" : settings.codec.rawValue, profile: profile,
        isLevelAutomatic: rung.coding.level == nil, bitDepth: rung.pictureKey.bitDepth,
        color: color, width: rung.width, height: rung.height, frameRate: rung.frameRate.value,
        masteringDisplay: metadata == nil && isKept
          ? source.masteringDisplay : metadata?.masteringDisplay,
        contentLightLevel: metadata == nil && isKept
          ? source.contentLightLevel : metadata?.contentLightLevel,
        hasHDR10Plus: false))
  }
}
