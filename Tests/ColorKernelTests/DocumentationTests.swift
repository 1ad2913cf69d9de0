// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import ColorKernel
import HDRColor
import RungTestSupport
import Testing

@Suite struct ColorKernelDocumentationTests {
  /// BT.2408: SDR white is 58 % of PQ, which is the code 573 of 10 bits.
  @Test func `the article's example does what it says`() throws {
    let conversion = ColorConversion(from: .bt709, to: .pq)
    let converter = try PictureConverter(conversion, from: PlaneFormat(bitDepth: 8), toBitDepth: 10)
    let source = PictureLayout(width: 4, height: 2, lumaStride: 4, chromaStride: 2)
    let target = PictureLayout(width: 4, height: 2, lumaStride: 8, chromaStride: 4)

    let luma: [UInt8] = [235, 235, 235, 235, 16, 16, 16, 16]
    let chroma: [UInt8] = [128, 128]
    var outLuma = [UInt16](repeating: 0, count: 8)
    var outCb: [UInt16] = [0, 0]
    var outCr: [UInt16] = [0, 0]
    var lumaSpan = outLuma.mutableSpan
    var cbSpan = outCb.mutableSpan
    var crSpan = outCr.mutableSpan
    var y = unsafe lumaSpan.mutableBytes
    var b = unsafe cbSpan.mutableBytes
    var r = unsafe crSpan.mutableBytes
    try unsafe converter.convert(
      rows: 0..<2, of: source, luma: luma.span.bytes, cb: chroma.span.bytes,
      cr: chroma.span.bytes, to: target, luma: &y, cb: &b, cr: &r)
    #expect(outLuma == [573, 573, 573, 573, 64, 64, 64, 64])
    #expect(outCb == [512, 512])
    #expect(outCr == [512, 512])
  }

  @Test func `the example stands in this file`() throws {
    let examples = try DocumentationExamples(
      article: "Sources/ColorKernel/ColorKernel.docc/ColorKernel.md")
    #expect(examples.examples.count == 1)
    #expect(try examples.missing(from: #filePath).isEmpty)
  }
}
