// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HLSEncoding
internal import LibAV
internal import Synchronization

extension AVAssetWriter {
  /// Whether settings can be written by this writer; `nil` is for what is stored as it is, which is
  /// not written here.
  public func canApply(
    outputSettings: [String: Any]?, forMediaType mediaType: AVMediaType
  ) -> Bool {
    guard let outputSettings else { return false }
    do {
      switch mediaType {
      case .video: _ = try OutputSettings.Video(dictionary: outputSettings)
      case .audio: _ = try OutputSettings.Audio(dictionary: outputSettings)
      default: return false
      }
      return true
    } catch {
      return false
    }
  }

  /// Whether an input can be added.
  public func canAdd(_ input: AVAssetWriterInput) -> Bool { refusal(of: input) == nil }

  /// Adds an input. One that cannot be added makes the writer fail.
  public func add(_ input: AVAssetWriterInput) {
    if let refusal = refusal(of: input) { return fail(refusal) }
    configuration.withLock { $0.inputs.append(input) }
    input.attach(to: self)
  }

  /// Why an input cannot be added; `nil` where it can.
  private func refusal(of input: AVAssetWriterInput) -> (any Error)? {
    do {
      guard status == .unknown, configuration.withLock({ $0.writer }) == nil else {
        throw EncodingError(.order, "add", "the writer has been started already")
      }
      let inputs = inputs
      guard !inputs.contains(where: { $0 === input }) else {
        throw EncodingError(.order, "add", "the input has been added already")
      }
      // An input belongs to one writer, and this one's may be asked for otherwise yet: the trial is
      // with others like them.
      let trial = try makesSegments ? makeTrial() : makeWriter()
      for input in inputs + [input] { try trial.add(try input.made.get().copy()) }
      return nil
    } catch {
      return error
    }
  }

  private func makeTrial() throws -> AssetWriter {
    let profile = (outputFileTypeProfile ?? .mpeg4AppleHLS).rawValue
    return try AssetWriter(
      SegmentOptions(profile: SegmentProfile(rawValue: profile)), to: SegmentForwarder(self))
  }

  /// The writer behind, as it is asked for.
  private func makeWriter() throws -> AssetWriter {
    guard makesSegments else {
      return try AssetWriter(to: outputURL.path, as: outputFileType.fileType)
    }
    let asked = configuration.withLock { $0 }
    guard let profile = asked.profile else {
      throw EncodingError(
        .settings, "outputFileTypeProfile", "segments need a profile, found none",
        hint: "set .mpeg4AppleHLS or .mpeg4CMAFCompliant")
    }
    let interval: SegmentOptions.Interval =
      asked.interval.isIndefinite ? .flushed : .every(asked.interval.rational ?? Rational(0))
    let options = SegmentOptions(
      profile: SegmentProfile(rawValue: profile.rawValue), interval: interval,
      initialStartTime: asked.start.rational,
      firstSequenceNumber: UInt32(clamping: asked.sequenceNumber),
      makesCombinableFragments: asked.isCombinable)
    return try AssetWriter(options, to: SegmentForwarder(self))
  }

  /// Starts the writer.
  ///
  /// - Returns: Whether it has started; ``error`` says why not.
  @discardableResult
  public func startWriting() -> Bool {
    do {
      guard status == .unknown else {
        throw error
          ?? EncodingError(.order, "startWriting", "the writer has been started already")
      }
      if makesSegments, delegate == nil {
        throw EncodingError(
          .order, "startWriting", "nobody takes the segments", hint: "set the delegate")
      }
      let writer = try makeWriter()
      for input in inputs { try writer.add(input.made.get()) }
      configuration.withLock { $0.writer = writer }
      try writer.startWriting()
      return true
    } catch {
      fail(error)
      return false
    }
  }

  /// The writer behind; where there is none yet, the call comes too early.
  private func started(_ call: String) throws -> AssetWriter {
    guard let writer = configuration.withLock({ $0.writer }) else {
      throw error
        ?? EncodingError(
          .order, call, "the writer has not been started", hint: "call startWriting first")
    }
    return writer
  }

  /// Starts the session at a time of the samples.
  public func startSession(atSourceTime startTime: CMTime) {
    perform("startSession") {
      try $0.startSession(atSourceTime: try startTime.known("startSession"))
    }
  }

  /// Ends the session at a time of the samples.
  public func endSession(atSourceTime endTime: CMTime) {
    perform("endSession") { try $0.endSession(atSourceTime: try endTime.known("endSession")) }
  }

  /// Ends a segment behind what has been appended.
  public func flushSegment() { perform("flushSegment") { try $0.flushSegment() } }

  private func perform(_ call: String, _ body: (AssetWriter) throws -> Void) {
    do { try body(started(call)) } catch { fail(error) }
  }

  /// Finishes; ``status`` and ``error`` say what became of it.
  public func finishWriting() async {
    do { try await started("finishWriting").finishWriting() } catch { fail(error) }
  }

  /// Finishes, and calls back when all is written.
  public func finishWriting(completionHandler handler: @escaping @Sendable () -> Void) {
    Task {
      await finishWriting()
      handler()
    }
  }

  /// Stops the work; no file is left behind.
  public func cancelWriting() {
    let writer = configuration.withLock { configuration in
      configuration.isCancelled = true
      return configuration.writer
    }
    writer?.cancelWriting()
  }
}

extension CMTime {
  /// The seconds of a time that a call needs.
  func known(_ call: String) throws -> Rational {
    guard let seconds = rational else {
      throw EncodingError(.sample, call, "expected a time that is a number, found \(self)")
    }
    return seconds
  }
}

/// Hands segments on to a writer's delegate, by Apple's names.
private final class SegmentForwarder: SegmentDelegate {
  // The writer holds what holds this.
  private let writer: Mutex<WeakWriter>

  private struct WeakWriter {
    weak var writer: AVAssetWriter?
  }

  init(_ writer: AVAssetWriter) { self.writer = Mutex(WeakWriter(writer: writer)) }

  func take(_ segment: [UInt8], _ report: SegmentReport) throws {
    guard let writer = writer.withLock({ $0.writer }), let delegate = writer.delegate else {
      throw EncodingError(.order, "delegate", "nobody takes the segments")
    }
    delegate.assetWriter(
      writer, didOutputSegmentData: Data(segment), segmentType: AVAssetSegmentType(report.kind),
      segmentReport: AVAssetSegmentReport(report))
  }
}
