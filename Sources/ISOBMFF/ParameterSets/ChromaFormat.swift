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
