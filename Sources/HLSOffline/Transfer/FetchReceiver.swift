// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Synchronization

/// Takes one answer: judges its head and passes its body on.
final class FetchReceiver: ResponseReceiver {
  /// How far the answer has been taken.
  private enum State {
    case waiting
    case taking(ResponseCheck.Accepted, received: UInt64)
    case redirected(String)
    case failed(FetchFailure)
  }

  /// The most bytes that are read of a body that nobody wants, to use the connection again.
  private static let refuse: UInt64 = 64 << 10

  private let order: FetchOrder
  private let sink: any ByteSink
  private let access: AccessPolicy
  private let state = Mutex(State.waiting)
  private let unwanted = Atomic<UInt64>(0)

  init(_ order: FetchOrder, _ sink: any ByteSink, _ access: AccessPolicy) {
    self.order = order
    self.sink = sink
    self.access = access
  }

  func receive(_ head: ResponseHead) -> Bool {
    access.decide(
      address: head.address, host: ResourceURI(order.uri).host, isProxied: head.isProxied)
    return state.withLock { state in
      switch ResponseCheck(head, to: order, received: sink.count) {
      case .accept(let accepted):
        do throws(OfflineError) {
          if accepted.restarts { try sink.restart() }
          try sink.open(accepted.validator, length: accepted.length)
          state = .taking(accepted, received: 0)
          return true
        } catch {
          state = .failed(.final(error))
          return false
        }
      case .redirect(let location): state = .redirected(location)
      case .fail(let failure): state = .failed(failure)
      }
      return true
    }
  }

  func receive(_ bytes: Span<UInt8>) -> Bool {
    state.withLock { state in
      guard case .taking(let accepted, let received) = state else {
        return unwanted.add(UInt64(bytes.count), ordering: .relaxed).newValue <= Self.refuse
      }
      let total = received + UInt64(bytes.count)
      do throws(OfflineError) {
        guard sink.count + UInt64(bytes.count) <= order.limit, total <= accepted.length ?? .max
        else {
          throw OfflineError(
            .tooLarge, order.place,
            "expected at most \(min(order.limit, accepted.length ?? .max)) bytes, found more")
        }
        try sink.write(bytes)
        state = .taking(accepted, received: total)
        return true
      } catch {
        state = .failed(.final(error))
        return false
      }
    }
  }

  /// What a finished transfer comes to.
  enum Outcome {
    case complete(Validator)
    case redirect(String)
  }

  /// Judges how the transfer ended.
  ///
  /// - Throws: ``FetchFailure``, and `CancellationError` where the task was cancelled.
  func outcome(_ error: TransferError?) throws -> Outcome {
    switch state.withLock({ $0 }) {
    case .failed(let failure): throw failure
    case .redirected(let location): return .redirect(location)
    case .taking(let accepted, let received):
      if let error { throw try Self.failure(error, order.place) }
      guard accepted.length == nil || accepted.length == received else {
        throw try Self.failure(
          TransferError(
            .truncated, "expected \(accepted.length ?? 0) bytes, found \(received)"), order.place)
      }
      return .complete(accepted.validator)
    case .waiting:
      throw try Self.failure(error ?? TransferError(.connection, "no answer"), order.place)
    }
  }

  private static func failure(_ error: TransferError, _ place: String) throws -> FetchFailure {
    switch error.kind {
    case .cancelled: throw CancellationError()
    case .truncated:
      .transient(OfflineError(.truncated, place, "the body is cut off: \(error.reason)"))
    case .connection, .timedOut, .stopped:
      .transient(OfflineError(.unreachable, place, "expected an answer, found: \(error.reason)"))
    case .addressRefused:
      .final(
        OfflineError(
          .refused, place, "the host's address is private, and the master's is not",
          remedy: "'--allow-private' allows private addresses"))
    case .permanent: .final(OfflineError(.unreachable, place, error.reason))
    }
  }
}
