// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import AVFoundationHLS

// Ordinary code of an app that writes what it draws, as it is written for Apple's systems with
// `import AVFoundation`: written for this purpose, and compiled here with the import changed.

/// Draws HDR pictures and writes them.
struct FrameRecorder: Sendable {
  var width = 192
  var height = 128
  var frameRate: CMTimeScale = 25
  var frameCount = 75

  enum RecorderError: Error {
    case cannotAdd
    case noBuffer(CVReturn)
    case failed((any Error)?)
  }

  /// What the pictures are.
  func makeFormat() -> CMFormatDescription? {
    let extensions: [String: Any] = [
      kCMFormatDescriptionExtension_ColorPrimaries as String:
        kCMFormatDescriptionColorPrimaries_ITU_R_2020,
      kCMFormatDescriptionExtension_TransferFunction as String:
        kCMFormatDescriptionTransferFunction_ITU_R_2100_HLG,
      kCMFormatDescriptionExtension_YCbCrMatrix as String:
        kCMFormatDescriptionYCbCrMatrix_ITU_R_2020,
    ]
    var format: CMVideoFormatDescription?
    CMVideoFormatDescriptionCreate(
      allocator: kCFAllocatorDefault,
      codecType: kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, width: Int32(width),
      height: Int32(height), extensions: extensions as CFDictionary,
      formatDescriptionOut: &format)
    return format
  }

  /// Draws a picture: a grey that grows brighter.
  func draw(_ frame: Int, into buffer: CVPixelBuffer) {
    CVPixelBufferLockBaseAddress(buffer, [])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    for plane in 0..<CVPixelBufferGetPlaneCount(buffer) {
      guard let base = unsafe CVPixelBufferGetBaseAddressOfPlane(buffer, plane) else { continue }
      let rows = CVPixelBufferGetHeightOfPlane(buffer, plane)
      let samples = CVPixelBufferGetWidthOfPlane(buffer, plane) * (plane == 0 ? 1 : 2)
      let value = UInt16(plane == 0 ? 64 + frame * 8 : 512) << 6
      for row in 0..<rows {
        let line = unsafe base + row * CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)
        for x in 0..<samples {
          unsafe line.storeBytes(of: value, toByteOffset: 2 * x, as: UInt16.self)
        }
      }
    }
    CVBufferSetAttachment(
      buffer, kCVImageBufferColorPrimariesKey, kCVImageBufferColorPrimaries_ITU_R_2020,
      .shouldPropagate)
    CVBufferSetAttachment(
      buffer, kCVImageBufferTransferFunctionKey, kCVImageBufferTransferFunction_ITU_R_2100_HLG,
      .shouldPropagate)
    CVBufferSetAttachment(
      buffer, kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_2020,
      .shouldPropagate)
  }

  /// Records into a movie, picture after picture, from a pool.
  func record(to url: URL) async throws {
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    let input = AVAssetWriterInput(
      mediaType: .video, outputSettings: [AVVideoCodecKey: AVVideoCodecType.hevc],
      sourceFormatHint: makeFormat())
    input.expectsMediaDataInRealTime = false
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(
      assetWriterInput: input,
      sourcePixelBufferAttributes: [
        kCVPixelBufferPixelFormatTypeKey as String:
          kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange,
        kCVPixelBufferWidthKey as String: width,
        kCVPixelBufferHeightKey as String: height,
      ])
    guard writer.canAdd(input) else { throw RecorderError.cannotAdd }
    writer.add(input)
    guard writer.startWriting() else { throw RecorderError.failed(writer.error) }
    writer.startSession(atSourceTime: .zero)

    for frame in 0..<frameCount {
      while !input.isReadyForMoreMediaData { try await Task.sleep(for: .milliseconds(1)) }
      guard let pool = adaptor.pixelBufferPool else { throw RecorderError.noBuffer(0) }
      var buffer: CVPixelBuffer?
      let status = CVPixelBufferPoolCreatePixelBuffer(kCFAllocatorDefault, pool, &buffer)
      guard status == kCVReturnSuccess, let buffer else { throw RecorderError.noBuffer(status) }
      draw(frame, into: buffer)
      let time = CMTime(value: CMTimeValue(frame), timescale: frameRate)
      guard adaptor.append(buffer, withPresentationTime: time) else {
        throw RecorderError.failed(writer.error)
      }
    }
    input.markAsFinished()
    writer.endSession(atSourceTime: CMTime(value: CMTimeValue(frameCount), timescale: frameRate))
    await writer.finishWriting()
    guard writer.status == .completed else { throw RecorderError.failed(writer.error) }
  }

  /// Records segments of pictures with sound, each input fed by a queue of its own.
  func recordSegments(
    to delegate: any AVAssetWriterDelegate, every seconds: Double,
    completion: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let writer = AVAssetWriter(contentType: UTType(AVFileType.mp4.rawValue) ?? .mpeg4Movie)
    let start = CMTime(value: 10, timescale: 1)
    writer.shouldOptimizeForNetworkUse = true
    writer.outputFileTypeProfile = .mpeg4AppleHLS
    writer.preferredOutputSegmentInterval = CMTime(seconds: seconds, preferredTimescale: 600)
    writer.initialSegmentStartTime = start
    writer.delegate = delegate

    let video = AVAssetWriterInput(
      mediaType: .video, outputSettings: [AVVideoCodecKey: AVVideoCodecType.hevc.rawValue],
      sourceFormatHint: makeFormat())
    let audio = AVAssetWriterInput(
      mediaType: .audio,
      outputSettings: [
        AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
        AVEncoderBitRateKey: 128_000,
      ])
    writer.add(video)
    writer.add(audio)
    guard writer.startWriting() else { return completion(writer.error) }
    writer.startSession(atSourceTime: start)

    let group = DispatchGroup()
    let counter = FrameCounter()
    group.enter()
    video.requestMediaDataWhenReady(on: DispatchQueue(label: "video")) {
      while video.isReadyForMoreMediaData {
        guard let frame = counter.next(below: frameCount),
          let sample = makeSample(frame, after: start)
        else {
          video.markAsFinished()
          group.leave()
          return
        }
        video.append(sample)
      }
    }
    let blocks = FrameCounter()
    group.enter()
    audio.requestMediaDataWhenReady(on: DispatchQueue(label: "audio")) {
      while audio.isReadyForMoreMediaData {
        guard let block = blocks.next(below: frameCount),
          let sample = makeSound(block, after: start)
        else {
          audio.markAsFinished()
          group.leave()
          return
        }
        audio.append(sample)
      }
    }
    group.notify(queue: .global()) {
      writer.finishWriting { completion(writer.error) }
    }
  }

  /// A picture with its time.
  func makeSample(_ frame: Int, after start: CMTime) -> CMSampleBuffer? {
    var buffer: CVPixelBuffer?
    CVPixelBufferCreate(
      kCFAllocatorDefault, width, height, kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, nil,
      &buffer)
    guard let buffer else { return nil }
    draw(frame, into: buffer)
    var format: CMVideoFormatDescription?
    CMVideoFormatDescriptionCreateForImageBuffer(
      allocator: kCFAllocatorDefault, imageBuffer: buffer, formatDescriptionOut: &format)
    var timing = CMSampleTimingInfo(
      duration: CMTime(value: 1, timescale: frameRate),
      presentationTimeStamp: start + CMTime(value: CMTimeValue(frame), timescale: frameRate),
      decodeTimeStamp: .invalid)
    var sample: CMSampleBuffer?
    guard let format else { return nil }
    CMSampleBufferCreateReadyWithImageBuffer(
      allocator: kCFAllocatorDefault, imageBuffer: buffer, formatDescription: format,
      sampleTiming: &timing, sampleBufferOut: &sample)
    return sample
  }

  /// As much sound as a picture lasts: a tone.
  func makeSound(_ block: Int, after start: CMTime) -> CMSampleBuffer? {
    let count = 48_000 / Int(frameRate)
    var tone: [Int16] = []
    for index in 0..<count {
      let value = Int16(8000 * sin(2 * Double.pi * Double(block * count + index) / 48))
      tone += [value, value]
    }
    var description = AudioStreamBasicDescription(
      mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
      mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2,
      mBitsPerChannel: 16, mReserved: 0)
    var format: CMAudioFormatDescription?
    CMAudioFormatDescriptionCreate(
      allocator: kCFAllocatorDefault, asbd: &description, layoutSize: 0, layout: nil,
      magicCookieSize: 0, magicCookie: nil, extensions: nil, formatDescriptionOut: &format)
    var data: CMBlockBuffer?
    CMBlockBufferCreateWithMemoryBlock(
      allocator: kCFAllocatorDefault, memoryBlock: nil, blockLength: count * 4,
      blockAllocator: kCFAllocatorDefault, customBlockSource: nil, offsetToData: 0,
      dataLength: count * 4, flags: 0, blockBufferOut: &data)
    guard let format, let data else { return nil }
    unsafe CMBlockBufferReplaceDataBytes(
      with: tone, blockBuffer: data, offsetIntoDestination: 0, dataLength: count * 4)
    var sample: CMSampleBuffer?
    CMAudioSampleBufferCreateReadyWithPacketDescriptions(
      allocator: kCFAllocatorDefault, dataBuffer: data, formatDescription: format,
      sampleCount: count,
      presentationTimeStamp: start + CMTime(value: CMTimeValue(block), timescale: frameRate),
      packetDescriptions: nil, sampleBufferOut: &sample)
    return sample
  }
}

/// Counts frames over calls of a block.
final class FrameCounter: @unchecked Sendable {
  // Touched by one queue at a time.
  private var count = 0

  func next(below limit: Int) -> Int? {
    guard count < limit else { return nil }
    defer { count += 1 }
    return count
  }
}

/// Stores segments, and lists them in a playlist as an app does by itself.
final class PlaylistRecorder: AVAssetWriterDelegate, @unchecked Sendable {
  private let folder: URL
  private let lock = NSLock()
  private var lines: [String] = []
  private var iFrames: [String] = []
  private var count = 0

  init(folder: URL) { self.folder = folder }

  func assetWriter(
    _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data,
    segmentType: AVAssetSegmentType, segmentReport: AVAssetSegmentReport?
  ) {
    lock.withLock {
      switch segmentType {
      case .initialization:
        try? segmentData.write(to: folder.appending(path: "init.mp4"))
      case .separable:
        count += 1
        let name = "segment\(count).m4s"
        try? segmentData.write(to: folder.appending(path: name))
        guard let report = segmentReport?.trackReports.first(where: { $0.mediaType == .video })
        else { return }
        lines += ["#EXTINF:\(report.duration.seconds),", name]
        if let first = report.firstVideoSampleInformation, first.isSyncSample {
          iFrames += [
            "#EXTINF:\(report.duration.seconds),",
            "#EXT-X-BYTERANGE:\(first.offset + first.length)@0", name,
          ]
        }
      }
    }
  }

  func playlist(iFramesOnly: Bool = false) -> String {
    lock.withLock {
      let head = [
        "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:2", "#EXT-X-PLAYLIST-TYPE:VOD",
        iFramesOnly ? "#EXT-X-I-FRAMES-ONLY" : "#EXT-X-INDEPENDENT-SEGMENTS",
        "#EXT-X-MAP:URI=\"init.mp4\"",
      ]
      return (head + (iFramesOnly ? iFrames : lines) + ["#EXT-X-ENDLIST", ""])
        .joined(separator: "\n")
    }
  }
}
