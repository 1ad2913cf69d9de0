// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation

/// Threads that report the first failure.
struct Workers: Sendable {
  let group: DispatchGroup
  let fail: @Sendable (any Error) -> Void

  /// Encoders keep large arrays on the stack.
  private static let stackSize = 8 << 20

  func start(_ name: String, _ body: @escaping @Sendable () throws -> Void) {
    group.enter()
    let thread = Thread {
      do { try body() } catch { fail(error) }
      group.leave()
    }
    thread.name = name
    thread.stackSize = Self.stackSize
    thread.start()
  }
}
