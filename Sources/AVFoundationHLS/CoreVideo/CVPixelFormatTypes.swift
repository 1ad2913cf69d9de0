// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

// How the pixels of a buffer are stored.

/// 8 bits, 4:2:0, two planes, video range: `420v`.
public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3076
/// 8 bits, 4:2:0, two planes, full range: `420f`.
public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType = 0x3432_3066
/// 10 bits in the highest of 16, 4:2:0, two planes, video range: `x420`.
public let kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: OSType = 0x7834_3230
/// 10 bits in the highest of 16, 4:2:0, two planes, full range: `xf20`.
public let kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: OSType = 0x7866_3230
/// 10 bits in the highest of 16, 4:2:2, two planes, video range: `x422`.
public let kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange: OSType = 0x7834_3232
/// 10 bits in the highest of 16, 4:2:2, two planes, full range: `xf22`.
public let kCVPixelFormatType_422YpCbCr10BiPlanarFullRange: OSType = 0x7866_3232
/// 8 bits, 4:2:0, three planes, video range: `y420`.
public let kCVPixelFormatType_420YpCbCr8Planar: OSType = 0x7934_3230
/// 8 bits, 4:2:0, three planes, full range: `f420`.
public let kCVPixelFormatType_420YpCbCr8PlanarFullRange: OSType = 0x6634_3230

/// What a call of Core Video returns; 0 where all is well.
public typealias CVReturn = Int32
/// All is well.
public let kCVReturnSuccess: CVReturn = 0
/// An argument makes no sense.
public let kCVReturnInvalidArgument: CVReturn = -6661
/// There is no memory.
public let kCVReturnAllocationFailed: CVReturn = -6662
/// Pixels are not stored in this way.
public let kCVReturnInvalidPixelFormat: CVReturn = -6680
/// A buffer of these sides cannot be.
public let kCVReturnInvalidSize: CVReturn = -6681
/// A pool has as many buffers in use as it may.
public let kCVReturnWouldExceedAllocationThreshold: CVReturn = -6689

/// The attribute of a buffer: how pixels are stored.
public let kCVPixelBufferPixelFormatTypeKey = "PixelFormatType"
/// The attribute of a buffer: pixels in a row.
public let kCVPixelBufferWidthKey = "Width"
/// The attribute of a buffer: rows.
public let kCVPixelBufferHeightKey = "Height"
/// The attribute of a buffer: what surfaces it has on Apple's systems; means nothing here.
public let kCVPixelBufferIOSurfacePropertiesKey = "IOSurfaceProperties"
/// The attribute of a pool: buffers that are kept; means nothing here.
public let kCVPixelBufferPoolMinimumBufferCountKey = "MinimumBufferCount"
/// The attribute of a call to a pool: the most buffers that may be in use.
public let kCVPixelBufferPoolAllocationThresholdKey = "AllocationThreshold"
