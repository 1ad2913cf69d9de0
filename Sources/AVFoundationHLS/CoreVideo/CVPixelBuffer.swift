// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import HLSEncoding

/// A picture in memory, with what its numbers mean attached.
public final class CVPixelBuffer {
  let buffer: PixelBuffer
  private(set) var attachments: [String: Any] = [:]

  init(_ buffer: PixelBuffer) { self.buffer = buffer }

  /// Attaches a value; the colours count once all three are there.
  func attach(_ value: Any?, for key: String) {
    attachments[key] = value
    buffer.color = ColorDescription(attachments: attachments)
  }
}

/// A picture in memory.
public typealias CVImageBuffer = CVPixelBuffer
/// Something in memory that values are attached to.
public typealias CVBuffer = CVPixelBuffer

/// How a buffer is locked.
public struct CVPixelBufferLockFlags: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt64

  /// Creates flags from bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The buffer is looked at alone.
  public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}

/// Makes a buffer.
///
/// - Parameters:
///   - allocator: `nil`.
///   - width: Pixels in a row.
///   - height: Rows.
///   - pixelFormatType: One of the constants `kCVPixelFormatType_…`.
///   - pixelBufferAttributes: Means nothing here.
///   - pixelBufferOut: The buffer.
/// - Returns: ``kCVReturnSuccess``, or why there is no buffer.
@discardableResult
public func CVPixelBufferCreate(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: inout CVPixelBuffer?
) -> CVReturn {
  guard let format = PixelBufferFormat(code: pixelFormatType) else {
    return kCVReturnInvalidPixelFormat
  }
  do {
    pixelBufferOut = CVPixelBuffer(
      try PixelBuffer(width: width, height: height, format: format))
    return kCVReturnSuccess
  } catch {
    return error is EncodingError ? kCVReturnInvalidSize : kCVReturnAllocationFailed
  }
}

/// Takes hold of the memory of a buffer. One that was appended to a writer and is locked to be
/// written to moves to memory of its own, so that the encoder keeps what it had.
@discardableResult
public func CVPixelBufferLockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags
) -> CVReturn {
  guard !lockFlags.contains(.readOnly) else { return kCVReturnSuccess }
  do {
    try pixelBuffer.buffer.makeUnshared()
    return kCVReturnSuccess
  } catch {
    return kCVReturnAllocationFailed
  }
}

/// Lets go of the memory of a buffer.
@discardableResult
public func CVPixelBufferUnlockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn { kCVReturnSuccess }

/// Pixels in a row.
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.buffer.width }

/// Rows.
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.buffer.height
}

/// How the pixels are stored.
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType {
  pixelBuffer.buffer.format.name.utf8.reduce(0) { $0 << 8 | OSType($1) }
}

/// The number of planes.
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.buffer.planeCount
}

/// Pixels in a row of a plane.
public func CVPixelBufferGetWidthOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  pixelBuffer.buffer.width(ofPlane: planeIndex)
}

/// Rows of a plane.
public func CVPixelBufferGetHeightOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  pixelBuffer.buffer.height(ofPlane: planeIndex)
}

/// Bytes from one row of a plane to the next.
public func CVPixelBufferGetBytesPerRowOfPlane(
  _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> Int {
  pixelBuffer.buffer.bytesPerRow(ofPlane: planeIndex)
}

/// Where a plane stands in memory, as long as the buffer is locked.
public func CVPixelBufferGetBaseAddressOfPlane(
  _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> UnsafeMutableRawPointer? {
  unsafe pixelBuffer.buffer.address(ofPlane: planeIndex)
}
