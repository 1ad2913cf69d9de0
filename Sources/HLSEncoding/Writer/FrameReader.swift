// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
public import LibAV

/// Reads the frames of one track of a media file, decoded: of y4m on a pipe too.
public struct FrameReader: FrameFeed {
  /// Which track is read.
  public enum Track: Sendable {
    /// The pictures.
    case pictures
    /// The sound, by its place among the tracks of sound.
    case sound(Int)
  }

  private final class Opened {
    let demuxer: Demuxer
    let decoder: Decoder
    var frames: [Frame] = []
    var isEnded = false

    init(_ demuxer: consuming Demuxer, _ decoder: consuming Decoder) {
      self.demuxer = demuxer
      self.decoder = decoder
    }
  }

  /// What the file holds.
  public let source: SourceDescription
  private let stream: StreamDescription
  private let opened: Opened
  private let planar: PixelFormat?
  /// When a frame without a time of its own is presented, in the track's time base.
  private var next: Int64 = 0
  /// When the last frame was presented.
  private var last = Int64.min

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is y4m on standard input.
  ///   - track: Which track is read.
  /// - Throws: ``EncodingError`` for what is no media file, and for a track that there is none of.
  public init(_ path: String, _ track: Track = .pictures) throws {
    let source = try MediaSource.open(path)
    let description = source.description
    let sounds = description.usableAudio
    let found: StreamDescription? =
      switch track {
      case .pictures: description.mainVideo
      case .sound(let place): sounds.indices.contains(place) ? sounds[place] : nil
      }
    guard let stream = found else {
      throw EncodingError(.source, path, "expected a track to read, found none of its kind")
    }
    self.source = description
    self.stream = stream
    planar = stream.video?.pixelFormat.planarTwin
    source.demuxer.keep([stream.index])
    let decoder = try source.demuxer.decoder(for: stream.index)
    opened = Opened(source.demuxer, decoder)
  }

  /// Opens y4m, or any other container that need not be searched, on a pipe or socket.
  ///
  /// - Parameters:
  ///   - fileDescriptor: The open pipe; it stays the caller's.
  ///   - track: Which track is read.
  /// - Throws: ``EncodingError`` for what is no media.
  public init(fileDescriptor: Int32, _ track: Track = .pictures) throws {
    try self.init("/dev/fd/\(fileDescriptor)", track)
  }

  /// What the pictures are, as a hint for an input; `nil` for sound.
  public var format: SourceFormat? { stream.video == nil ? nil : SourceFormat(source) }

  /// What the sound is, as a hint for an input; `nil` for pictures.
  public var soundFormat: AudioParameters? { stream.audio }

  /// Appends the next frame to an input that is ready for it; `false` at the end.
  public mutating func appendNext(to input: AssetWriterInput) throws -> Bool {
    guard let frame = try nextFrame() else { return false }
    let unit = stream.timeBase
    // Damaged times may step back; a frame follows the one before.
    let start = max(frame.presentationTime ?? next, last &+ (last == .min ? 0 : 1))
    last = start
    let rate = stream.video.map { FrameRate.snapped($0.frameRate) }
    let length =
      rate.map { $0.inverse.rescale(1, to: unit) }
      ?? Rational(1, Int64(max(1, frame.sampleRate))).rescale(Int64(frame.sampleCount), to: unit)
    next = start &+ length
    let time = Rational(start &* unit.numerator, unit.denominator)
    try input.append(
      WriterSample(
        frame: frame, time: time, duration: rate?.inverse, planar: planar,
        color: stream.video?.color, isFullRange: stream.video?.color.isFullRange ?? false))
    return true
  }

  /// The next frame that can be decoded.
  private func nextFrame() throws -> Frame? {
    while opened.frames.isEmpty, !opened.isEnded {
      let packet = try opened.demuxer.read()
      guard packet == nil || packet?.streamIndex == stream.index else { continue }
      opened.isEnded = packet == nil
      _ = try opened.decoder.decode(packet) { opened.frames.append($0) }
    }
    return opened.frames.isEmpty ? nil : opened.frames.removeFirst()
  }
}

extension PixelFormat {
  /// The same pixels in three planes, where they stand in two; else the format itself.
  fileprivate var planarTwin: PixelFormat {
    PixelBufferFormat.all.first { $0.pixelFormat == self }?.planar ?? self
  }
}
