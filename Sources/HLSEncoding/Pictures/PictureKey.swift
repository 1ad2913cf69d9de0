// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HDRColor
internal import LibAV

/// A kind of picture that some rungs share: a range, a size, a rate and a bit depth.
struct PictureKey: Hashable, Sendable {
  var range: VideoRange
  var width: Int
  var height: Int
  /// Every which frame of the full rate it is made of.
  var divisor: Int
  var bitDepth: Int

  var format: PixelFormat { bitDepth == 8 ? .yuv420p : .yuv420p10 }

  var picture: PictureTree.Picture {
    PictureTree.Picture(width: width, height: height, divisor: divisor)
  }
}

extension VideoRung {
  /// H.264 High is 8 bits, HEVC Main 10 is 10 bits.
  var pictureKey: PictureKey {
    PictureKey(
      range: range, width: width, height: height, divisor: divisor,
      bitDepth: codec == .h264 ? 8 : 10)
  }

  /// What the rung's numbers mean: BT.709 for SDR, BT.2100 for HDR, in video range.
  public var color: ColorDescription { range.color }
}

extension VideoRange {
  /// The colours of rungs of this range.
  var color: ColorDescription {
    switch self {
    case .sdr: .bt709
    case .hlg: .hlg
    case .pq: .pq
    }
  }
}
