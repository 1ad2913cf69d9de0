// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import ColorKernel
import HDRColor
import RungTestSupport

/// A 4:2:0 picture in memory: planes of 16-bit codes whatever its depth, and bytes for the converter.
struct Picture: Equatable {
  var width: Int
  var height: Int
  var bitDepth: Int
  /// Luma, Cb and Cr.
  var planes: [[UInt16]]

  var chromaWidth: Int { (width + 1) / 2 }
  var chromaHeight: Int { (height + 1) / 2 }

  /// Creates a picture from the codes at each place of each plane.
  init(
    width: Int, height: Int, bitDepth: Int, _ code: (_ plane: Int, _ x: Int, _ y: Int) -> UInt16
  ) {
    self.width = width
    self.height = height
    self.bitDepth = bitDepth
    planes = []
    planes = (0..<3).map { plane in
      let (w, h) = size(plane)
      return (0..<h).flatMap { y in (0..<w).map { x in code(plane, x, y) } }
    }
  }

  /// The samples of a row and the rows of a plane.
  func size(_ plane: Int) -> (width: Int, height: Int) {
    plane == 0 ? (width, height) : (chromaWidth, chromaHeight)
  }

  /// Random codes of the whole depth.
  static func noise(
    _ width: Int, _ height: Int, _ bitDepth: Int, _ random: inout SeededGenerator
  ) -> Picture {
    var generator = random
    defer { random = generator }
    let maximum = UInt16(1 << bitDepth - 1)
    return Picture(width: width, height: height, bitDepth: bitDepth) { _, _, _ in
      UInt16.random(in: 0...maximum, using: &generator)
    }
  }

  /// Ramps that cross, with a hard edge.
  static func ramps(_ width: Int, _ height: Int, _ bitDepth: Int) -> Picture {
    let maximum = 1 << bitDepth - 1
    return Picture(width: width, height: height, bitDepth: bitDepth) { plane, x, y in
      let ramp = plane == 0 ? x * 7 + y * 3 : plane == 1 ? x * 11 : maximum - y * 13
      return UInt16((x > width / 3 ? ramp : maximum / 2) & maximum)
    }
  }

  /// A plane as bytes, with a stride of some more than a row.
  func bytes(_ plane: Int, padding: Int) -> [UInt8] {
    let (w, h) = size(plane)
    var bytes: [UInt8] = []
    for y in 0..<h {
      for x in 0..<w {
        let code = planes[plane][y * w + x]
        bytes.append(UInt8(truncatingIfNeeded: code))
        if bitDepth > 8 { bytes.append(UInt8(code >> 8)) }
      }
      bytes.append(contentsOf: repeatElement(0xEE, count: padding))
    }
    return bytes
  }

  /// Creates a picture from what the converter wrote.
  init(width: Int, height: Int, bitDepth: Int, bytes: [[UInt8]], padding: Int) {
    self.init(width: width, height: height, bitDepth: bitDepth) { plane, x, y in
      let w = plane == 0 ? width : (width + 1) / 2
      let size = bitDepth > 8 ? 2 : 1
      let place = y * (w * size + padding) + x * size
      let low = UInt16(bytes[plane][place])
      return bitDepth > 8 ? low | UInt16(bytes[plane][place + 1]) << 8 : low
    }
  }
}

extension PictureConverter {
  /// Converts a picture, by some rows at a time and on some threads.
  func convert(_ picture: Picture, slice: Int = 1 << 20, slices: Int = 1) throws -> Picture {
    let padding = 6
    func layout(_ depth: Int) -> PictureLayout {
      let size = depth > 8 ? 2 : 1
      return PictureLayout(
        width: picture.width, height: picture.height, lumaStride: picture.width * size + padding,
        chromaStride: picture.chromaWidth * size + padding)
    }
    let inputLuma = picture.bytes(0, padding: padding)
    let inputCb = picture.bytes(1, padding: padding)
    let inputCr = picture.bytes(2, padding: padding)
    let target = layout(targetDepth)
    var output: [[UInt8]] = [[], [], []]
    for first in stride(from: 0, to: picture.height, by: slice) {
      let rows = first..<min(first + slice, picture.height)
      let chromaRows = (rows.count + 1) / 2
      var luma = [UInt8](repeating: 0, count: rows.count * target.lumaStride)
      var cb = [UInt8](repeating: 0, count: chromaRows * target.chromaStride)
      var cr = cb
      var lumaSpan = luma.mutableSpan
      var cbSpan = cb.mutableSpan
      var crSpan = cr.mutableSpan
      var y = unsafe lumaSpan.mutableBytes
      var b = unsafe cbSpan.mutableBytes
      var r = unsafe crSpan.mutableBytes
      try unsafe convert(
        rows: rows, of: layout(picture.bitDepth), luma: inputLuma.span.bytes,
        cb: inputCb.span.bytes, cr: inputCr.span.bytes, to: target, luma: &y, cb: &b, cr: &r,
        slices: slices)
      output[0] += luma
      output[1] += cb
      output[2] += cr
    }
    return Picture(
      width: picture.width, height: picture.height, bitDepth: targetDepth, bytes: output,
      padding: padding)
  }
}
