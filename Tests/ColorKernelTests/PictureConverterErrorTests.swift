// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import ColorKernel
import HDRColor
import Testing

@Suite struct PictureConverterErrorTests {
  @Test(arguments: [MatrixCoefficients.ictcp, .identity, .bt2020Constant])
  func `components that are no colour differences are refused`(_ matrix: MatrixCoefficients) {
    var source = ColorDescription.pq
    source.matrix = matrix
    let conversion = ColorConversion(from: source, to: .bt709)
    let error = #expect(throws: ColorKernelError.self) {
      try PictureConverter(conversion, from: PlaneFormat(bitDepth: 10), toBitDepth: 8)
    }
    #expect(error?.code == .unsupportedMatrix)
  }

  @Test(arguments: [(9, 8), (12, 8), (10, 16), (0, 0)])
  func `other depths are refused`(_ source: Int, _ target: Int) {
    let conversion = ColorConversion(from: .bt709, to: .bt709)
    let error = #expect(throws: ColorKernelError.self) {
      try PictureConverter(conversion, from: PlaneFormat(bitDepth: source), toBitDepth: target)
    }
    #expect(error?.code == .unsupportedDepth)
  }

  /// The rows, the size, the strides and the bytes of luma and of chroma, for 8 bits to 8 bits.
  @Test(
    arguments: [
      (0..<4, 4, 4, 4, 2, 16, 4, nil), (0..<4, 4, 4, 4, 2, 15, 4, .invalidLayout),
      (0..<4, 4, 4, 4, 2, 16, 3, .invalidLayout), (0..<4, 4, 4, 3, 2, 16, 4, .invalidLayout),
      (0..<4, 4, 4, 4, 1, 16, 4, .invalidLayout), (1..<4, 4, 4, 4, 2, 16, 4, .invalidRows),
      (0..<3, 4, 4, 4, 2, 16, 4, .invalidRows), (0..<6, 4, 4, 4, 2, 16, 4, .invalidRows),
      (0..<3, 4, 3, 4, 2, 16, 4, nil), (0..<0, 0, 0, 0, 0, 0, 0, nil),
      (0..<4, -4, 4, 4, 2, 16, 4, .invalidLayout), (0..<4, 4, 4, -4, 2, 16, 4, .invalidLayout),
      (0..<4, .max, 4, .max, .max, 16, 4, .invalidLayout),
    ] as [(Range<Int>, Int, Int, Int, Int, Int, Int, ColorKernelError.Code?)])
  func `planes that do not hold the picture are refused`(
    _ rows: Range<Int>, _ width: Int, _ height: Int, _ lumaStride: Int, _ chromaStride: Int,
    _ lumaBytes: Int, _ chromaBytes: Int, _ code: ColorKernelError.Code?
  ) throws {
    let converter = try PictureConverter(
      ColorConversion(from: .bt709, to: .bt709), from: PlaneFormat(bitDepth: 8), toBitDepth: 8)
    let layout = PictureLayout(
      width: width, height: height, lumaStride: lumaStride, chromaStride: chromaStride)
    let luma = [UInt8](repeating: 1, count: lumaBytes)
    let chroma = [UInt8](repeating: 2, count: chromaBytes)
    var (outLuma, outCb, outCr) = (luma, chroma, chroma)
    var found: ColorKernelError.Code?
    do {
      var lumaSpan = outLuma.mutableSpan
      var cbSpan = outCb.mutableSpan
      var crSpan = outCr.mutableSpan
      var y = unsafe lumaSpan.mutableBytes
      var b = unsafe cbSpan.mutableBytes
      var r = unsafe crSpan.mutableBytes
      try unsafe converter.convert(
        rows: rows, of: layout, luma: luma.span.bytes, cb: chroma.span.bytes,
        cr: chroma.span.bytes, to: layout, luma: &y, cb: &b, cr: &r)
    } catch {
      found = error.code
    }
    #expect(found == code)
  }
}
