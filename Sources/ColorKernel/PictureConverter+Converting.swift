// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CColorKernel
internal import Dispatch

extension PictureConverter {
  /// Converts rows of a picture. Calls on different rows may run at the same time.
  ///
  /// - Parameters:
  ///   - rows: The rows of luma to convert: from an even one to an even one or the end.
  ///   - layout: The size of the picture and the strides of the source.
  ///   - luma: The luma of the whole source.
  ///   - cb: The Cb of the whole source.
  ///   - cr: The Cr of the whole source.
  ///   - target: The layout of the target; its size is that of the source.
  ///   - targetLuma: Where luma goes: it begins with the first of the rows.
  ///   - targetCb: Where Cb goes: it begins with the first row of chroma.
  ///   - targetCr: Where Cr goes.
  ///   - slices: How many threads at most work on the rows; the result is the same for any number.
  /// - Throws: An error with the code `invalidLayout` or `invalidRows`; nothing is written then.
  public func convert(
    rows: Range<Int>, of layout: PictureLayout, luma: RawSpan, cb: RawSpan, cr: RawSpan,
    to target: PictureLayout, luma targetLuma: inout MutableRawSpan,
    cb targetCb: inout MutableRawSpan, cr targetCr: inout MutableRawSpan, slices: Int = 1
  ) throws(ColorKernelError) {
    guard rows.lowerBound >= 0, rows.upperBound <= layout.height, rows.lowerBound % 2 == 0,
      rows.upperBound % 2 == 0 || rows.upperBound == layout.height,
      target.width == layout.width, target.height == layout.height
    else {
      throw ColorKernelError(
        code: .invalidRows,
        reason: "expected rows from an even one within 0..<\(layout.height), found \(rows)")
    }
    let sizes = PlaneSizes(target, rows: rows.count, bytes: targetDepth > 8 ? 2 : 1)
    try sizes.check(targetLuma.byteCount, targetCb.byteCount, targetCr.byteCount)
    try source.withSource(layout, luma: luma, cb: cb, cr: cr) {
      input throws(ColorKernelError) in
      try unsafe targetLuma.withUnsafeMutableBytes { luma throws(ColorKernelError) in
        try unsafe targetCb.withUnsafeMutableBytes { cb throws(ColorKernelError) in
          try unsafe targetCr.withUnsafeMutableBytes { cr throws(ColorKernelError) in
            guard let y = luma.baseAddress, let b = cb.baseAddress, let r = cr.baseAddress
            else { return }
            try unsafe sizes.checkAlignment(y, b, r)
            unsafe run(
              rows, input,
              CColorKernel_Target(
                planes: (y, b, r), strides: (target.lumaStride, target.chromaStride),
                bitDepth: Int32(targetDepth)), slices: slices)
          }
        }
      }
    }
  }

  /// Converts slices of some rows side by side.
  private func run(
    _ rows: Range<Int>, _ input: CColorKernel_Source, _ output: CColorKernel_Target, slices: Int
  ) {
    // Rows go in pairs, and a slice of less than some of them is not worth a thread.
    let pairs = PictureLayout.chromaRows(rows.count)
    let count = max(min(slices, pairs / 8), 1)
    if count == 1 { return run(rows, input, output) }
    // Slices write to rows of their own and only read what they share, until all are done here.
    nonisolated(unsafe) let input = input
    nonisolated(unsafe) let output = output
    DispatchQueue.concurrentPerform(iterations: count) { index in
      let first = pairs * index / count
      let end = pairs * (index + 1) / count
      var slice = unsafe output
      unsafe slice.planes.0 += 2 * first * output.strides.0
      unsafe slice.planes.1 += first * output.strides.1
      unsafe slice.planes.2 += first * output.strides.1
      let part = rows.lowerBound + 2 * first..<min(rows.lowerBound + 2 * end, rows.upperBound)
      unsafe run(part, input, slice)
    }
  }

  private func run(_ rows: Range<Int>, _ input: CColorKernel_Source, _ output: CColorKernel_Target)
  {
    switch work {
    case .copy:
      copy(rows, input, output)
    case .curves(let matrix, let curves):
      unsafe curves.withValue { curves in
        unsafe run(
          CColorKernel_Conversion(matrix: matrix.value, points: nil, curves: curves), rows, input,
          output)
      }
    case .table(let matrix, let points):
      unsafe points.withUnsafeBufferPointer { points in
        var conversion = unsafe CColorKernel_Conversion()
        unsafe conversion.matrix = matrix.value
        unsafe conversion.points = points.baseAddress
        unsafe run(conversion, rows, input, output)
      }
    }
  }

  private func run(
    _ conversion: CColorKernel_Conversion, _ rows: Range<Int>, _ input: CColorKernel_Source,
    _ output: CColorKernel_Target
  ) {
    unsafe withUnsafePointer(to: conversion) { conversion in
      unsafe withUnsafePointer(to: input) { input in
        unsafe withUnsafePointer(to: output) { output in
          unsafe CColorKernel_convert(
            conversion, input, output, Int32(rows.lowerBound), Int32(rows.upperBound),
            usesAVX2 ? 1 : 0)
        }
      }
    }
  }

  private func copy(_ rows: Range<Int>, _ i: CColorKernel_Source, _ o: CColorKernel_Target) {
    unsafe CColorKernel_requantize(
      i.planes.0, i.strides.0, i.bitDepth, o.planes.0, o.strides.0, o.bitDepth, i.width,
      Int32(rows.lowerBound), Int32(rows.upperBound))
    let first = Int32(rows.lowerBound / 2)
    let end = Int32(PictureLayout.chromaRows(rows.upperBound))
    let width = (i.width + 1) / 2
    unsafe CColorKernel_requantize(
      i.planes.1, i.strides.1, i.bitDepth, o.planes.1, o.strides.1, o.bitDepth, width, first, end)
    unsafe CColorKernel_requantize(
      i.planes.2, i.strides.1, i.bitDepth, o.planes.2, o.strides.1, o.bitDepth, width, first, end)
  }
}
