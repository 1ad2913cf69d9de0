// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HDRColor
public import LibAV

/// What pictures come in as: what settings are filled in from.
public struct SourceFormat: Hashable, Sendable {
  /// Pixels in a row, with square pixels, as stored: before any rotation.
  public var width: Int
  /// Rows.
  public var height: Int
  /// Frames a second; 0 where nobody says, and then a writer measures it.
  public var frameRate: Rational
  /// What the numbers mean.
  public var color: ColorDescription
  /// Bits of a sample.
  public var bitDepth: Int
  /// The mastering display of PQ pictures.
  public var masteringDisplay: MasteringDisplay?
  /// The light levels of PQ pictures.
  public var contentLightLevel: ContentLightLevel?

  /// Creates a format.
  public init(
    width: Int, height: Int, frameRate: Rational = Rational(30), color: ColorDescription = .bt709,
    bitDepth: Int = 8, masteringDisplay: MasteringDisplay? = nil,
    contentLightLevel: ContentLightLevel? = nil
  ) {
    self.width = width
    self.height = height
    self.frameRate = frameRate
    self.color = color
    self.bitDepth = bitDepth
    self.masteringDisplay = masteringDisplay
    self.contentLightLevel = contentLightLevel
  }

  /// The format of a source's pictures, with the static metadata that can be true; `nil` for sound
  /// alone.
  public init?(_ source: SourceDescription) {
    guard let video = source.mainVideo?.video else { return nil }
    var upright = video
    upright.orientation = .upright
    let metadata = StaticMetadata.credible(in: source, nil).metadata
    self.init(
      width: upright.displaySize.width, height: upright.displaySize.height,
      frameRate: FrameRate.snapped(video.pictureRate), color: video.color,
      bitDepth: video.pixelFormat.bitDepth, masteringDisplay: metadata.masteringDisplay,
      contentLightLevel: metadata.contentLightLevel)
  }

  /// The range of the pictures.
  public var range: VideoRange { color.videoRange }

  var size: PictureSize { PictureSize(width: max(2, width), height: max(2, height)) }

  /// The colours that an export keeps: those of BT.2100 in HDR, and in SDR the source's own unless
  /// there is no encoding them.
  var keptColor: ColorDescription {
    var kept = color
    kept.isFullRange = false
    let isPlain = ![.identity, .ictcp, .bt2020Constant, .unspecified].contains(color.matrix)
    return range == .sdr && isPlain && color.transfer != .linear ? kept : range.color
  }
}
