// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The bytes that the planes of a picture, or of some of its rows, must have.
struct PlaneSizes {
  private let luma: Int
  private let chroma: Int
  private let bytes: Int
  private let isValid: Bool

  /// The largest width and height: what an HEVC or AV1 stream can say.
  private static let limit = 65_536

  init(_ layout: PictureLayout, rows: Int, bytes: Int) {
    self.bytes = bytes
    let sizes = 0...Self.limit
    let strides = 0...Self.limit * 8
    isValid =
      sizes.contains(layout.width) && sizes.contains(layout.height)
      && strides.contains(layout.lumaStride) && strides.contains(layout.chromaStride)
      && layout.lumaStride >= layout.width * bytes
      && layout.chromaStride >= layout.chromaWidth * bytes
      && layout.lumaStride % bytes == 0 && layout.chromaStride % bytes == 0
    guard isValid else {
      (luma, chroma) = (0, 0)
      return
    }
    // The last row need not have its padding.
    luma = rows == 0 ? 0 : (rows - 1) * layout.lumaStride + layout.width * bytes
    let chromaRows = PictureLayout.chromaRows(rows)
    chroma =
      rows == 0 ? 0 : (chromaRows - 1) * layout.chromaStride + layout.chromaWidth * bytes
  }

  func check(_ lumaBytes: Int, _ cbBytes: Int, _ crBytes: Int) throws(ColorKernelError) {
    guard isValid else {
      throw ColorKernelError(
        code: .invalidLayout, reason: "expected strides that hold a row and whole samples")
    }
    guard lumaBytes >= luma, cbBytes >= chroma, crBytes >= chroma else {
      throw ColorKernelError(
        code: .invalidLayout,
        reason: "expected planes of \(luma), \(chroma) and \(chroma) bytes, "
          + "found \(lumaBytes), \(cbBytes) and \(crBytes)")
    }
  }

  func checkAlignment(_ planes: UnsafeRawPointer...) throws(ColorKernelError) {
    guard unsafe planes.allSatisfy({ UInt(bitPattern: $0) % UInt(bytes) == 0 }) else {
      throw ColorKernelError(
        code: .invalidLayout, reason: "expected samples of 16 bits at even addresses")
    }
  }
}
