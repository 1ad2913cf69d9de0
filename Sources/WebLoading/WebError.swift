// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import LibCurl

/// Why the web gave no resource.
package struct WebError: Error, Hashable, CustomStringConvertible {
  /// What was expected and what was found.
  package let reason: String
  /// Whether the resource may be as it should be and is only larger than is taken.
  package let isOverLimit: Bool

  /// The reason.
  package var description: String { reason }

  init(_ expected: String, _ found: String, isOverLimit: Bool = false) {
    reason = "expected \(expected), found \(found)"
    self.isOverLimit = isOverLimit
  }

  static func tooLarge(_ limits: WebLimits) -> WebError {
    WebError("at most \(limits.size) bytes", "more", isOverLimit: true)
  }

  /// What libcurl says, in our words.
  init(_ error: CurlError, _ limits: WebLimits, host: String?) {
    let host = host.map { "'\($0)'" } ?? "the host"
    let (expected, found) =
      switch error.kind {
      case .late:
        ("the whole answer within \(limits.total.formatted()) s", "an origin that is slower")
      case .timedOut: ("bytes within \(limits.idle.formatted()) s", "silence")
      case .unknownHost: ("a host of the name \(host)", "none")
      case .unreachable: ("a server at \(host)", "none that takes connections")
      case .untrusted: ("a certificate that is to be trusted", "another")
      case .truncated: ("the answer to its end", "a connection that was closed")
      case .redirected: ("at most \(limits.redirects) redirects", "more")
      case .unsupportedScheme: ("an http(s) URL", "another")
      case .cancelled: ("an answer", "that it was cancelled")
      case .addressRefused, .connection, .permanent, .stopped:
        ("a whole answer of HTTP", error.reason)
      }
    self.init(expected, found)
  }
}
