// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Dispatch
internal import Foundation
internal import HLSEncoding
internal import LibAV
internal import Synchronization

/// A track of a writer, and the place where its samples are appended.
///
/// An input takes pictures and linear PCM, which are encoded; samples that are coded already are not
/// taken, and so settings of `nil` make an input that no writer adds.
public final class AVAssetWriterInput: Sendable {
  /// What the input takes.
  public let mediaType: AVMediaType
  /// What the samples are, where that is known beforehand.
  public let sourceFormatHint: CMFormatDescription?

  /// The input behind, or why there is none.
  let made: Result<AssetWriterInput, EncodingError>

  private struct State: Sendable {
    weak var writer: AVAssetWriter?
    var expectsRealTime = false
  }
  private let state = Mutex(State())

  /// Creates an input.
  ///
  /// - Parameters:
  ///   - mediaType: Video or audio.
  ///   - outputSettings: What the samples are written as.
  ///   - sourceFormatHint: What they are: with it, settings that name the codec are enough.
  public init(
    mediaType: AVMediaType, outputSettings: [String: Any]?,
    sourceFormatHint: CMFormatDescription? = nil
  ) {
    self.mediaType = mediaType
    self.sourceFormatHint = sourceFormatHint
    made = Result { () throws(EncodingError) in
      try Self.make(mediaType, outputSettings, sourceFormatHint)
    }
  }

  private static func make(
    _ mediaType: AVMediaType, _ settings: [String: Any]?, _ hint: CMFormatDescription?
  ) throws(EncodingError) -> AssetWriterInput {
    guard mediaType == .video || mediaType == .audio else {
      throw EncodingError(
        .settings, "mediaType", "expected video or audio, found '\(mediaType.rawValue)'")
    }
    if let hint, hint.mediaType != mediaType {
      throw EncodingError(
        .settings, "sourceFormatHint",
        "expected a hint of '\(mediaType.rawValue)', found one of '\(hint.mediaType.rawValue)'")
    }
    guard let settings else {
      throw EncodingError(
        .settings, "outputSettings", "samples that are coded already are not taken",
        hint: "give settings; an export session with the preset Passthrough copies tracks")
    }
    if mediaType == .video {
      return try AssetWriterInput(
        pictures: OutputSettings.Video(dictionary: settings), hint: hint?.format)
    }
    return try AssetWriterInput(
      sound: OutputSettings.Audio(dictionary: settings),
      hint: hint?.sound.map { sound in
        AudioParameters(
          sampleRate: Int(sound.mSampleRate), channelCount: Int(sound.mChannelsPerFrame),
          channelLayout: sound.channelLayout?.name ?? "")
      })
  }

  /// What the samples are written as.
  public var outputSettings: [String: Any]? {
    switch try? made.get().content {
    case .pictures(let settings, _): settings.dictionary
    case .sound(let settings): settings.dictionary
    case nil: nil
    }
  }

  /// Whether samples come as they are made; what is appended is encoded as fast as it can be anyway.
  public var expectsMediaDataInRealTime: Bool {
    get { state.withLock { $0.expectsRealTime } }
    set { state.withLock { $0.expectsRealTime = newValue } }
  }

  func attach(to writer: AVAssetWriter) { state.withLock { $0.writer = writer } }

  /// Whether a sample can be appended now.
  public var isReadyForMoreMediaData: Bool {
    (try? made.get())?.isReadyForMoreMediaData ?? false
  }

  /// Calls a block again and again, whenever the input is ready, until it has been marked as
  /// finished.
  public func requestMediaDataWhenReady(
    on queue: DispatchQueue, using block: @escaping @Sendable () -> Void
  ) {
    (try? made.get())?.requestMediaDataWhenReady(on: queue, using: block)
  }

  /// Says that nothing more will be appended.
  public func markAsFinished() { (try? made.get())?.markAsFinished() }

  /// Appends a sample.
  ///
  /// - Returns: Whether it was taken; if not, the writer has failed, and says why.
  @discardableResult
  public func append(_ sampleBuffer: CMSampleBuffer) -> Bool {
    perform { input in
      let time = try sampleBuffer.presentationTimeStamp.known("append")
      switch sampleBuffer.content {
      case .picture(let picture):
        try input.append(
          picture.buffer, at: time, lasting: sampleBuffer.duration.rational)
      case .sound: try input.append(try sampleBuffer.sound(), at: time)
      }
    }
  }

  /// Appends a picture.
  func append(_ picture: CVPixelBuffer, at time: CMTime) -> Bool {
    perform { try $0.append(picture.buffer, at: try time.known("append")) }
  }

  private func perform(_ body: (AssetWriterInput) throws -> Void) -> Bool {
    let writer = state.withLock { $0.writer }
    do {
      if let writer, writer.status == .unknown {
        throw EncodingError(
          .order, "append", "the writer has not been started", hint: "call startWriting first")
      }
      try body(made.get())
      return true
    } catch {
      writer?.fail(error)
      return false
    }
  }
}

extension CMSampleBuffer {
  /// The sound as a writer takes it.
  func sound() throws -> SoundBuffer {
    guard let block = dataBuffer, let description = formatDescription?.sound,
      let format = description.sampleFormat, let layout = description.channelLayout
    else {
      throw EncodingError(.sample, "append", "expected linear PCM, found something else")
    }
    let count = numSamples * Int(description.mBytesPerFrame)
    return SoundBuffer(
      format: format, sampleRate: Int(description.mSampleRate), layout: layout,
      bytes: Array(block.bytes.prefix(count)))
  }
}
