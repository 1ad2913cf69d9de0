// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Dispatch
internal import Synchronization

/// A clock whose time passes only when nothing else is left to do, so that hours of waiting take
/// milliseconds and a test gives the same result each time.
///
/// ```swift
/// let clock = VirtualClock()
/// try await clock.run {
///   try await clock.sleep(for: .seconds(7200))
/// }
/// ```
///
/// What ``run(_:)`` is given, and all that it starts within itself, runs one piece at a time and in
/// the order in which it became ready. Once everything waits, the clock goes to the moment for which
/// somebody sleeps.
public final class VirtualClock: Clock, TaskExecutor {
  /// A moment: the time since the clock was made.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public var offset: Duration

    /// The moment a while later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// The time to another moment.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether a moment is before another.
    public static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private struct Sleeper {
    let id: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var jobs: [UnownedJob] = []
    var isRunning = false
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
    var nextID = 0
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "rung.virtual-clock")

  /// Creates a clock at the moment zero.
  public init() {}

  /// The moment that it is.
  public var now: Instant { state.withLock { $0.now } }

  /// The least time that passes.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Runs work on this clock's time.
  public func run<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await withTaskExecutorPreference(self) { try await body() }
  }

  /// Waits until a moment.
  ///
  /// - Throws: `CancellationError` where the task is cancelled meanwhile.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (isCancelled, starts) = state.withLock { state in
          if state.cancelled.remove(id) != nil { return (true, false) }
          state.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
          // Who sleeps may be a task of another executor.
          defer { state.isRunning = true }
          return (false, !state.isRunning)
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
        if starts { queue.async { self.drain() } }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return Sleeper?.none
        }
        return state.sleepers.remove(at: index)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Takes a piece of work.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let starts = state.withLock { state in
      state.jobs.append(job)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if starts { queue.async { self.drain() } }
  }

  /// Does what is ready, lets time pass when nothing is, and ends when nobody sleeps either.
  private func drain() {
    while true {
      let job = state.withLock { state in
        state.jobs.isEmpty ? nil : state.jobs.removeFirst()
      }
      if let job = job {
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        continue
      }
      let next = state.withLock { state -> Sleeper? in
        let first = state.sleepers.indices.min { a, b in
          (state.sleepers[a].deadline, state.sleepers[a].id)
            < (state.sleepers[b].deadline, state.sleepers[b].id)
        }
        guard let first else {
          if state.jobs.isEmpty { state.isRunning = false }
          return nil
        }
        let sleeper = state.sleepers.remove(at: first)
        state.now = max(state.now, sleeper.deadline)
        return sleeper
      }
      if let next {
        next.continuation.resume()
      } else if !state.withLock({ $0.isRunning }) {
        return
      }
    }
  }
}
