// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CColorKernel
public import HDRColor

/// Measures how bright PQ pictures get: the content light levels of CTA-861.3 annex P.
///
/// The brightness of a pixel is its largest component. MaxCLL is the brightest pixel of all frames,
/// MaxFALL the highest average of a frame. Light is counted in steps of a quarter of a 10-bit code.
public struct LightMeter: Sendable {
  /// The samples of the pictures.
  public let format: PlaneFormat
  /// Whether the instructions of AVX2 are used; they change the speed alone.
  public package(set) var usesAVX2 = CColorKernel_hasAVX2() != 0

  /// The light of the brightest pixel so far, in cd/m².
  public private(set) var peak = 0.0
  /// The highest average light of a frame so far, in cd/m².
  public private(set) var highestAverage = 0.0

  private let matrix: SampleMatrix
  /// The light of each count of a histogram.
  private let light: [Double]

  /// Creates a meter.
  ///
  /// - Parameters:
  ///   - description: What the samples mean; the curve is taken as PQ.
  ///   - format: The samples of the pictures.
  /// - Throws: An error with the code `unsupportedMatrix` or `unsupportedDepth`.
  public init(_ description: ColorDescription, format: PlaneFormat) throws(ColorKernelError) {
    try format.checkDepth()
    self.format = format
    matrix = SampleMatrix(
      matrix: try description.supportedMatrix(), depth: format.bitDepth,
      isFullRange: description.isFullRange, limit: 1)
    let steps = Int(CCOLORKERNEL_DECODE_COUNT)
    light = (0..<steps).map { PQ.eotf(Double($0) / Double(steps - 1)) }
  }

  /// Measures a frame.
  ///
  /// - Parameters:
  ///   - layout: The size and the strides of the frame.
  ///   - luma: Its luma.
  ///   - cb: Its Cb.
  ///   - cr: Its Cr.
  /// - Throws: An error with the code `invalidLayout`; nothing is counted then.
  public mutating func measure(
    _ layout: PictureLayout, luma: RawSpan, cb: RawSpan, cr: RawSpan
  ) throws(ColorKernelError) {
    var histogram = [UInt32](repeating: 0, count: light.count)
    try format.withSource(layout, luma: luma, cb: cb, cr: cr) { source in
      unsafe histogram.withUnsafeMutableBufferPointer { histogram in
        guard let counts = histogram.baseAddress else { return }
        unsafe withUnsafePointer(to: matrix.value) { matrix in
          unsafe withUnsafePointer(to: source) { source in
            unsafe CColorKernel_measure(
              matrix, source, counts, 0, Int32(layout.height), usesAVX2 ? 1 : 0)
          }
        }
      }
    }
    guard let brightest = histogram.lastIndex(where: { $0 > 0 }) else { return }
    var sum = 0.0
    for (count, light) in zip(histogram, light) where count > 0 { sum += Double(count) * light }
    peak = max(peak, light[brightest])
    highestAverage = max(highestAverage, sum / Double(layout.width * layout.height))
  }

  /// The content light level of all frames so far, in whole cd/m².
  public var contentLightLevel: ContentLightLevel {
    ContentLightLevel(
      maximumContentLightLevel: UInt16(peak.rounded()),
      maximumFrameAverageLightLevel: UInt16(highestAverage.rounded()))
  }
}
