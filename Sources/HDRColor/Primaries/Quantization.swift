// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// How signals become integer codes of a bit depth (H.273 equations 20 to 37; BT.2100 table 9).
public struct Quantization: Hashable, Sendable {
  /// The bits of a code, 8 to 16.
  public let bitDepth: Int
  /// Whether codes span the full range or the video range.
  public let isFullRange: Bool

  /// Creates a quantisation; a depth outside 8 to 16 is taken as the nearest inside.
  public init(bitDepth: Int, isFullRange: Bool = false) {
    self.bitDepth = min(max(bitDepth, 8), 16)
    self.isFullRange = isFullRange
  }

  /// The code of luma, red, green or blue at 0.
  public var black: Double { isFullRange ? 0 : 16 * step }
  /// The code of luma, red, green or blue at 1.
  public var white: Double { isFullRange ? maximum : 235 * step }
  /// The code of a colour difference of 0.
  public var neutral: Double { 128 * step }
  /// The codes that a colour difference of 1 spans.
  public var chromaSpan: Double { isFullRange ? maximum : 224 * step }
  /// The largest code.
  public var maximum: Double { 256 * step - 1 }
  /// The codes that one code of 8 bits is wide.
  private var step: Double { Double(1 << (bitDepth - 8)) }

  /// The code, not rounded, of luma or of red, green or blue.
  public func code(luma: Double) -> Double { black + luma * (white - black) }
  /// The code, not rounded, of a colour difference of -0.5 to 0.5.
  public func code(chroma: Double) -> Double { neutral + chroma * chromaSpan }
  /// Luma, or red, green or blue, for a code.
  public func luma(code: Double) -> Double { (code - black) / (white - black) }
  /// The colour difference for a code.
  public func chroma(code: Double) -> Double { (code - neutral) / chromaSpan }

  /// The nearest code within the depth.
  public func rounded(_ code: Double) -> Int {
    Int(min(max(code, 0), maximum).rounded(.toNearestOrAwayFromZero))
  }
}
