// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibCurl
internal import Synchronization

/// Gathers an answer, and ends the transfer as soon as it breaks a limit.
final class WebReceiver: CurlReceiver {
  private struct State {
    var answer = WebAnswer()
    var failure: WebError?
  }

  private let limits: WebLimits
  private let hasBody: Bool
  private let state = Mutex(State())

  init(_ limits: WebLimits, hasBody: Bool) {
    self.limits = limits
    self.hasBody = hasBody
  }

  /// What came.
  ///
  /// - Throws: ``WebError`` where it is no resource or breaks a limit.
  func answer() throws(WebError) -> WebAnswer {
    let state = state.withLock { $0 }
    if let failure = state.failure { throw failure }
    return state.answer
  }

  func receive(_ head: CurlHead) -> Bool {
    state.withLock { state in
      state.answer = WebAnswer(head)
      if !(200..<300).contains(head.status) {
        state.failure = WebError("HTTP status 200", "\(head.status)")
      } else if hasBody, let length = state.answer.length, length > UInt64(limits.size) {
        // What is announced as too much need not come.
        state.failure = .tooLarge(limits)
      }
      return state.failure == nil
    }
  }

  func receive(_ bytes: Span<UInt8>) -> Bool {
    state.withLock { state in
      guard state.answer.body.count + bytes.count <= limits.size else {
        state.failure = .tooLarge(limits)
        return false
      }
      unsafe bytes.withUnsafeBufferPointer { unsafe state.answer.body.append(contentsOf: $0) }
      return true
    }
  }
}
