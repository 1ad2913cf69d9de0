// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import ColorKernel
internal import Foundation
internal import HDRColor
internal import LibAV

/// The step from the pictures of the source's range to those of another, once, at the largest size.
struct ColorStage {
  /// The picture of the source's range that is converted.
  let source: PictureKey
  /// What comes out.
  let target: PictureKey

  private let converter: PictureConverter
  private let frames = FramePool()
  private let slices = ProcessInfo.processInfo.activeProcessorCount

  /// Prepares the conversion to the kinds of one range of a ladder.
  init(
    from video: VideoParameters, to keys: Set<PictureKey>, _ light: LightMapping
  ) throws {
    let largest = keys.max { $0.width * $0.height < $1.width * $1.height }
    let depth = keys.map(\.bitDepth).max() ?? 8
    var target = PictureKey(
      range: largest?.range ?? .sdr, width: largest?.width ?? 2, height: largest?.height ?? 2,
      divisor: keys.map(\.divisor).min() ?? 1, bitDepth: depth)
    self.target = target
    target.range = video.videoRange
    target.bitDepth = 10
    source = target
    let conversion = ColorConversion(
      from: video.videoRange.color, to: self.target.range.color, peak: light.peak,
      toneMap: light.toneMap)
    converter = try PictureConverter(
      conversion, from: video.convertedFormat, toBitDepth: depth)
  }

  /// A kind of picture as the graph behind the stage counts frames: each of the stage's is one.
  func relative(_ key: PictureKey) -> PictureKey {
    var key = key
    key.divisor /= target.divisor
    return key
  }

  /// The reverse of ``relative(_:)``.
  func absolute(_ key: PictureKey) -> PictureKey {
    var key = key
    key.divisor *= target.divisor
    return key
  }

  /// Converts a picture.
  func convert(_ frame: Frame) throws -> Frame {
    let result = try frames.frame(
      width: target.width, height: target.height, format: target.format)
    let strides = (frame.stride(of: 0), frame.stride(of: 1))
    let layout = PictureLayout(
      width: frame.width, height: frame.height, lumaStride: strides.0, chromaStride: strides.1)
    let targetLayout = PictureLayout(
      width: target.width, height: target.height, lumaStride: result.stride(of: 0),
      chromaStride: result.stride(of: 1))
    try frame.withPlanes { luma, cb, cr in
      try result.withMutablePlanes { targetLuma, targetCb, targetCr in
        try converter.convert(
          rows: 0..<layout.height, of: layout, luma: luma, cb: cb, cr: cr, to: targetLayout,
          luma: &targetLuma, cb: &targetCb, cr: &targetCr, slices: slices)
      }
    }
    return result
  }
}
