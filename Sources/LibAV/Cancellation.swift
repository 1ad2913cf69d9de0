// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Synchronization

/// A flag that interrupts blocking work, checked by FFmpeg's input and by whoever waits.
public final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  /// Creates a flag that is down.
  public init() {}

  /// Whether the work should stop.
  public var isCancelled: Bool { flag.load(ordering: .acquiring) }

  /// Asks the work to stop. It cannot be taken back.
  public func cancel() { flag.store(true, ordering: .releasing) }
}
