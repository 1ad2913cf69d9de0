// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
public import LibAV
internal import Synchronization

/// Exports a source into one file or several: decodes once, encodes each, and inspects what was
/// written before it takes its name.
public final class ExportSession: Sendable {
  /// How far an export has come.
  public enum State: Sendable {
    /// It has not been started.
    case pending
    /// It is at work: the share that is done, 0 to 1, as far as it is known.
    case exporting(Double)
    /// Every file is there.
    case completed
    /// It has failed; nothing was written.
    case failed(any Error)
    /// It was cancelled; nothing was written.
    case cancelled
  }

  /// A file that was written.
  public struct Result: Sendable {
    /// What was planned.
    public var output: ExportPlan.Output
    /// What inspection found in it.
    public var description: SourceDescription
    /// Its bytes.
    public var bytes: Int64
  }

  /// What is made.
  public let plan: ExportPlan

  private let cancellation: Cancellation
  private let progress = EncodingProgress()
  private let current = Mutex(State.pending)

  /// Creates a session.
  public init(_ plan: ExportPlan, cancellation: Cancellation = Cancellation()) {
    self.plan = plan
    self.cancellation = cancellation
  }

  /// Creates a session that makes one file by a preset.
  ///
  /// - Parameters:
  ///   - path: The source.
  ///   - preset: The preset.
  ///   - output: The file.
  ///   - options: What else is asked.
  /// - Throws: ``EncodingError`` for a source that cannot be read, and for a preset that does not
  ///   go with it.
  public convenience init(
    _ path: String, _ preset: ExportPreset, to output: String,
    _ options: ExportOptions = ExportOptions()
  ) throws {
    let source = try SourceDescription.inspect(path)
    let request = try ExportRequest(.preset(preset), to: output)
    self.init(try ExportPlan(for: source, [request], options))
  }

  /// How far the export has come.
  public var state: State {
    let state = current.withLock { $0 }
    if case .exporting = state { return .exporting(share) }
    return state
  }

  private var share: Double {
    guard let duration = plan.duration, duration > 0 else { return 0 }
    let rate = plan.ladder.grid.frameRate.value
    if plan.ladder.video != nil { return min(1, Double(progress.framesFed) / rate / duration) }
    let done = plan.ladder.audio.first.map { rendition in
      let frames = progress.samplesEncoded[rendition.directory] ?? 0
      return Double(frames * rendition.codec.frameSize) / Double(rendition.sampleRate)
    }
    return min(1, (done ?? 0) / duration)
  }

  /// The states from now on, one after each interval, until the export has ended.
  public func states(updateInterval: Duration = .milliseconds(500)) -> AsyncStream<State> {
    AsyncStream { continuation in
      let task = Task {
        while !Task.isCancelled {
          let state = self.state
          continuation.yield(state)
          switch state {
          case .completed, .failed, .cancelled:
            continuation.finish()
            return
          case .pending, .exporting: try? await Task.sleep(for: updateInterval)
          }
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Stops the export where it stands; nothing is left behind.
  public func cancel() { cancellation.cancel() }

  /// Exports without blocking the thread; cancelling the task cancels the export.
  ///
  /// - Returns: What was written, in the order of the plan.
  /// - Throws: The first error; no file has been written then. A session works once.
  public func export() async throws -> [Result] {
    try await withTaskCancellationHandler {
      try await BlockingWork.run { try self.run() }
    } onCancel: {
      cancel()
    }
  }

  /// Exports; blocks until every file is there.
  ///
  /// - Returns: What was written, in the order of the plan.
  /// - Throws: The first error; no file has been written then. A session works once.
  public func run() throws -> [Result] {
    try current.withLock { state in
      guard case .pending = state else {
        throw EncodingError(
          .settings, plan.source.path, "the session has been started already",
          hint: "make a new session for another export")
      }
      state = .exporting(0)
    }
    do {
      let results = try ExportRun(plan, cancellation, progress).run()
      current.withLock { $0 = .completed }
      return results
    } catch {
      current.withLock { $0 = cancellation.isCancelled ? .cancelled : .failed(error) }
      throw error
    }
  }
}
