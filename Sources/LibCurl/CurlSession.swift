// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CCurl
internal import Foundation
internal import Synchronization

/// Requests side by side on one thread, through libcurl's multi interface: connections are bounded
/// and used again, and requests share one where the origin speaks HTTP/2.
///
/// Proxies are those that the environment names, as with every program on libcurl.
public final class CurlSession: Sendable {
  private let mailbox: Mailbox

  /// Starts the session's thread.
  ///
  /// - Throws: ``CurlError`` when libcurl cannot be started.
  public init(_ settings: CurlSettings = CurlSettings()) throws(CurlError) {
    guard CCurl_initialize() == CURLE_OK, let multi = unsafe curl_multi_init() else {
      throw CurlError(.permanent, "libcurl could not be started")
    }
    let mailbox = unsafe Mailbox(adopting: multi)
    self.mailbox = mailbox
    let thread = Thread { TransferLoop(mailbox, settings).run() }
    thread.name = "rung.curl"
    thread.start()
  }

  deinit { mailbox.send(.stop) }

  /// Sends a request and hands what comes to a receiver, until the end of the body.
  ///
  /// - Throws: ``CurlError`` for anything but a whole answer, whatever its status.
  public func perform(
    _ request: CurlRequest, _ receiver: any CurlReceiver
  ) async throws(CurlError) {
    let id = mailbox.nextID()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        mailbox.send(.start(id, request, receiver, continuation))
      }
    } onCancel: {
      mailbox.send(.cancel(id))
    }
    try result.get()
  }
}

/// What the session's thread is told, and libcurl's handle, which both sides can wake.
@safe
final class Mailbox: Sendable {
  enum Message: Sendable {
    case start(
      UInt64, CurlRequest, any CurlReceiver, CheckedContinuation<Result<Void, CurlError>, Never>)
    case cancel(UInt64)
    case stop
  }

  /// Only `curl_multi_wakeup`, which any thread may call, is called off the session's thread; the
  /// handle goes with the mailbox, which both sides hold.
  nonisolated(unsafe) let multi: UnsafeMutableRawPointer

  private let messages = Mutex<[Message]>([])
  private let ids = Atomic<UInt64>(0)

  init(adopting multi: UnsafeMutableRawPointer) { unsafe self.multi = multi }

  deinit { unsafe _ = curl_multi_cleanup(multi) }

  func nextID() -> UInt64 { ids.add(1, ordering: .relaxed).newValue }

  func send(_ message: Message) {
    let isFirst = messages.withLock { messages in
      messages.append(message)
      return messages.count == 1
    }
    // The thread has been woken already where messages are waiting.
    if isFirst { unsafe _ = curl_multi_wakeup(multi) }
  }

  func take() -> [Message] {
    messages.withLock { messages in
      guard !messages.isEmpty else { return [] }
      defer { messages.removeAll(keepingCapacity: true) }
      return messages
    }
  }
}
