// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

/// Fetches resources whatever it takes: follows redirects, tries again what may succeed, and goes
/// on where a body broke off.
struct Fetcher: Sendable {
  /// The most redirects in a row.
  static let redirectLimit = 10

  let transport: any ResourceTransport
  let access: AccessPolicy
  let policy: RetryPolicy
  let clock: any Clock<Duration>

  /// Fetches a resource into a sink.
  ///
  /// - Throws: ``OfflineError``, and `CancellationError` where the task was cancelled.
  func fetch(_ order: FetchOrder, into sink: any ByteSink) async throws -> FetchResult {
    var order = order
    var failures = 0
    while true {
      try Task.checkCancellation()
      // Bytes of a version that cannot be asked for again are of no use.
      if sink.count > 0, sink.validator?.condition == nil { try sink.restart() }
      let before = sink.count
      do {
        return try await attempt(order, sink)
      } catch let failure as FetchFailure {
        // Whatever comes later has to be of the version that has begun.
        if order.validator == nil { order.validator = sink.validator }
        failures = sink.count > before ? 1 : failures + 1
        guard failure.isTransient,
          let delay = policy.delay(
            after: failures, retryAfter: failure.retryAfter, uri: order.uri)
        else { throw failure.error }
        try await clock.sleep(for: delay)
      }
    }
  }

  private func attempt(_ order: FetchOrder, _ sink: any ByteSink) async throws -> FetchResult {
    var uri = order.uri
    var redirector: String?
    for _ in 0...Self.redirectLimit {
      do throws(OfflineError) {
        try access.check(uri, redirectedFrom: redirector)
      } catch {
        throw FetchFailure.final(error)
      }
      var hop = order
      hop.uri = uri
      let receiver = FetchReceiver(hop, sink, access)
      var failure: TransferError?
      do throws(TransferError) {
        try await transport.send(request(hop, sink), to: receiver)
      } catch {
        failure = error
      }
      switch try receiver.outcome(failure) {
      case .complete(let validator):
        return FetchResult(uri: uri, validator: validator, length: sink.count)
      case .redirect(let location):
        redirector = uri
        uri = URIReference.resolve(location, against: uri)
      }
    }
    throw FetchFailure.final(
      OfflineError(
        .status, ResourceURI.redacted(order.uri),
        "expected at most \(Self.redirectLimit) redirects, found more"))
  }

  private func request(_ order: FetchOrder, _ sink: any ByteSink) -> ResourceRequest {
    let (access, received) = (access, sink.count)
    var request = ResourceRequest(order.uri) { access.allows($0) }
    request.acceptsCompression = order.acceptsCompression
    if order.byteRange != nil || received > 0 {
      request.firstByte = (order.byteRange?.offset ?? 0) + received
      request.lastByte = order.byteRange.map { $0.offset &+ $0.length &- 1 }
      if received > 0 { request.condition = sink.validator?.condition }
    }
    return request
  }
}
