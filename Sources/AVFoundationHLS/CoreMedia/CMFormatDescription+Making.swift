// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import HLSEncoding
internal import LibAV

/// The sides of a picture.
public struct CMVideoDimensions: Hashable, Sendable {
  /// Pixels in a row.
  public var width: Int32
  /// Rows.
  public var height: Int32

  /// Creates sides.
  public init(width: Int32 = 0, height: Int32 = 0) {
    self.width = width
    self.height = height
  }
}

/// What an argument of Core Media's makes no sense is answered with.
public let kCMFormatDescriptionError_InvalidParameter: OSStatus = -12710

/// Describes pictures.
///
/// - Parameters:
///   - allocator: `nil`.
///   - codecType: The codec, or how pixels are stored.
///   - width: Pixels in a row.
///   - height: Rows.
///   - extensions: The colours and the bits, by the keys `kCMFormatDescriptionExtension_…`.
///   - formatDescriptionOut: The description.
/// - Returns: ``noErr``, or ``kCMFormatDescriptionError_InvalidParameter``.
@discardableResult
public func CMVideoFormatDescriptionCreate(
  allocator: CFAllocator?, codecType: CMVideoCodecType, width: Int32, height: Int32,
  extensions: CFDictionary?, formatDescriptionOut: inout CMVideoFormatDescription?
) -> OSStatus {
  guard width > 0, height > 0 else { return kCMFormatDescriptionError_InvalidParameter }
  let values = extensions ?? [:]
  var color = ColorDescription(attachments: values) ?? .bt709
  color.isFullRange = values[kCMFormatDescriptionExtension_FullRangeVideo] as? Bool ?? false
  let stored = PixelBufferFormat(code: codecType)?.pixelFormat.bitDepth
  let said = values[kCMFormatDescriptionExtension_BitsPerComponent] as? Int
  formatDescriptionOut = CMFormatDescription(
    pictures: SourceFormat(
      width: Int(width), height: Int(height), frameRate: Rational(0), color: color,
      bitDepth: said ?? stored ?? (color.videoRange == .sdr ? 8 : 10)),
    subType: codecType)
  return noErr
}

/// Describes the picture in a buffer.
@discardableResult
public func CMVideoFormatDescriptionCreateForImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer,
  formatDescriptionOut: inout CMVideoFormatDescription?
) -> OSStatus {
  let buffer = imageBuffer.buffer
  var values = imageBuffer.attachments
  values[kCMFormatDescriptionExtension_FullRangeVideo] = buffer.format.isFullRange
  return CMVideoFormatDescriptionCreate(
    allocator: allocator, codecType: CVPixelBufferGetPixelFormatType(imageBuffer),
    width: Int32(clamping: buffer.width), height: Int32(clamping: buffer.height),
    extensions: values, formatDescriptionOut: &formatDescriptionOut)
}

/// The sides of the pictures.
public func CMVideoFormatDescriptionGetDimensions(
  _ videoDesc: CMVideoFormatDescription
) -> CMVideoDimensions {
  CMVideoDimensions(
    width: Int32(clamping: videoDesc.format?.width ?? 0),
    height: Int32(clamping: videoDesc.format?.height ?? 0))
}

/// The codec, or how pixels are stored.
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> FourCharCode {
  desc.subType
}

/// An extension of a description: its colours; `nil` for all else.
public func CMFormatDescriptionGetExtension(
  _ desc: CMFormatDescription, extensionKey: CFString
) -> Any? {
  let colors = desc.format?.color.dictionary ?? [:]
  return switch extensionKey {
  case kCMFormatDescriptionExtension_ColorPrimaries: colors[SettingsKey.primaries]
  case kCMFormatDescriptionExtension_TransferFunction: colors[SettingsKey.transfer]
  case kCMFormatDescriptionExtension_YCbCrMatrix: colors[SettingsKey.matrix]
  case kCMFormatDescriptionExtension_FullRangeVideo: desc.format?.color.isFullRange
  default: nil
  }
}

/// Describes linear PCM.
///
/// - Parameters:
///   - allocator: `nil`.
///   - asbd: The samples; integers of 16 or 32 bits or floating numbers of 32, those of one time
///     side by side.
///   - layoutSize: Means nothing here.
///   - layout: `nil`.
///   - magicCookieSize: Means nothing here.
///   - magicCookie: `nil`.
///   - extensions: Means nothing here.
///   - formatDescriptionOut: The description.
/// - Returns: ``noErr``, or ``kCMFormatDescriptionError_InvalidParameter`` for other samples.
@discardableResult
public func CMAudioFormatDescriptionCreate(
  allocator: CFAllocator?, asbd: inout AudioStreamBasicDescription, layoutSize: Int,
  layout: UnsafeRawPointer?, magicCookieSize: Int, magicCookie: UnsafeRawPointer?,
  extensions: CFDictionary?, formatDescriptionOut: inout CMAudioFormatDescription?
) -> OSStatus {
  guard asbd.sampleFormat != nil, asbd.channelLayout != nil else {
    return kCMFormatDescriptionError_InvalidParameter
  }
  formatDescriptionOut = CMFormatDescription(sound: asbd)
  return noErr
}
