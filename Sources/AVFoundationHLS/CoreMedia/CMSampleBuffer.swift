// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSEncoding
internal import LibAV

/// Bytes of samples.
public final class CMBlockBuffer {
  /// The bytes.
  var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }
}

/// When a sample is shown.
public struct CMSampleTimingInfo: Hashable, Sendable {
  /// How long.
  public var duration: CMTime
  /// When it is presented.
  public var presentationTimeStamp: CMTime
  /// When it is decoded; means nothing for what is not coded.
  public var decodeTimeStamp: CMTime

  /// Creates a timing.
  public init(
    duration: CMTime = .invalid, presentationTimeStamp: CMTime = .invalid,
    decodeTimeStamp: CMTime = .invalid
  ) {
    self.duration = duration
    self.presentationTimeStamp = presentationTimeStamp
    self.decodeTimeStamp = decodeTimeStamp
  }
}

/// A picture or a run of sound, with its time.
public final class CMSampleBuffer {
  /// What it holds.
  enum Content {
    case picture(CVImageBuffer)
    case sound(CMBlockBuffer)
  }

  let content: Content
  /// What the samples are.
  public let formatDescription: CMFormatDescription?
  /// The number of samples: 1 for a picture.
  public let numSamples: Int
  private let timing: CMSampleTimingInfo

  init(
    _ content: Content, _ format: CMFormatDescription, _ timing: CMSampleTimingInfo, count: Int
  ) {
    self.content = content
    formatDescription = format
    self.timing = timing
    numSamples = count
  }

  /// Makes a sample of a picture.
  ///
  /// - Parameters:
  ///   - imageBuffer: The picture.
  ///   - formatDescription: What it is.
  ///   - sampleTiming: When it is shown.
  /// - Throws: `EncodingError` for a description of something else.
  public convenience init(
    imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription,
    sampleTiming: CMSampleTimingInfo
  ) throws {
    guard let format = formatDescription.format, format.width == imageBuffer.buffer.width,
      format.height == imageBuffer.buffer.height
    else {
      throw EncodingError(
        .sample, "CMSampleBuffer", "expected the description of the picture, found another")
    }
    self.init(.picture(imageBuffer), formatDescription, sampleTiming, count: 1)
  }

  /// When it is presented.
  public var presentationTimeStamp: CMTime { timing.presentationTimeStamp }
  /// How long it lasts.
  public var duration: CMTime { timing.duration }
  /// The picture; `nil` for sound.
  public var imageBuffer: CVImageBuffer? {
    if case .picture(let buffer) = content { buffer } else { nil }
  }
  /// The bytes of sound; `nil` for a picture.
  public var dataBuffer: CMBlockBuffer? {
    if case .sound(let block) = content { block } else { nil }
  }
}

/// Makes a sample of a picture.
@discardableResult
public func CMSampleBufferCreateReadyWithImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer,
  formatDescription: CMVideoFormatDescription, sampleTiming: inout CMSampleTimingInfo,
  sampleBufferOut: inout CMSampleBuffer?
) -> OSStatus {
  guard
    let sample = try? CMSampleBuffer(
      imageBuffer: imageBuffer, formatDescription: formatDescription, sampleTiming: sampleTiming)
  else { return kCMSampleBufferError_InvalidMediaFormat }
  sampleBufferOut = sample
  return noErr
}

/// Makes a block of so many bytes of 0.
///
/// - Parameters:
///   - allocator: `nil`.
///   - memoryBlock: Bytes to copy; `nil` for 0.
///   - blockLength: The bytes.
///   - blockAllocator: `nil`.
///   - customBlockSource: `nil`.
///   - offsetToData: The first byte that counts.
///   - dataLength: The bytes that count.
///   - flags: 0.
///   - blockBufferOut: The block.
/// - Returns: ``noErr``, or ``kCMBlockBufferBadLengthParameterErr``.
@discardableResult
public func CMBlockBufferCreateWithMemoryBlock(
  allocator: CFAllocator?, memoryBlock: UnsafeMutableRawPointer?, blockLength: Int,
  blockAllocator: CFAllocator?, customBlockSource: UnsafeRawPointer?, offsetToData: Int,
  dataLength: Int, flags: UInt32, blockBufferOut: inout CMBlockBuffer?
) -> OSStatus {
  guard offsetToData >= 0, dataLength >= 0, dataLength <= blockLength - offsetToData else {
    return kCMBlockBufferBadLengthParameterErr
  }
  let memory = unsafe memoryBlock.map { block in
    unsafe Array(UnsafeRawBufferPointer(start: block + offsetToData, count: dataLength))
  }
  blockBufferOut = CMBlockBuffer(memory ?? [UInt8](repeating: 0, count: dataLength))
  return noErr
}

/// Copies bytes into a block.
@discardableResult
public func CMBlockBufferReplaceDataBytes(
  with sourceBytes: UnsafeRawPointer, blockBuffer: CMBlockBuffer, offsetIntoDestination: Int,
  dataLength: Int
) -> OSStatus {
  guard offsetIntoDestination >= 0, dataLength >= 0,
    dataLength <= blockBuffer.bytes.count - offsetIntoDestination
  else { return kCMBlockBufferBadLengthParameterErr }
  let range = offsetIntoDestination..<offsetIntoDestination + dataLength
  unsafe blockBuffer.bytes.replaceSubrange(
    range, with: UnsafeRawBufferPointer(start: sourceBytes, count: dataLength))
  return noErr
}

/// The bytes of a block.
public func CMBlockBufferGetDataLength(_ theBuffer: CMBlockBuffer) -> Int {
  theBuffer.bytes.count
}

/// Makes a sample of sound from a block of linear PCM.
@discardableResult
public func CMAudioSampleBufferCreateReadyWithPacketDescriptions(
  allocator: CFAllocator?, dataBuffer: CMBlockBuffer, formatDescription: CMAudioFormatDescription,
  sampleCount: Int, presentationTimeStamp: CMTime, packetDescriptions: UnsafeRawPointer?,
  sampleBufferOut: inout CMSampleBuffer?
) -> OSStatus {
  guard let sound = formatDescription.sound, sampleCount > 0,
    sampleCount <= dataBuffer.bytes.count / max(1, Int(sound.mBytesPerFrame))
  else { return kCMSampleBufferError_InvalidMediaFormat }
  let duration = CMTime(
    value: Int64(sampleCount), timescale: CMTimeScale(sound.mSampleRate))
  sampleBufferOut = CMSampleBuffer(
    .sound(dataBuffer), formatDescription,
    CMSampleTimingInfo(duration: duration, presentationTimeStamp: presentationTimeStamp),
    count: sampleCount)
  return noErr
}

/// When a sample is presented.
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
  sbuf.presentationTimeStamp
}

/// How long a sample lasts.
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }

/// The picture of a sample; `nil` for sound.
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? {
  sbuf.imageBuffer
}

/// What a sample is.
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
  sbuf.formatDescription
}

/// The number of samples.
public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> Int { sbuf.numSamples }

/// A block cannot be so long.
public let kCMBlockBufferBadLengthParameterErr: OSStatus = -12704
/// Samples are not what is said of them.
public let kCMSampleBufferError_InvalidMediaFormat: OSStatus = -12743
