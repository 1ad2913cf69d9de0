// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import WebLoading

/// One request of the web that never takes more than a number of bytes and of seconds.
struct WebRequest {
  private let limits: WebLimits

  init(sizeLimit: Int, timeout: Double) {
    // One limit of time, which silence counts towards.
    limits = WebLimits(size: sizeLimit, idle: timeout * 2, total: timeout, redirects: 16)
  }

  func read(_ uri: String) async throws(LoadingError) -> (bytes: [UInt8], uri: String) {
    do {
      let answer = try await WebSession(limits, connections: 1).answer(to: uri)
      return (answer.body, answer.uri)
    } catch {
      throw LoadingError(uri: uri, reason: error.reason)
    }
  }
}
