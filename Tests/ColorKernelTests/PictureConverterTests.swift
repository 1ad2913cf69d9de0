// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import ColorKernel
import HDRColor
import RungTestSupport
import Testing

@Suite struct PictureConverterTests {
  static let sizes = [
    (1, 1), (2, 2), (3, 3), (7, 5), (16, 4), (17, 6), (31, 2), (254, 2), (255, 3), (256, 2),
    (257, 3), (258, 4), (511, 2), (513, 2), (530, 5),
  ]

  struct Formats: Sendable, CustomTestStringConvertible {
    var source: PlaneFormat
    var target: Int
    var testDescription: String {
      "\(source.bitDepth) \(source.chromaLocation) to \(target) bits"
    }
  }

  static let formats = [8, 10].flatMap { depth in
    [PlaneFormat.ChromaLocation.left, .center, .topLeft].flatMap { location in
      [8, 10].map {
        Formats(source: PlaneFormat(bitDepth: depth, chromaLocation: location), target: $0)
      }
    }
  }

  @Test(arguments: formats)
  func `the builds give the same bits`(_ formats: Formats) throws {
    let conversions = [
      ColorConversion(from: .bt709, to: .pq), ColorConversion(from: .hlg, to: .pq),
      ColorConversion(from: .bt709, to: .bt709),
    ]
    for conversion in conversions {
      try expectEqualBuilds(
        PictureConverter(conversion, from: formats.source, toBitDepth: formats.target))
    }
  }

  @Test func `the builds give the same bits by a tone map`() throws {
    try expectEqualBuilds(ToneMapping.converter)
  }

  private func expectEqualBuilds(_ best: PictureConverter) throws {
    var scalar = best
    scalar.usesAVX2 = false
    var random = SeededGenerator()
    for (width, height) in Self.sizes {
      let depth = scalar.source.bitDepth
      for picture in [
        Picture.noise(width, height, depth, &random), .ramps(width, height, depth),
      ] {
        let expected = try scalar.convert(picture)
        #expect(try best.convert(picture) == expected, "\(width)x\(height) \(random)")
        #expect(try best.convert(picture, slice: 2) == expected, "\(width)x\(height) \(random)")
      }
    }
  }

  @Test(arguments: formats)
  func `pictures are what floating point gives`(_ formats: Formats) throws {
    let conversions = [
      ColorConversion(from: .bt709, to: .pq), ColorConversion(from: .hlg, to: .pq),
      ColorConversion(from: .bt709, to: .hlg),
    ]
    for conversion in conversions {
      try expectWithinOne(conversion, formats)
    }
  }

  /// A matrix and a change of range, which a table holds without error.
  @Test(arguments: [8, 10])
  func `a matrix is what floating point gives`(_ depth: Int) throws {
    var source = ColorDescription.bt709
    source.matrix = .bt601NTSC
    source.isFullRange = true
    let formats = Formats(source: PlaneFormat(bitDepth: depth), target: depth)
    try expectWithinOne(ColorConversion(from: source, to: .bt709), formats)
  }

  private func expectWithinOne(_ conversion: ColorConversion, _ formats: Formats) throws {
    let converter = try PictureConverter(
      conversion, from: formats.source, toBitDepth: formats.target)
    let reference = Reference(
      conversion: conversion, source: formats.source, targetDepth: formats.target)
    var errors = CodeErrors()
    for (width, height) in [(33, 9), (40, 8)] {
      let picture = Picture.ramps(width, height, formats.source.bitDepth)
      errors.add(try converter.convert(picture), reference.convert(picture))
    }
    #expect(errors.largest <= 1, "\(conversion.target.videoRange): \(errors.largest)")
    // Dither alone is a quarter of a code off on average.
    #expect(errors.mean <= 0.35, "\(errors.mean)")
  }

  @Test func `the same range passes bit for bit`() throws {
    var random = SeededGenerator()
    for description in [ColorDescription.bt709, .hlg, .pq] {
      for depth in [8, 10] {
        let converter = try PictureConverter(
          ColorConversion(from: description, to: description),
          from: PlaneFormat(bitDepth: depth), toBitDepth: depth)
        #expect(converter.isCopy)
        let picture = Picture.noise(37, 11, depth, &random)
        #expect(try converter.convert(picture, slice: 4) == picture, "\(random)")
      }
    }
  }

  @Test(arguments: [1, 2, 3, 7, 100, -1])
  func `any number of threads gives the same bits`(_ slices: Int) throws {
    var random = SeededGenerator()
    let picture = Picture.noise(65, 131, 10, &random)
    let expected = try ToneMapping.converter.convert(picture)
    #expect(try ToneMapping.converter.convert(picture, slices: slices) == expected, "\(random)")
    #expect(
      try ToneMapping.converter.convert(picture, slice: 90, slices: slices) == expected,
      "\(random)")
  }

  /// A code of 10 bits between two of 8 stays where it is on average: no bands, no drift.
  @Test(arguments: 0..<4)
  func `dither keeps the average`(_ fraction: Int) throws {
    let converter = try PictureConverter(
      ColorConversion(from: .bt709, to: .bt709), from: PlaneFormat(bitDepth: 10), toBitDepth: 8)
    let flat = Picture(width: 16, height: 16, bitDepth: 10) { _, _, _ in UInt16(400 + fraction) }
    for plane in try converter.convert(flat).planes {
      let sum = plane.reduce(0) { $0 + Int($1) }
      #expect(sum * 4 == (400 + fraction) * plane.count)
    }
  }

  /// Chroma on the first row of a pair lies half a row of luma above chroma between the rows, which
  /// is a quarter of a row of chroma.
  @Test func `chroma moves from the top left to the left`() throws {
    let format = PlaneFormat(bitDepth: 10, chromaLocation: .topLeft)
    let converter = try PictureConverter(
      ColorConversion(from: .bt709, to: .bt709), from: format, toBitDepth: 10)
    #expect(!converter.isCopy)
    let ramp = Picture(width: 16, height: 16, bitDepth: 10) { plane, _, y in
      plane == 0 ? 400 : UInt16(480 + 8 * y)
    }
    let result = try converter.convert(ramp)
    #expect(result.planes[0].allSatisfy { $0 == 400 })
    for plane in result.planes[1...] {
      let column: [UInt16] = (0..<7).map { plane[$0 * 8 + 4] }
      #expect(column == [482, 490, 498, 506, 514, 522, 530])
    }
  }
}
