// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

package import HDRColor

extension StreamDescription {
  /// A track that no container holds, whose samples are made in memory.
  package static func made(
    _ kind: Kind, index: Int, timeBase: Rational, codecName: String
  ) -> StreamDescription {
    StreamDescription(
      index: index, kind: kind, codecName: codecName, timeBase: timeBase, flags: [])
  }
}

extension VideoParameters {
  /// Upright pictures of square pixels at a constant rate.
  package static func made(
    width: Int, height: Int, frameRate: Rational, format: PixelFormat, color: ColorDescription
  ) -> VideoParameters {
    VideoParameters(
      width: width, height: height, sampleAspect: Rational(1), orientation: .upright,
      frameRate: frameRate, averageFrameRate: frameRate, pixelFormat: format, color: color,
      chromaLocation: .left, isInterlaced: false)
  }
}

extension AudioParameters {
  /// Sound of a rate and a layout.
  package init(sampleRate: Int, layout: ChannelLayout) {
    self.init(
      sampleRate: sampleRate, channelCount: layout.channels.count, channelLayout: layout.name)
  }
}
