// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import LibAV

/// A kind of picture that some rungs share: a range, a size, a rate and a bit depth.
struct PictureKey: Hashable, Sendable {
  var range: VideoRange
  var width: Int
  var height: Int
  /// Every which frame of the full rate it is made of.
  var divisor: Int
  var bitDepth: Int
  /// How many samples of chroma there are.
  var chroma = ChromaDensity.half
  /// What the numbers mean; `nil` for the colours of the range.
  var ownColor: ColorDescription?
  /// The size of what comes out where it is another: larger with black around, smaller by cutting.
  var canvas: PictureSize?

  var format: PixelFormat { chroma.format(bitDepth: bitDepth) }

  var color: ColorDescription { ownColor ?? range.color }

  var picture: PictureTree.Picture {
    PictureTree.Picture(width: width, height: height, divisor: divisor, color: color)
  }
}

extension VideoRung {
  /// H.264 High is 8 bits, HEVC Main 10 is 10 bits.
  var pictureKey: PictureKey {
    PictureKey(
      range: range, width: content?.width ?? width, height: content?.height ?? height,
      divisor: divisor, bitDepth: coding.bitDepth ?? (codec == .h264 ? 8 : 10),
      chroma: codec.chroma,
      ownColor: color == range.color ? nil : color,
      canvas: content == nil ? nil : PictureSize(width: width, height: height))
  }
}

/// How many samples of chroma a picture has.
enum ChromaDensity: Int, Hashable, Comparable, Sendable {
  /// One for four of luma: 4:2:0.
  case half
  /// One for two of luma: 4:2:2.
  case rows
  /// One for each of luma: 4:4:4.
  case full

  static func < (a: ChromaDensity, b: ChromaDensity) -> Bool { a.rawValue < b.rawValue }

  /// How such pictures are stored; 4:2:0 alone has 8 bits.
  func format(bitDepth: Int) -> PixelFormat {
    switch self {
    case .half: bitDepth == 8 ? .yuv420p : .yuv420p10
    case .rows: .yuv422p10
    case .full: .yuv444p10
    }
  }
}

extension VideoCodec {
  /// How many samples of chroma it codes.
  fileprivate var chroma: ChromaDensity {
    switch self {
    case .h264, .hevc: .half
    case .proRes4444: .full
    case .proRes422Proxy, .proRes422LT, .proRes422, .proRes422HQ: .rows
    }
  }
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
