// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation

/// Work that blocks its thread for long, kept off the threads that Swift's tasks share.
package enum BlockingWork {
  /// Runs work on a thread of its own.
  package static func run<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      let thread = Thread { continuation.resume(with: Swift.Result { try work() }) }
      thread.stackSize = 8 << 20
      thread.start()
    }
  }
}
