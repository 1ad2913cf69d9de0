// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CCurl

/// What the session's thread does: everything of libcurl but waking is called here.
@safe
final class TransferLoop {
  private let mailbox: Mailbox
  private let settings: CurlSettings
  private var transfers: [UInt64: Transfer] = [:]
  private var idle: [EasyHandle] = []
  /// Requests that were cancelled before they were started.
  private var cancelled: Set<UInt64> = []

  init(_ mailbox: Mailbox, _ settings: CurlSettings) {
    self.mailbox = mailbox
    self.settings = settings
    let most = settings.connections
    unsafe _ = CCurl_multi_set_long(mailbox.multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, most)
    unsafe _ = CCurl_multi_set_long(mailbox.multi, CURLMOPT_MAX_HOST_CONNECTIONS, most)
  }

  func run() {
    while true {
      for message in mailbox.take() {
        switch message {
        case .start(let id, let request, let receiver, let continuation):
          start(Transfer(id, request, receiver, continuation))
        case .cancel(let id):
          guard let transfer = transfers[id] else {
            cancelled.insert(id)
            continue
          }
          finish(transfer, .failure(CurlError(.cancelled, "cancelled")))
        case .stop:
          for transfer in transfers.values {
            finish(transfer, .failure(CurlError(.cancelled, "the session has ended")))
          }
          return
        }
      }
      var running: Int32 = 0
      unsafe _ = curl_multi_perform(mailbox.multi, &running)
      if !collect() { unsafe _ = curl_multi_poll(mailbox.multi, nil, 0, 1000, nil) }
    }
  }

  private func start(_ transfer: Transfer) {
    guard cancelled.remove(transfer.id) == nil else {
      return transfer.resume(.failure(CurlError(.cancelled, "cancelled")))
    }
    guard let easy = idle.popLast() ?? EasyHandle(settings) else {
      return transfer.resume(.failure(CurlError(.permanent, "out of memory")))
    }
    transfer.begin(on: easy)
    transfers[transfer.id] = transfer
    unsafe _ = curl_multi_add_handle(mailbox.multi, easy.raw)
  }

  /// Ends the transfers that libcurl is done with; whether there were any.
  private func collect() -> Bool {
    var isAny = false
    var left: Int32 = 0
    while let message = unsafe curl_multi_info_read(mailbox.multi, &left) {
      guard unsafe message.pointee.msg == CURLMSG_DONE else { continue }
      isAny = true
      let (easy, result) = unsafe (message.pointee.easy_handle, CCurl_message_result(message))
      // A handful are open at a time.
      guard let transfer = transfers.values.first(where: { unsafe $0.easy?.raw == easy })
      else { continue }
      finish(transfer, transfer.result(of: result))
    }
    return isAny
  }

  private func finish(_ transfer: Transfer, _ result: Result<Void, CurlError>) {
    transfers[transfer.id] = nil
    if let easy = transfer.end() {
      unsafe _ = curl_multi_remove_handle(mailbox.multi, easy.raw)
      idle.append(easy)
    }
    transfer.resume(result)
  }
}
