// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// How the samples of a 4:2:0 picture lie in memory.
public struct PlaneFormat: Hashable, Sendable {
  /// Where the first sample of chroma lies (H.273 section 8.7).
  public enum ChromaLocation: Hashable, Sendable {
    /// On the left column, between the first two rows: what H.264 means when it does not say.
    case left
    /// Between the first two columns and rows: MPEG-1 and JPEG.
    case center
    /// On the first sample of luma: what HDR10 discs and most HDR streams have.
    case topLeft
  }

  /// The bits of a sample: 8, in bytes, or 10, in 16-bit words of which the upper bits do not count.
  public var bitDepth: Int
  /// Where chroma lies.
  public var chromaLocation: ChromaLocation

  /// Creates a format.
  public init(bitDepth: Int, chromaLocation: ChromaLocation = .left) {
    self.bitDepth = bitDepth
    self.chromaLocation = chromaLocation
  }

  /// The bytes of a sample.
  var bytes: Int { bitDepth > 8 ? 2 : 1 }

  func checkDepth() throws(ColorKernelError) {
    guard bitDepth == 8 || bitDepth == 10 else {
      throw ColorKernelError(
        code: .unsupportedDepth, reason: "expected 8 or 10 bits, found \(bitDepth)")
    }
  }
}

/// The size of a picture and the distances between its rows.
public struct PictureLayout: Hashable, Sendable {
  /// The samples of luma in a row.
  public var width: Int
  /// The rows of luma.
  public var height: Int
  /// The bytes from one row of luma to the next.
  public var lumaStride: Int
  /// The bytes from one row of Cb or Cr to the next.
  public var chromaStride: Int

  /// Creates a layout.
  public init(width: Int, height: Int, lumaStride: Int, chromaStride: Int) {
    self.width = width
    self.height = height
    self.lumaStride = lumaStride
    self.chromaStride = chromaStride
  }

  /// The samples of chroma in a row: half of luma's, rounded up.
  public var chromaWidth: Int { width / 2 + width % 2 }

  /// The rows of chroma that go with rows of luma from an even one on.
  static func chromaRows(_ rows: Int) -> Int { rows / 2 + rows % 2 }
}
