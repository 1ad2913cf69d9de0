// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSEncoding

/// Buffers of one kind, whose memory is used again once neither the program nor an encoder holds
/// it. There are at most 64 at once.
public final class CVPixelBufferPool: Sendable {
  let pool: PixelBufferPool

  init(_ pool: PixelBufferPool) { self.pool = pool }

  /// A pool for the attributes of a buffer; `nil` where they lack the sides or the format.
  convenience init?(attributes: [String: Any]) {
    guard let width = attributes[kCVPixelBufferWidthKey] as? Int,
      let height = attributes[kCVPixelBufferHeightKey] as? Int,
      let code = Self.code(attributes[kCVPixelBufferPixelFormatTypeKey]),
      let format = PixelBufferFormat(code: code),
      let pool = try? PixelBufferPool(width: width, height: height, format: format)
    else { return nil }
    self.init(pool)
  }

  private static func code(_ value: Any?) -> OSType? {
    (value as? OSType) ?? (value as? Int).flatMap { OSType(exactly: $0) }
  }
}

/// Which buffers a pool gives back.
public struct CVPixelBufferPoolFlushFlags: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt64

  /// Creates flags from bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// All that nobody holds.
  public static let excessBuffers = CVPixelBufferPoolFlushFlags(rawValue: 1)
}

/// Makes a pool.
@discardableResult
public func CVPixelBufferPoolCreate(
  _ allocator: CFAllocator?, _ poolAttributes: CFDictionary?,
  _ pixelBufferAttributes: CFDictionary?, _ poolOut: inout CVPixelBufferPool?
) -> CVReturn {
  guard let pool = CVPixelBufferPool(attributes: pixelBufferAttributes ?? [:]) else {
    return kCVReturnInvalidArgument
  }
  poolOut = pool
  return kCVReturnSuccess
}

/// Takes a buffer out of a pool.
@discardableResult
public func CVPixelBufferPoolCreatePixelBuffer(
  _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool,
  _ pixelBufferOut: inout CVPixelBuffer?
) -> CVReturn {
  CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
    allocator, pixelBufferPool, nil, &pixelBufferOut)
}

/// Takes a buffer out of a pool, unless as many are in use as ``kCVPixelBufferPoolAllocationThresholdKey``
/// says.
@discardableResult
public func CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
  _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool,
  _ auxAttributes: CFDictionary?, _ pixelBufferOut: inout CVPixelBuffer?
) -> CVReturn {
  let limit = auxAttributes?[kCVPixelBufferPoolAllocationThresholdKey] as? Int
  do {
    guard let buffer = try pixelBufferPool.pool.makeBuffer(limit: limit) else {
      return kCVReturnWouldExceedAllocationThreshold
    }
    pixelBufferOut = CVPixelBuffer(buffer)
    return kCVReturnSuccess
  } catch {
    return kCVReturnAllocationFailed
  }
}

/// Gives the memory of those buffers back that nobody holds.
public func CVPixelBufferPoolFlush(
  _ pool: CVPixelBufferPool, _ options: CVPixelBufferPoolFlushFlags
) {
  pool.pool.flush()
}
