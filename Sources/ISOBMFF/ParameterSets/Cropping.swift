// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What is cut from the four sides of a coded picture (conformance window, frame cropping).
struct Cropping {
  var left = 0
  var right = 0
  var top = 0
  var bottom = 0

  /// Reads the four offsets, in the units of the codec.
  static func parse(_ reader: inout BitReader) throws(ISOBMFFError) -> Cropping {
    try Cropping(
      left: Int(reader.exponentialGolomb()), right: Int(reader.exponentialGolomb()),
      top: Int(reader.exponentialGolomb()), bottom: Int(reader.exponentialGolomb()))
  }

  /// The size that is left, 1 to 65,535 in both directions.
  func size(
    ofWidth width: Int, height: Int, horizontalUnit: Int, verticalUnit: Int
  ) throws(ISOBMFFError) -> (width: Int, height: Int) {
    // Offsets and sizes are below 2³³ here, so nothing overflows.
    let width = width - (left + right) * horizontalUnit
    let height = height - (top + bottom) * verticalUnit
    guard (1...65_535).contains(width), (1...65_535).contains(height) else {
      throw ISOBMFFError(
        .malformed, at: 0,
        "expected a picture of 1 to 65535 pixels a side, found \(width)x\(height)")
    }
    return (width, height)
  }
}
