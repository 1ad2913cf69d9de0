// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import ISOBMFF
internal import Synchronization

extension AssetWriter {
  /// Finishes without blocking the thread.
  ///
  /// - Throws: What the writer failed with; see ``error``.
  public func finishWriting() async throws {
    try await BlockingWork.run { try self.finish() }
  }

  /// Finishes; blocks until all is written.
  ///
  /// - Throws: What the writer failed with; see ``error``.
  public func finish() throws {
    try checkIsWriting("finishWriting")
    let (inputs, end, file) = try state.withLock { state in
      guard !state.isFinishing else {
        throw EncodingError(.order, "finishWriting", "the writer is finishing already")
      }
      state.isFinishing = true
      return (state.inputs, state.end, state.file)
    }
    inputs.forEach { $0.finish(at: end) }
    group.wait()
    do {
      defer { clean() }
      if status == .writing { try checkContent() }
      if status == .writing, case .file(let draft, _) = destination, let file {
        try publish(file, as: draft)
      }
    } catch {
      fail(error)
    }
    state.withLock { if case .writing = $0.status { $0.status = .completed } }
    switch status {
    case .failed: throw error ?? EncodingError(.encoder, "finishWriting", "the writer has failed")
    case .cancelled: throw EncodingError(.interrupted, "", "interrupted")
    default: return
    }
  }

  /// Refuses to have written nothing.
  private func checkContent() throws(EncodingError) {
    guard progress.samplesEncoded.isEmpty else { return }
    throw EncodingError(.sample, "finishWriting", "nothing was appended, and nothing is written")
  }

  private func publish(_ file: ExportFile, as draft: FileDraft) throws {
    let whole = draft.stage("whole")
    try MovieIndex(of: file.path).write(to: whole, adding: file.additions)
    try draft.publish(whole)
  }

  /// Removes what a file was made from.
  func clean() {
    guard case .file(let draft, _) = destination, state.withLock({ $0.file != nil }) else { return }
    for stage in ["samples", "whole"] {
      try? FileManager.default.removeItem(atPath: draft.stage(stage))
    }
  }

  /// Stops the work where it stands; no file is left behind.
  public func cancelWriting() {
    let inputs = state.withLock { state -> [AssetWriterInput]? in
      switch state.status {
      case .unknown, .writing:
        state.status = .cancelled
        return state.inputs
      case .completed, .failed, .cancelled: return nil
      }
    }
    guard let inputs else { return }
    inputs.forEach { $0.stop() }
    clean()
  }
}
