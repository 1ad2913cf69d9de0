// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CColorKernel
public import HDRColor

/// A colour conversion on planes of 4:2:0, from 8 or 10 bits to 8 or 10 bits.
///
/// A conversion that leaves R'G'B' as it is copies planes or changes their depth. One that can be
/// taken apart goes by curves and a matrix. All others go by a table of 65 points along each axis
/// with tetrahedral interpolation. Chroma is interpolated to every pixel, converted, and filtered
/// back to the left location. On the way to 8 bits samples are dithered in a fixed order, so that a
/// still picture stays still.
///
/// All builds give the same bits on every processor.
public struct PictureConverter: Sendable {
  /// How planes are worked on.
  enum Work: Sendable {
    case copy
    case curves(SampleMatrix, CurveSet)
    case table(SampleMatrix, [Int16])
  }

  /// What comes in.
  public let source: PlaneFormat
  /// The bits of what goes out.
  public let targetDepth: Int
  /// Whether the instructions of AVX2 are used: where the processor has them.
  ///
  /// They change the speed alone. Set it to `false` to work without them, never to `true`.
  public package(set) var usesAVX2 = CColorKernel_hasAVX2() != 0

  let work: Work

  /// Prepares a conversion; it takes some tenths of a second where it needs a table.
  ///
  /// - Parameters:
  ///   - conversion: The conversion.
  ///   - source: The samples that come in.
  ///   - targetDepth: The bits of the samples that go out, 8 or 10.
  /// - Throws: An error with the code `unsupportedMatrix` or `unsupportedDepth`.
  public init(
    _ conversion: ColorConversion, from source: PlaneFormat, toBitDepth targetDepth: Int
  ) throws(ColorKernelError) {
    try source.checkDepth()
    try PlaneFormat(bitDepth: targetDepth).checkDepth()
    self.source = source
    self.targetDepth = targetDepth
    let decoder = try conversion.source.supportedMatrix()
    let encoder = try conversion.target.supportedMatrix()
    let output = SampleEncoder(
      matrix: encoder, depth: targetDepth, isFullRange: conversion.target.isFullRange)
    let input = SampleMatrix(
      matrix: decoder, depth: source.bitDepth, isFullRange: conversion.source.isFullRange,
      limit: conversion.signalLimit)
    let isSameRange = conversion.source.isFullRange == conversion.target.isFullRange
    // A shift by two bits is right for the video range only.
    let isShift = source.bitDepth == targetDepth || !conversion.source.isFullRange
    work =
      if conversion.isIdentity, decoder == encoder, isSameRange, isShift,
        source.chromaLocation == .left
      {
        .copy
      } else if !conversion.isIdentity, let parts = conversion.separated {
        .curves(input, CurveSet(parts, output))
      } else {
        // A table holds a matrix without any error.
        .table(
          input,
          output.points(
            of: ColorTable(
              conversion, size: SampleEncoder.tableSize, limit: conversion.signalLimit)))
      }
  }

  /// Whether planes are copied: as they are, or with their depth changed and nothing else.
  public var isCopy: Bool {
    if case .copy = work { true } else { false }
  }
}

extension ColorDescription {
  /// The matrix of the components.
  func supportedMatrix() throws(ColorKernelError) -> YCbCrMatrix {
    guard let supported = matrix.yCbCr else {
      throw ColorKernelError(
        code: .unsupportedMatrix,
        reason: "expected luma and colour differences of R'G'B', "
          + "found matrix coefficients \(matrix.rawValue)")
    }
    return supported
  }
}
