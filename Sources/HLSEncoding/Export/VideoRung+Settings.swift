// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import LibAV

extension VideoRung {
  /// The pictures of an export: what settings say, and where they are silent what the source has.
  init(_ settings: OutputSettings.Video, of format: SourceFormat, number: Int) {
    let compression = settings.compression
    let own = settings.codec == .h264 && format.range != .sdr ? .bt709 : format.keptColor
    let color = settings.color ?? own
    let size = Self.size(settings, of: format)
    let rate = compression.averageBitRate
    self.init(
      codec: settings.codec, range: color.videoRange, width: size.canvas.width,
      height: size.canvas.height, divisor: 1, fullRate: format.frameRate,
      bitRate: rate ?? ExportPreset.bitRate(width: size.canvas.width, height: size.canvas.height))
    self.color = color
    content = size.content == size.canvas ? nil : size.content
    label = "\(number)/pictures"
    coding = VideoCoding(settings, of: format, color)
    if coding.rateFactor != nil {
      // A quality takes what it needs: the cap is far above the rate of such pictures.
      maximumRate = bitRate * 8
      bufferSize = maximumRate
    }
    if color.videoRange == .pq,
      compression.masteringDisplay != nil || compression.contentLightLevel != nil
    {
      metadata = StaticMetadata(
        masteringDisplay: compression.masteringDisplay,
        contentLightLevel: compression.contentLightLevel)
    }
  }

  private static func size(
    _ settings: OutputSettings.Video, of format: SourceFormat
  ) -> (canvas: PictureSize, content: PictureSize) {
    let source = format.size.even
    guard let width = settings.width, let height = settings.height else { return (source, source) }
    let canvas = PictureSize(width: width, height: height)
    let ratios = (
      Rational(Int64(width), Int64(source.width)), Rational(Int64(height), Int64(source.height))
    )
    let inside = source.scaled(by: min(ratios.0, ratios.1))
    switch settings.scaling ?? .resizeAspect {
    case .resize: return (canvas, canvas)
    case .fit:
      let fitted = inside.pixels < source.pixels ? inside : source
      return (fitted, fitted)
    case .resizeAspectFill: return (canvas, source.scaled(by: max(ratios.0, ratios.1)))
    case .resizeAspect:
      // Rounding to even sides is no reason for bars.
      let isNear = abs(inside.width - width) <= 2 && abs(inside.height - height) <= 2
      return (canvas, isNear ? canvas : inside)
    }
  }
}

extension VideoCoding {
  fileprivate init(
    _ settings: OutputSettings.Video, of format: SourceFormat, _ color: ColorDescription
  ) {
    let compression = settings.compression
    let isDeep = color.videoRange != .sdr || format.bitDepth > 8
    self.init()
    // One run from the first picture to the last, with the rate control of the whole.
    isChunked = false
    switch settings.codec {
    case .h264: bitDepth = 8
    case .hevc: bitDepth = compression.profile?.bitDepth ?? (isDeep ? 10 : 8)
    default: bitDepth = 10
    }
    // libx264 and libx265 count down: 12 can hardly be told from the source, 45 is coarse.
    rateFactor = compression.quality.map { 45 - 33 * $0 }
    let rate = format.frameRate.value
    let limits = [
      compression.maximumKeyFrameInterval.map(Double.init),
      compression.maximumKeyFrameIntervalDuration.map { $0 * rate },
    ].compactMap { $0 }.filter { $0 > 0 }
    framesPerGroup = max(1, Int((limits.min() ?? rate).rounded()))
    allowsReordering = compression.allowsFrameReordering ?? true
    usesCABAC = compression.entropyMode.map { $0 == .cabac }
    level = compression.profile?.level
    switch compression.profile?.profile {
    case "Constrained Baseline": h264Profile = "baseline"
    case "Main" where settings.codec == .h264: h264Profile = "main"
    default: h264Profile = "high"
    }
  }
}
