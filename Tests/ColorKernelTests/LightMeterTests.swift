// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import ColorKernel
import HDRColor
import RungTestSupport
import Testing

@Suite struct LightMeterTests {
  private func measure(_ pictures: [Picture], withAVX2: Bool = true) throws -> LightMeter {
    var meter = try LightMeter(.pq, format: PlaneFormat(bitDepth: 10))
    if !withAVX2 { meter.usesAVX2 = false }
    for picture in pictures {
      let luma = picture.bytes(0, padding: 2)
      let cb = picture.bytes(1, padding: 2)
      let cr = picture.bytes(2, padding: 2)
      let layout = PictureLayout(
        width: picture.width, height: picture.height, lumaStride: picture.width * 2 + 2,
        chromaStride: picture.chromaWidth * 2 + 2)
      try unsafe meter.measure(layout, luma: luma.span.bytes, cb: cb.span.bytes, cr: cr.span.bytes)
    }
    return meter
  }

  /// Greys by their 10-bit code: 509, 573 and 723 are 100, 203 and 1,000 cd/m².
  private func halves(_ left: UInt16, _ right: UInt16) -> Picture {
    Picture(width: 16, height: 4, bitDepth: 10) { plane, x, _ in
      plane == 0 ? (x < 8 ? left : right) : 512
    }
  }

  @Test func `the brightest pixel and the brightest frame may be different ones`() throws {
    let level = try measure([halves(64, 723), halves(573, 573), halves(64, 64)]).contentLightLevel
    // A code of 10 bits is 1 % of light.
    #expect((990...1010).contains(level.maximumContentLightLevel))
    #expect((495...505).contains(level.maximumFrameAverageLightLevel))
  }

  @Test func `nothing measured is no light`() throws {
    let meter = try LightMeter(.pq, format: PlaneFormat(bitDepth: 10))
    #expect(meter.peak == 0)
    #expect(PicturePeak(measured: meter.peak).origin == .assumed)
  }

  /// Pure red counts by its red: luma alone would take 200 cd/m² for less.
  @Test func `a colour counts by its largest component`() throws {
    let signal = PQ.inverseEOTF(200)
    let codes = Quantization(bitDepth: 10)
    let matrix = try #require(MatrixCoefficients.bt2020NonConstant.yCbCr)
    let v = matrix.encode([signal, 0, 0])
    let sample = [codes.code(luma: v.x), codes.code(chroma: v.y), codes.code(chroma: v.z)]
      .map { UInt16(codes.rounded($0)) }
    let meter = try measure([
      Picture(width: 8, height: 8, bitDepth: 10) { plane, _, _ in sample[plane] }
    ])
    #expect((196...204).contains(meter.peak))
    #expect((196...204).contains(meter.highestAverage))
  }

  @Test func `the builds measure the same`() throws {
    var random = SeededGenerator()
    let pictures = [(37, 5), (256, 2), (300, 3)].map { Picture.noise($0, $1, 10, &random) }
    let best = try measure(pictures)
    let scalar = try measure(pictures, withAVX2: false)
    #expect(best.peak == scalar.peak && best.highestAverage == scalar.highestAverage, "\(random)")
  }
}
