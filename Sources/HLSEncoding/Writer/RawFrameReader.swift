// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Foundation
public import HDRColor
public import LibAV

/// Reads raw pictures, one after the other without anything between, from a pipe or a file.
public struct RawFrameReader: FrameFeed {
  private let file: FileHandle
  private let pool: PixelBufferPool
  private let rate: Rational
  private var count: Int64 = 0

  /// Reads from an open file, from where it stands.
  ///
  /// - Parameters:
  ///   - file: The file or pipe.
  ///   - width: Pixels in a row, 1 to 16,384.
  ///   - height: Rows, 1 to 16,384.
  ///   - format: How the pixels are stored: plane after plane, row after row, without gaps.
  ///   - color: What the numbers mean.
  ///   - rate: Pictures a second.
  /// - Throws: ``EncodingError`` for sizes out of range.
  public init(
    _ file: FileHandle, width: Int, height: Int, format: PixelBufferFormat,
    color: ColorDescription? = nil, rate: Rational
  ) throws {
    self.file = file
    self.rate = rate
    pool = try PixelBufferPool(width: width, height: height, format: format, color: color)
  }

  /// Appends the next frame to an input that is ready for it; `false` at the end.
  public mutating func appendNext(to input: AssetWriterInput) throws -> Bool {
    guard let buffer = try pool.makeBuffer() else {
      throw EncodingError(.encoder, "RawFrameReader", "all pictures are in use")
    }
    for plane in 0..<buffer.planeCount {
      guard try read(plane, of: buffer) else {
        guard plane > 0 else { return false }
        throw cutOff
      }
    }
    try input.append(
      buffer, at: Rational(count * rate.denominator, rate.numerator), lasting: rate.inverse)
    count += 1
    return true
  }

  private var cutOff: EncodingError {
    EncodingError(.source, "RawFrameReader", "the pictures end in the middle of one")
  }

  /// Reads a plane; `false` where the file ends before it.
  private func read(_ plane: Int, of buffer: PixelBuffer) throws -> Bool {
    let (rows, bytes) = (buffer.height(ofPlane: plane), buffer.rowBytes(ofPlane: plane))
    guard let data = try wholeData(rows * bytes) else { return false }
    let stride = buffer.bytesPerRow(ofPlane: plane)
    try buffer.withMutablePlane(plane) { target in
      target.copyRows(data.bytes, count: rows, length: bytes, stride: stride)
    }
    return true
  }

  /// So many bytes, however a pipe hands them out; `nil` at the end.
  private func wholeData(_ count: Int) throws -> Data? {
    var data = Data(capacity: count)
    while data.count < count {
      guard let more = try file.read(upToCount: count - data.count), !more.isEmpty else {
        guard data.isEmpty else { throw cutOff }
        return nil
      }
      data.append(more)
    }
    return data
  }
}

extension MutableRawSpan {
  /// Copies rows that stand without gaps to rows that are so many bytes apart.
  mutating func copyRows(_ source: RawSpan, count: Int, length: Int, stride: Int) {
    unsafe withUnsafeMutableBytes { target in
      unsafe source.withUnsafeBytes { source in
        for row in 0..<count {
          let from = unsafe source[row * length..<(row + 1) * length]
          let to = unsafe target[row * stride..<row * stride + length]
          unsafe UnsafeMutableRawBufferPointer(rebasing: to)
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: from))
        }
      }
    }
  }
}
