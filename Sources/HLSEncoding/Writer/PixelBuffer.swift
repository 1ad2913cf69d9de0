// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HDRColor
internal import LibAV

/// A picture in memory that a program fills in and appends to an ``AssetWriterInput``.
///
/// An encoder shares the memory as long as it needs it. A buffer that is filled again meanwhile
/// moves to memory of its own first, so that the encoder keeps what was appended.
public final class PixelBuffer {
  /// How the pixels are stored.
  public let format: PixelBufferFormat
  /// What the numbers mean; `nil` where nobody says. Whether they span the full range is up to
  /// ``format``.
  public var color: ColorDescription?

  let frame: Frame
  /// Where the memory goes when nobody needs it any more.
  private let pool: PixelBufferPool?

  /// Makes a buffer with memory of its own, which holds whatever was there.
  ///
  /// - Parameters:
  ///   - width: Pixels in a row, 1 to 16,384.
  ///   - height: Rows, 1 to 16,384.
  ///   - format: How the pixels are stored.
  ///   - color: What the numbers mean.
  /// - Throws: ``EncodingError`` for sizes out of range, `LibAVError` when memory runs out.
  public convenience init(
    width: Int, height: Int, format: PixelBufferFormat, color: ColorDescription? = nil
  ) throws {
    try Self.check(width, height)
    self.init(
      try Frame.picture(width: width, height: height, format: format.pixelFormat), format, color)
  }

  init(
    _ frame: Frame, _ format: PixelBufferFormat, _ color: ColorDescription?,
    of pool: PixelBufferPool? = nil
  ) {
    self.frame = frame
    self.format = format
    self.color = color
    self.pool = pool
  }

  deinit { pool?.takeBack(frame) }

  /// The longest side.
  static let longestSide = 16_384

  static func check(_ width: Int, _ height: Int) throws(EncodingError) {
    guard (1...longestSide).contains(width), (1...longestSide).contains(height) else {
      throw EncodingError(
        .sample, "PixelBuffer", "expected sides of 1 to \(longestSide), found \(width)x\(height)")
    }
  }

  /// Pixels in a row.
  public var width: Int { frame.width }
  /// Rows.
  public var height: Int { frame.height }
  /// The number of planes: two where chroma lies side by side, else three.
  public var planeCount: Int { format.planeCount }

  /// Pixels in a row of a plane.
  public func width(ofPlane plane: Int) -> Int {
    plane == 0 ? width : (width + (1 << shifts.width) - 1) >> shifts.width
  }

  /// Rows of a plane.
  public func height(ofPlane plane: Int) -> Int { frame.rowCount(of: plane) }

  /// Bytes from one row of a plane to the next; more than its pixels take.
  public func bytesPerRow(ofPlane plane: Int) -> Int {
    (0..<planeCount).contains(plane) ? frame.stride(of: plane) : 0
  }

  /// Bytes of the pixels in a row of a plane.
  func rowBytes(ofPlane plane: Int) -> Int {
    let samples = plane > 0 && planeCount == 2 ? 2 : 1
    return width(ofPlane: plane) * samples * (format.pixelFormat.bitDepth > 8 ? 2 : 1)
  }

  private var shifts: (width: Int, height: Int) {
    (format.pixelFormat.chromaWidthShift, format.pixelFormat.chromaHeightShift)
  }

  /// Lends a plane to be filled in.
  ///
  /// - Parameters:
  ///   - plane: 0 is luma; with two planes 1 is chroma, Cb before Cr, with three 1 is Cb and 2 Cr.
  ///   - body: Takes the rows, ``bytesPerRow(ofPlane:)`` apart. Samples of more than 8 bits take
  ///     two bytes, the low one first; of two planes the bits are the highest of the 16.
  /// - Returns: What `body` returns.
  /// - Throws: ``EncodingError`` for a plane that there is none of, `LibAVError` when memory runs
  ///   out, and what `body` throws.
  public func withMutablePlane<R>(
    _ plane: Int, _ body: (inout MutableRawSpan) throws -> R
  ) throws -> R {
    try checkPlane(plane)
    try frame.makeUnshared()
    return try frame.withMutablePlane(plane, body)
  }

  /// Lends a plane to be read.
  public func withPlane<R>(_ plane: Int, _ body: (RawSpan) throws -> R) throws -> R {
    try checkPlane(plane)
    return try frame.withPlane(plane, body)
  }

  private func checkPlane(_ plane: Int) throws(EncodingError) {
    guard (0..<planeCount).contains(plane) else {
      throw EncodingError(
        .sample, "PixelBuffer", "expected a plane of 0 to \(planeCount - 1), found \(plane)")
    }
  }

  /// Makes sure that writing through addresses changes nothing that was appended.
  package func makeUnshared() throws { try frame.makeUnshared() }

  /// The address of a plane, which holds until the buffer is filled again or goes away.
  package func address(ofPlane plane: Int) -> UnsafeMutableRawPointer? {
    guard (0..<planeCount).contains(plane) else { return nil }
    return unsafe frame.address(of: plane)
  }
}
