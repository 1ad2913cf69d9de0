// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation

/// A queue between two threads that holds so many elements and no more.
///
/// Whoever pushes waits for room and whoever pops waits for an element, so that a fast stage
/// cannot run ahead of a slow one and memory stays what the capacities add up to.
final class BoundedQueue<Element: Sendable>: Sendable {
  private let capacity: Int
  private let condition = NSCondition()
  // Every access is between `condition.lock()` and `unlock()`; none lasts over a `wait()`, during
  // which other threads change them.
  nonisolated(unsafe) private var elements: [Element] = []
  nonisolated(unsafe) private var isFinished = false
  nonisolated(unsafe) private var wasAbandoned = false

  init(capacity: Int) { self.capacity = capacity }

  /// Adds an element; `false` when nobody will take it any more.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - waits: Whether to wait for room; what takes none, such as a mark, need not.
  /// - Returns: Whether it was added.
  func push(_ element: Element, waits: Bool = true) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while unsafe waits && elements.count >= capacity && !wasAbandoned { condition.wait() }
    guard unsafe !wasAbandoned else { return false }
    unsafe elements.append(element)
    condition.broadcast()
    return true
  }

  /// Whether an element could be added at once. It stays so for whoever alone adds elements.
  var hasRoom: Bool {
    condition.lock()
    defer { condition.unlock() }
    return unsafe elements.count < capacity
  }

  /// Takes the oldest element, waiting for one; `nil` when there will be no more.
  func pop() -> Element? {
    condition.lock()
    defer { condition.unlock() }
    while unsafe elements.isEmpty && !isFinished && !wasAbandoned { condition.wait() }
    guard unsafe !wasAbandoned && !elements.isEmpty else { return nil }
    condition.broadcast()
    return unsafe elements.removeFirst()
  }

  /// Says that no more elements will come; those inside can still be taken.
  func finish() {
    condition.lock()
    defer { condition.unlock() }
    unsafe isFinished = true
    condition.broadcast()
  }

  /// Whether the work was given up before its end.
  var isAbandoned: Bool {
    condition.lock()
    defer { condition.unlock() }
    return unsafe wasAbandoned
  }

  /// Drops everything and lets both sides go.
  func abandon() {
    condition.lock()
    defer { condition.unlock() }
    unsafe wasAbandoned = true
    unsafe elements = []
    condition.broadcast()
  }
}
