// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Synchronization

/// Whether a download pauses, and those who wait for that to change.
final class PauseSwitch: Sendable {
  private struct State {
    var isPaused = false
    var nextID = 0
    var cancelled: Set<Int> = []
    var waiters: [Int: (isPaused: Bool, CheckedContinuation<Void, any Error>)] = [:]
  }

  private let state = Mutex(State())

  func set(_ isPaused: Bool) {
    let ready = state.withLock { state in
      state.isPaused = isPaused
      let ready = state.waiters.filter { $0.value.isPaused == isPaused }
      for id in ready.keys { state.waiters[id] = nil }
      return ready.sorted { $0.key < $1.key }.map(\.value.1)
    }
    ready.forEach { $0.resume() }
  }

  /// Waits until the download pauses, or until it goes on.
  ///
  /// - Throws: `CancellationError` where the task is cancelled meanwhile.
  func wait(untilPaused isPaused: Bool) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<Void, any Error>? = state.withLock { state in
          if state.isPaused == isPaused { return .success(()) }
          if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
          state.waiters[id] = (isPaused, continuation)
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        let waiter = state.waiters.removeValue(forKey: id)
        // It may be cancelled before it waits.
        if waiter == nil { state.cancelled.insert(id) }
        return waiter
      }
      waiter?.1.resume(throwing: CancellationError())
    }
  }
}
