// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import LibCurl
internal import Synchronization

/// Requests of the web with bounds on everything that an origin can do: bytes, silence, time and
/// redirects. No more than the body so far is in memory.
package final class WebSession: Sendable {
  private let limits: WebLimits
  private let connections: Int
  private let session = Mutex<CurlSession?>(nil)

  /// Creates a session, whose connections end with it.
  ///
  /// - Parameters:
  ///   - limits: What an origin may take.
  ///   - connections: The most connections at a time.
  package init(_ limits: WebLimits, connections: Int) {
    self.limits = limits
    self.connections = connections
  }

  /// Asks for a resource, or for a part of it, or for its head alone.
  ///
  /// - Parameters:
  ///   - uri: An http(s) URL. What a URL cannot hold, such as a space, is escaped.
  ///   - range: The bytes; the answer may have all of them with status 200.
  ///   - isHeadOnly: Whether only the head is asked for (`HEAD`).
  /// - Returns: The answer, from wherever redirects led to.
  /// - Throws: ``WebError`` where the answer is none or breaks a limit.
  package func answer(
    to uri: String, range: Range<UInt64>? = nil, isHeadOnly: Bool = false
  ) async throws(WebError) -> WebAnswer {
    guard let url = URL(string: uri) else { throw WebError("a URL", "one that cannot be read") }
    var request = CurlRequest(url.absoluteString)
    request.isHeadOnly = isHeadOnly
    request.timeout = limits.total
    request.redirects = limits.redirects
    // The size of a compressed answer is not that of the resource, nor are its ranges.
    request.acceptsCompression = range == nil && !isHeadOnly
    if let range { request.lines = ["Range: bytes=\(range.lowerBound)-\(range.upperBound - 1)"] }
    let receiver = WebReceiver(limits, hasBody: !isHeadOnly)
    var failure: CurlError?
    do throws(CurlError) {
      try await started().perform(request, receiver)
    } catch {
      failure = error
    }
    // What the receiver found is why a transfer was stopped.
    let answer = try receiver.answer()
    if let failure { throw WebError(failure, limits, host: url.host) }
    return answer
  }

  /// The session, started at the first request: it has a thread of its own.
  private func started() throws(CurlError) -> CurlSession {
    try session.withLock { session throws(CurlError) in
      if let session { return session }
      var settings = CurlSettings(environment: ProcessInfo.processInfo.environment)
      settings.connections = connections
      settings.silenceTimeout = max(1, Int(limits.idle.rounded(.up)))
      settings.connectTimeout = settings.silenceTimeout
      let made = try CurlSession(settings)
      session = made
      return made
    }
  }
}
