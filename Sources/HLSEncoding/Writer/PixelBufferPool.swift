// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HDRColor
internal import LibAV
internal import Synchronization

/// Pixel buffers of one kind, whose memory is used again once neither the program nor an encoder
/// holds it, and never more than a number of them.
public final class PixelBufferPool: Sendable {
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// How the pixels are stored.
  public let format: PixelBufferFormat
  /// What the numbers mean.
  public let color: ColorDescription?
  /// The most buffers that there are at once.
  public let capacity: Int

  private let frames = Mutex<[Frame]>([])

  /// Creates an empty pool.
  ///
  /// - Parameters:
  ///   - width: Pixels in a row, 1 to 16,384.
  ///   - height: Rows, 1 to 16,384.
  ///   - format: How the pixels are stored.
  ///   - color: What the numbers mean.
  ///   - capacity: The most buffers that there are at once, at least 1.
  /// - Throws: ``EncodingError`` for sizes out of range.
  public init(
    width: Int, height: Int, format: PixelBufferFormat, color: ColorDescription? = nil,
    capacity: Int = 64
  ) throws(EncodingError) {
    try PixelBuffer.check(width, height)
    self.width = width
    self.height = height
    self.format = format
    self.color = color
    self.capacity = max(1, capacity)
  }

  /// A buffer that nobody else holds, with what was in it last; `nil` while all are in use.
  ///
  /// - Parameter limit: The most buffers that there may be, where that is fewer than ``capacity``.
  /// - Returns: The buffer.
  /// - Throws: `LibAVError` when memory runs out.
  public func makeBuffer(limit: Int? = nil) throws -> PixelBuffer? {
    let frame: Frame? = try frames.withLock { frames in
      // The pool's own hold is one; a buffer's and an encoder's come on top.
      if let free = frames.first(where: \.isUnshared) { return try free.sharing() }
      guard frames.count < min(capacity, limit ?? capacity) else { return nil }
      let made = try Frame.picture(width: width, height: height, format: format.pixelFormat)
      frames.append(made)
      return try made.sharing()
    }
    return frame.map { PixelBuffer($0, format, color) }
  }

  /// How many buffers have memory.
  public var count: Int { frames.withLock { $0.count } }

  /// Gives the memory of those back that nobody holds.
  public func flush() { frames.withLock { $0.removeAll(where: \.isUnshared) } }
}
