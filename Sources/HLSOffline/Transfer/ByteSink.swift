// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Synchronization

/// Where the bytes of a resource go.
protocol ByteSink: AnyObject, Sendable {
  /// How many bytes are there.
  var count: UInt64 { get }

  /// The version that they are of.
  var validator: Validator? { get }

  /// Prepares for the bytes of a version of the resource, behind those that are there.
  ///
  /// - Parameters:
  ///   - validator: The version.
  ///   - length: How many bytes will come, where that is known.
  /// - Throws: ``OfflineError`` where they cannot be taken.
  func open(_ validator: Validator, length: UInt64?) throws(OfflineError)

  /// Takes the next bytes.
  func write(_ bytes: Span<UInt8>) throws(OfflineError)

  /// Drops what is there.
  func restart() throws(OfflineError)
}

/// Bytes in memory, for playlists.
final class MemorySink: ByteSink {
  private struct State {
    var bytes: [UInt8] = []
    var validator: Validator?
  }

  private let state = Mutex(State())

  var count: UInt64 { UInt64(state.withLock { $0.bytes.count }) }

  var validator: Validator? { state.withLock { $0.validator } }

  func open(_ validator: Validator, length: UInt64?) {
    state.withLock { $0.validator = validator }
  }

  func write(_ span: Span<UInt8>) {
    state.withLock { state in
      for index in span.indices { state.bytes.append(span[index]) }
    }
  }

  func restart() { state.withLock { $0 = State() } }

  /// Takes the bytes out.
  func take() -> [UInt8] {
    state.withLock { state in
      defer { state = State() }
      return state.bytes
    }
  }
}
