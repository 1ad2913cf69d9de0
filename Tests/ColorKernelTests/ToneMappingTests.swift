// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import ColorKernel
import HDRColor
import RungTestSupport
import Testing

/// From PQ to SDR at 8 bits, by the table.
enum ToneMapping {
  static let conversion = ColorConversion(from: .pq, to: .bt709)
  static let reference = Reference(
    conversion: conversion, source: PlaneFormat(bitDepth: 10), targetDepth: 8)
  /// Built once: it is the slow part.
  static let converter: PictureConverter = {
    do {
      return try PictureConverter(conversion, from: PlaneFormat(bitDepth: 10), toBitDepth: 8)
    } catch {
      preconditionFailure("\(error)")
    }
  }()
}

@Suite struct ToneMappingTests {
  /// Blocks of one colour each, eight pixels wide: light in BT.2020 primaries in cd/m².
  private func patches(_ colors: [SIMD3<Double>]) throws -> Picture {
    let codes = Quantization(bitDepth: 10)
    let matrix = try #require(MatrixCoefficients.bt2020NonConstant.yCbCr)
    let samples = colors.map { light in
      let v = matrix.encode([
        PQ.inverseEOTF(light.x), PQ.inverseEOTF(light.y), PQ.inverseEOTF(light.z),
      ])
      return [codes.code(luma: v.x), codes.code(chroma: v.y), codes.code(chroma: v.z)]
        .map { UInt16(codes.rounded($0)) }
    }
    return Picture(width: 8 * colors.count, height: 8, bitDepth: 10) { plane, x, _ in
      samples[x / (plane == 0 ? 8 : 4)][plane]
    }
  }

  private func errors(_ picture: Picture) throws -> CodeErrors {
    var errors = CodeErrors()
    errors.add(try ToneMapping.converter.convert(picture), ToneMapping.reference.convert(picture))
    return errors
  }

  @Test func `every grey is right, legal and without colour`() throws {
    let ramp = Picture(width: 878, height: 2, bitDepth: 10) { plane, x, _ in
      plane == 0 ? UInt16(64 + x) : 512
    }
    #expect(try errors(ramp).largest <= 1)
    let result = try ToneMapping.converter.convert(ramp)
    #expect(result.planes[0].allSatisfy { (16...235).contains($0) })
    #expect(result.planes[0][0] == 16)
    #expect(result.planes[0][877] == 235)
    #expect(result.planes[1].allSatisfy { $0 == 128 })
    #expect(result.planes[2].allSatisfy { $0 == 128 })
  }

  /// Six skins from light to dark at 5 to 203 cd/m², by their share of red.
  @Test func `skin is right`() throws {
    let ratios: [SIMD3<Double>] = [
      [1, 0.78, 0.66], [1, 0.74, 0.58], [1, 0.70, 0.52], [1, 0.64, 0.46], [1, 0.6, 0.42],
      [1, 0.55, 0.38],
    ]
    let colors = ratios.flatMap { ratio in [5, 12, 26, 50, 100, 203].map { ratio * $0 } }
    #expect(try errors(try patches(colors)).largest <= 1)
  }

  /// Colours inside BT.709 up to 203 cd/m², by chance but for a margin to the edge.
  @Test func `colours inside BT.709 are right`() throws {
    var random = SeededGenerator()
    let toBT2020 = ColorPrimaries.bt709.matrix(to: .bt2020)
    for _ in 0..<20 {
      let colors = (0..<20).map { _ in
        let light = Double.random(in: 2...203, using: &random)
        return toBT2020
          * SIMD3(
            light * Double.random(in: 0.1...1, using: &random),
            light * Double.random(in: 0.1...1, using: &random),
            light * Double.random(in: 0.1...1, using: &random))
      }
      #expect(try errors(try patches(colors)).largest <= 1, "\(random)")
    }
  }

  /// Every colour of BT.2020 up to 1,000 cd/m², by chance: even in the signal.
  @Test func `a frame of the full gamut is right on average`() throws {
    var random = SeededGenerator()
    var all = CodeErrors()
    for _ in 0..<20 {
      let colors = (0..<20).map { _ in
        SIMD3(
          PQ.eotf(Double.random(in: 0...0.7518, using: &random)),
          PQ.eotf(Double.random(in: 0...0.7518, using: &random)),
          PQ.eotf(Double.random(in: 0...0.7518, using: &random)))
      }
      all.differences += try errors(try patches(colors)).differences
    }
    #expect(all.mean <= 0.6, "\(all.mean) \(random)")
    #expect(all.share(within: 1) >= 0.95, "\(all.share(within: 1)) \(random)")
  }

  @Test func `every code is legal, whatever comes in`() throws {
    var random = SeededGenerator()
    let result = try ToneMapping.converter.convert(.noise(258, 64, 10, &random))
    #expect(result.planes[0].allSatisfy { (16...235).contains($0) }, "\(random)")
    #expect(result.planes[1].allSatisfy { (16...240).contains($0) }, "\(random)")
    #expect(result.planes[2].allSatisfy { (16...240).contains($0) }, "\(random)")
  }

  @Test func `a still picture stays still`() throws {
    var random = SeededGenerator()
    let picture = Picture.noise(64, 16, 10, &random)
    #expect(try ToneMapping.converter.convert(picture) == ToneMapping.converter.convert(picture))
  }
}
