// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// How chroma is sampled (`chroma_format_idc`).
public enum ChromaFormat: UInt8, Hashable, Sendable {
  /// Luma alone.
  case monochrome = 0
  /// 4:2:0.
  case yuv420 = 1
  /// 4:2:2.
  case yuv422 = 2
  /// 4:4:4.
  case yuv444 = 3

  /// Luma samples for each chroma sample across (`SubWidthC`).
  var horizontalStep: Int { self == .yuv420 || self == .yuv422 ? 2 : 1 }

  /// Luma samples for each chroma sample down (`SubHeightC`).
  var verticalStep: Int { self == .yuv420 ? 2 : 1 }

  /// Reads the format, and the flag that follows 4:4:4.
  static func parse(
    _ reader: inout BitReader
  ) throws(ISOBMFFError) -> (format: ChromaFormat, hasSeparatePlanes: Bool) {
    let code = try reader.exponentialGolomb(atMost: 3, "chroma_format_idc")
    let format = ChromaFormat(rawValue: UInt8(code)) ?? .yuv420
    return (format, format == .yuv444 ? try reader.flag() : false)
  }
}

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
