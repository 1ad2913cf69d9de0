// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

package import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// What an origin answered.
package struct WebAnswer: Sendable {
  /// The body. Bytes that come one by one into an array come faster from an origin than they go.
  package internal(set) var body = Data()
  /// Where it came from, after redirects.
  package internal(set) var uri: String?
  /// The status.
  package internal(set) var status = 0
  /// The media type, in lower case and without parameters.
  package internal(set) var mediaType: String?
  /// Whether the body came compressed by gzip.
  package internal(set) var isCompressed = false
  /// The length that the head of the answer gives.
  package internal(set) var length: UInt64?
  /// How many redirects led to the resource.
  package internal(set) var redirects = 0

  /// Why the answer is none.
  var failure: WebError?
  /// Whether the request is being cancelled.
  var isEnding = false
  var continuation: CheckedContinuation<WebAnswer, Never>?

  /// Takes what the head of an answer says.
  mutating func read(_ response: URLResponse, _ limits: WebLimits, hasBody: Bool) {
    uri = response.url?.absoluteString
    guard let response = response as? HTTPURLResponse else { return }
    status = response.statusCode
    guard failure == nil else { return }
    guard (200..<300).contains(status) else { return fail("HTTP status 200", "\(status)") }
    let type = response.value(forHTTPHeaderField: "Content-Type")
    mediaType = type?.split(separator: ";").first.map {
      $0.trimmingCharacters(in: .whitespaces).lowercased()
    }
    isCompressed =
      response.value(forHTTPHeaderField: "Content-Encoding")?.lowercased().contains("gzip") ?? false
    length = response.value(forHTTPHeaderField: "Content-Length").flatMap(UInt64.init)
    // What is announced as too much need not come.
    if hasBody, let length, length > UInt64(limits.size) { exceed(limits.size) }
  }

  /// Takes bytes.
  mutating func append(_ data: Data, _ limits: WebLimits) {
    guard failure == nil else { return }
    guard body.count + data.count <= limits.size else { return exceed(limits.size) }
    body.append(data)
  }

  /// Ends without a resource; the first reason counts.
  mutating func fail(_ expected: String, _ found: String, isOverLimit: Bool = false) {
    guard failure == nil else { return }
    failure = WebError(reason: "expected \(expected), found \(found)", isOverLimit: isOverLimit)
    body = Data()
  }

  private mutating func exceed(_ limit: Int) {
    fail("at most \(limit) bytes", "more", isOverLimit: true)
  }

  /// Ends with what the loading system says.
  mutating func fail(_ error: any Error, _ limits: WebLimits) {
    let host = (error as NSError).userInfo[NSURLErrorFailingURLErrorKey].flatMap {
      ($0 as? URL)?.host
    }
    let words: (String, String) =
      switch (error as? URLError)?.code {
      case .timedOut: ("bytes within \(limits.idle.formatted()) s", "silence")
      case .cannotFindHost, .dnsLookupFailed: ("a host of that name", "none")
      case .cannotConnectToHost:
        ("a server at '\(host ?? "the host")'", "none that takes connections")
      case .networkConnectionLost: ("the answer to its end", "a connection that was closed")
      case .notConnectedToInternet: ("a network", "none")
      case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
        .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
        ("a connection that is secure", "none")
      case .badURL, .unsupportedURL: ("an http(s) URL", "another")
      case .cancelled: ("an answer", "that it was cancelled")
      default: ("a whole answer of HTTP", "none")
      }
    fail(words.0, words.1)
  }
}
