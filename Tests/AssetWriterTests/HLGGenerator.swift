// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HDRColor
import HLSEncoding
import LibAV

/// A camera that there is none of: 10-bit HLG pictures of grey columns whose code values are known.
struct HLGGenerator {
  static let width = 192
  static let height = 128
  static let rate = Rational(25)

  let pool: PixelBufferPool
  let color: ColorDescription?

  init(format: PixelBufferFormat = .biPlanar420Deep, color: ColorDescription? = .hlg) throws {
    self.color = color
    pool = try PixelBufferPool(
      width: Self.width, height: Self.height, format: format, color: color)
  }

  /// The hint that goes with the pictures.
  static let format = SourceFormat(
    width: width, height: height, frameRate: rate, color: .hlg, bitDepth: 10)

  /// The luma of a column of 32 pixels, which moves on by one every second: BT.2408's HLG white of
  /// 75 %, 721, among them.
  static func luma(column: Int, picture: Int) -> UInt16 {
    [64, 223, 382, 540, 721, 940][(column + picture / 25) % 6]
  }

  /// The time of a picture.
  static func time(_ picture: Int, from start: Rational = Rational(0)) -> Rational {
    Rational(start.numerator * 25 + Int64(picture) * start.denominator, 25 * start.denominator)
  }

  /// Makes a picture.
  func picture(_ number: Int) throws -> PixelBuffer? {
    guard let buffer = try pool.makeBuffer() else { return nil }
    let shift: UInt16 = buffer.planeCount == 2 ? 6 : 0
    let stride = buffer.bytesPerRow(ofPlane: 0)
    try buffer.withMutablePlane(0) { plane in
      for row in 0..<Self.height {
        for x in 0..<Self.width {
          let value = Self.luma(column: x / 32, picture: number) << shift
          plane.storeBytes(of: value, toByteOffset: row * stride + 2 * x, as: UInt16.self)
        }
      }
    }
    for plane in 1..<buffer.planeCount {
      try buffer.withMutablePlane(plane) { plane in
        for offset in Swift.stride(from: 0, to: plane.byteCount, by: 2) {
          plane.storeBytes(of: 512 << shift, toByteOffset: offset, as: UInt16.self)
        }
      }
    }
    return buffer
  }

  /// Appends so many pictures to an input, each when it is ready.
  func append(
    _ count: Int, to input: AssetWriterInput, from start: Rational = Rational(0)
  ) throws {
    for number in 0..<count {
      try input.waitUntilReady()
      guard let buffer = try picture(number) else { continue }
      try input.append(
        buffer, at: Self.time(number, from: start), lasting: Self.rate.inverse)
    }
  }
}
