// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CColorKernel

extension PlaneFormat {
  /// Calls a function with the planes of a picture as C has them.
  ///
  /// - Parameters:
  ///   - layout: The size and the strides of the picture.
  ///   - luma: Its luma.
  ///   - cb: Its Cb.
  ///   - cr: Its Cr.
  ///   - body: The function; what it is given is good until it returns.
  /// - Throws: What the function throws, or an error with the code `invalidLayout`.
  func withSource(
    _ layout: PictureLayout, luma: RawSpan, cb: RawSpan, cr: RawSpan,
    _ body: (CColorKernel_Source) throws(ColorKernelError) -> Void
  ) throws(ColorKernelError) {
    let sizes = PlaneSizes(layout, rows: layout.height, bytes: bytes)
    try sizes.check(luma.byteCount, cb.byteCount, cr.byteCount)
    try unsafe luma.withUnsafeBytes { luma throws(ColorKernelError) in
      try unsafe cb.withUnsafeBytes { cb throws(ColorKernelError) in
        try unsafe cr.withUnsafeBytes { cr throws(ColorKernelError) in
          guard let y = luma.baseAddress, let b = cb.baseAddress, let r = cr.baseAddress
          else { return }
          try unsafe sizes.checkAlignment(y, b, r)
          try unsafe body(
            CColorKernel_Source(
              planes: (y, b, r), strides: (layout.lumaStride, layout.chromaStride),
              width: Int32(layout.width), height: Int32(layout.height),
              bitDepth: Int32(bitDepth), chromaLocation: chromaLocation.code))
        }
      }
    }
  }
}

extension PlaneFormat.ChromaLocation {
  /// The location as C has it.
  var code: Int32 {
    switch self {
    case .left: Int32(CCOLORKERNEL_LEFT)
    case .center: Int32(CCOLORKERNEL_CENTER)
    case .topLeft: Int32(CCOLORKERNEL_TOP_LEFT)
    }
  }
}
