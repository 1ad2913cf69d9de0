// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import WebLoading

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// One request of the web that never takes more than a number of bytes and of seconds.
struct WebRequest {
  private let limits: WebLimits

  init(sizeLimit: Int, timeout: Double) {
    // One limit of time, which silence counts towards.
    limits = WebLimits(size: sizeLimit, idle: timeout * 2, total: timeout, redirects: 16)
  }

  func read(_ uri: String) async throws -> (bytes: [UInt8], uri: String) {
    guard let url = URL(string: uri) else {
      throw LoadingError(uri: uri, reason: "expected a URL, found one that cannot be read")
    }
    let session = WebSession(limits, connections: 1)
    defer { session.finish() }
    do {
      let answer = try await session.answer(to: URLRequest(url: url))
      return (Array(answer.body), answer.uri ?? uri)
    } catch let error as WebError {
      throw LoadingError(uri: uri, reason: error.reason)
    }
  }
}
