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

  private let state = Mutex(State())

  private struct State {
    /// What programs have given back; encoders may still hold it.
    var frames: [Frame] = []
    /// How many programs hold.
    var lent = 0
  }

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
    let frame: Frame? = try state.withLock { state in
      let most = min(capacity, limit ?? capacity)
      let frame: Frame
      if let free = state.frames.firstIndex(where: \.isUnshared) {
        guard state.lent < most else { return nil }
        frame = state.frames.remove(at: free)
      } else {
        guard state.frames.count + state.lent < most else { return nil }
        frame = try Frame.picture(width: width, height: height, format: format.pixelFormat)
      }
      state.lent += 1
      return frame
    }
    return frame.map { PixelBuffer($0, format, color, of: self) }
  }

  /// Takes the memory of a buffer back that its program has let go.
  func takeBack(_ frame: Frame) {
    state.withLock { state in
      state.lent -= 1
      state.frames.append(frame)
    }
  }

  /// How many buffers have memory.
  public var count: Int { state.withLock { $0.frames.count + $0.lent } }

  /// Gives the memory of those back that nobody holds.
  public func flush() { state.withLock { $0.frames.removeAll(where: \.isUnshared) } }
}
