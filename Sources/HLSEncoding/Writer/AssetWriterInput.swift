// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Dispatch
internal import Foundation
internal import HDRColor
public import LibAV
internal import Synchronization

/// A track that an ``AssetWriter`` makes, and the place where its samples are appended.
///
/// Appending never waits. An input that ``isReadyForMoreMediaData`` takes a sample; what a program
/// appends to another is refused, so that a program that is faster than the encoder cannot fill the
/// memory. An input waits for the others too: it is not ready while it is more than a second ahead of
/// one that has not been marked as finished.
public final class AssetWriterInput: Sendable {
  /// What an input takes.
  public enum Content: Sendable {
    /// Pictures: their settings, and what they come as where that is known beforehand.
    case pictures(OutputSettings.Video, SourceFormat?)
    /// Sound: its settings.
    case sound(OutputSettings.Audio)
  }

  /// What the input takes.
  public let content: Content
  /// How pictures have to be turned to be upright; files say so, segments cannot.
  public let orientation: Orientation
  /// The language, as BCP 47 writes it.
  public let language: String?

  private let state = Mutex(State())
  /// Signalled when the input may have become ready.
  private let changed = NSCondition()

  private struct State {
    weak var writer: AssetWriter?
    var track: (any WriterTrack)?
    var isFinished = false
    /// When the last sample was presented.
    var lastTime: Rational?
    var request: Request?
  }

  private struct Request: Sendable {
    var queue: DispatchQueue
    var block: @Sendable () -> Void
    var isCalled = false
  }

  /// Creates an input of pictures.
  ///
  /// - Parameters:
  ///   - settings: What they are written as. What is left out follows the hint.
  ///   - hint: What they come as: with it, settings that name the codec are enough.
  ///   - orientation: How they have to be turned to be upright.
  /// - Throws: ``EncodingError`` for settings that make no sense, and without a hint for settings
  ///   that have no size.
  public init(
    pictures settings: OutputSettings.Video, hint: SourceFormat? = nil,
    orientation: Orientation = .upright
  ) throws(EncodingError) {
    if let hint { try settings.validate(for: hint) } else { try settings.validate() }
    guard hint != nil || settings.width != nil else {
      throw Self.missing(SettingsKey.width)
    }
    guard hint != nil || settings.scaling != .fit else {
      throw EncodingError(
        .settings, SettingsKey.scalingMode,
        "'\(OutputSettings.ScalingMode.fit.rawValue)' needs a source format hint, found none",
        hint: "give the hint, or another mode")
    }
    content = .pictures(settings, hint)
    self.orientation = orientation
    language = nil
  }

  /// Creates an input of sound.
  ///
  /// - Parameters:
  ///   - settings: What it is written as. What is left out follows the first samples.
  ///   - hint: Whether the samples' format is known beforehand: without, settings need a rate and
  ///     channels.
  ///   - language: The language, as BCP 47 writes it.
  /// - Throws: ``EncodingError`` for settings that make no sense, and for those that say too little.
  public init(
    sound settings: OutputSettings.Audio, hint: AudioParameters? = nil, language: String? = nil
  ) throws(EncodingError) {
    try settings.validate()
    guard hint != nil || settings.sampleRate != nil else {
      throw Self.missing(SettingsKey.sampleRate)
    }
    guard hint != nil || settings.channels != nil else {
      throw Self.missing(SettingsKey.channels)
    }
    content = .sound(settings)
    orientation = .upright
    self.language = language
  }

  private static func missing(_ key: String) -> EncodingError {
    EncodingError(
      .settings, key, "the key is missing, and there is no source format hint to follow",
      hint: "give the key, or a hint with which the codec alone is enough")
  }

  /// Whether it takes pictures.
  public var takesPictures: Bool {
    if case .pictures = content { true } else { false }
  }

  // MARK: Being ready

  /// Whether a sample can be appended now.
  public var isReadyForMoreMediaData: Bool {
    let (writer, track, time, isFinished) = state.withLock {
      ($0.writer, $0.track, $0.lastTime, $0.isFinished)
    }
    guard let writer, let track, !isFinished, writer.status == .writing, track.hasRoom else {
      return false
    }
    guard let time else { return true }
    return writer.inputs.allSatisfy { $0 === self || $0.isNear(time) }
  }

  /// The most milliseconds that an input may be ahead of another.
  private static let longestLead: Int64 = 1000

  /// Whether a time is not far ahead of what was appended here.
  private func isNear(_ time: Rational) -> Bool {
    let (last, isFinished) = state.withLock { ($0.lastTime, $0.isFinished) }
    guard !isFinished else { return true }
    let reached = last ?? state.withLock { $0.writer }?.origin
    return reached.map { time.milliseconds(since: $0) <= Self.longestLead } ?? true
  }

  /// Blocks until the input is ready for more.
  ///
  /// - Throws: ``EncodingError`` where it will not become ready: before a session, and when the
  ///   input is finished or the writer has ended.
  public func waitUntilReady() throws {
    changed.lock()
    defer { changed.unlock() }
    while !isReadyForMoreMediaData {
      try state.withLock { _ = try checkSession($0) }
      changed.wait()
    }
  }

  /// Calls a block again and again, whenever the input is ready, until it has been marked as
  /// finished. The block appends as long as ``isReadyForMoreMediaData``.
  public func requestMediaDataWhenReady(
    on queue: DispatchQueue, using block: @escaping @Sendable () -> Void
  ) {
    state.withLock { $0.request = Request(queue: queue, block: block) }
    callIfReady()
  }

  /// Wakes whoever waits, and calls the block that was asked for, unless it is being called.
  func callIfReady() {
    changed.lock()
    changed.broadcast()
    changed.unlock()
    guard isReadyForMoreMediaData else { return }
    let request = state.withLock { state -> Request? in
      guard let request = state.request, !request.isCalled, !state.isFinished else { return nil }
      state.request?.isCalled = true
      return request
    }
    guard let request else { return }
    request.queue.async {
      request.block()
      self.state.withLock { $0.request?.isCalled = false }
      self.callIfReady()
    }
  }

  // MARK: Appending

  /// Appends a picture.
  ///
  /// - Parameters:
  ///   - buffer: The picture. It may be filled again at once: the encoder keeps what it is now.
  ///   - time: When it is presented, in seconds; later than the one before.
  ///   - duration: How long; it counts for the last picture alone.
  /// - Throws: ``EncodingError`` that says why the picture was not taken; the writer goes on.
  public func append(
    _ buffer: PixelBuffer, at time: Rational, lasting duration: Rational? = nil
  ) throws {
    var color = buffer.color
    color?.isFullRange = buffer.format.isFullRange
    try append(
      WriterSample(
        frame: try buffer.frame.sharing(), time: time, duration: duration,
        planar: buffer.format.planar, color: color, isFullRange: buffer.format.isFullRange))
  }

  /// Appends sound.
  ///
  /// - Parameters:
  ///   - buffer: The sound.
  ///   - time: When it is heard, in seconds; gaps are silent, and what overlaps is cut.
  /// - Throws: ``EncodingError`` that says why the sound was not taken; the writer goes on.
  public func append(_ buffer: SoundBuffer, at time: Rational) throws {
    try append(WriterSample(frame: try buffer.frame(), time: time))
  }

  /// Appends a sample.
  func append(_ sample: WriterSample) throws {
    let isReady = isReadyForMoreMediaData
    let writer = try state.withLock { state in
      let writer = try check(sample, state)
      guard isReady else {
        throw EncodingError(
          .order, "append", "the input is not ready for more",
          hint: "append while isReadyForMoreMediaData, or from requestMediaDataWhenReady")
      }
      guard state.track?.push(sample) == true else {
        throw writer.error ?? EncodingError(.interrupted, "", "interrupted")
      }
      state.lastTime = sample.time
      return writer
    }
    writer.inputs.forEach { if $0 !== self { $0.callIfReady() } }
  }

  private func checkSession(_ state: State) throws -> AssetWriter {
    guard let writer = state.writer else {
      throw EncodingError(
        .order, "append", "the input belongs to no writer", hint: "add it to one first")
    }
    try writer.checkIsWriting("append")
    guard state.track != nil else {
      throw EncodingError(
        .order, "append", "there is no session", hint: "call startSession first")
    }
    guard !writer.hasSessionEnded else {
      throw EncodingError(.order, "append", "the session has ended")
    }
    guard !state.isFinished else {
      throw EncodingError(.order, "append", "the input has been marked as finished")
    }
    return writer
  }

  private func check(_ sample: WriterSample, _ state: State) throws -> AssetWriter {
    let writer = try checkSession(state)
    guard sample.isPicture == takesPictures else {
      throw EncodingError(
        .sample, "append",
        takesPictures ? "expected a picture, found sound" : "expected sound, found a picture")
    }
    guard sample.time.isTime, sample.duration?.isTime ?? true else {
      throw EncodingError(
        .sample, "append", "expected a time in seconds, found \(sample.time)")
    }
    if let last = state.lastTime, sample.time <= last {
      throw EncodingError(
        .sample, "append",
        "times go on: expected one after \(last.value) s, found \(sample.time.value) s")
    }
    if case .pictures(let settings, let hint) = content {
      try WriterInputPlan(
        name: "", settings: settings, hint: hint, orientation: orientation, speed: ""
      ).check(sample)
    }
    return writer
  }

  /// Says that nothing more will be appended: the other inputs no longer wait for this one.
  public func markAsFinished() {
    let writer = state.withLock { state in
      state.isFinished = true
      state.request = nil
      return state.writer
    }
    writer?.inputs.forEach { $0.callIfReady() }
  }

  // MARK: The writer's side

  /// An input like this one that belongs to no writer.
  package func copy() throws(EncodingError) -> AssetWriterInput {
    switch content {
    case .pictures(let settings, let hint):
      try AssetWriterInput(pictures: settings, hint: hint, orientation: orientation)
    case .sound(let settings): AssetWriterInput(sound: settings, language)
    }
  }

  private init(sound settings: OutputSettings.Audio, _ language: String?) {
    content = .sound(settings)
    orientation = .upright
    self.language = language
  }

  func attach(to writer: AssetWriter) -> Bool {
    state.withLock { state in
      guard state.writer == nil else { return false }
      state.writer = writer
      return true
    }
  }

  func start(_ track: any WriterTrack) {
    state.withLock { $0.track = track }
    callIfReady()
  }

  func flush() { state.withLock { $0.track }?.flush() }

  func finish(at end: Rational?) {
    markAsFinished()
    state.withLock { $0.track }?.finish(at: end)
  }

  /// The writer's work stopped: nobody is called any more.
  func stop() {
    let track = state.withLock { state in
      state.request = nil
      return state.track
    }
    track?.abandon()
    callIfReady()
  }
}
