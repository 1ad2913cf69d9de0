// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import Synchronization

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// One request of the web that never takes more than a number of bytes.
final class WebRequest: NSObject, URLSessionDataDelegate, Sendable {
  private let sizeLimit: Int
  private let timeout: Double
  private let state = Mutex(State())

  private struct State {
    var bytes: [UInt8] = []
    var uri: String?
    var error: LoadingError?
    var continuation: CheckedContinuation<Void, Never>?
  }

  init(sizeLimit: Int, timeout: Double) {
    self.sizeLimit = sizeLimit
    self.timeout = timeout
  }

  func read(_ uri: String) async throws -> (bytes: [UInt8], uri: String) {
    guard let url = URL(string: uri) else {
      throw LoadingError(uri: uri, reason: "expected a URL, found one that cannot be read")
    }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeout
    configuration.timeoutIntervalForResource = timeout
    let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    await withCheckedContinuation { continuation in
      state.withLock { $0.continuation = continuation }
      session.dataTask(with: url).resume()
    }
    return try state.withLock { state in
      if let error = state.error { throw LoadingError(uri: uri, reason: error.reason) }
      return (state.bytes, state.uri ?? uri)
    }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let status = (response as? HTTPURLResponse)?.statusCode ?? 200
    let isFine = (200..<300).contains(status)
    state.withLock { state in
      state.uri = response.url?.absoluteString
      if !isFine {
        state.error = LoadingError(uri: "", reason: "expected HTTP status 200, found \(status)")
      }
    }
    completionHandler(isFine ? .allow : .cancel)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooMuch = state.withLock { state in
      guard state.error == nil, state.bytes.count + data.count <= sizeLimit else {
        state.error =
          state.error
          ?? LoadingError(uri: "", reason: "expected at most \(sizeLimit) bytes, found more")
        return true
      }
      state.bytes += data
      return false
    }
    if isTooMuch { dataTask.cancel() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let continuation = state.withLock { state in
      if let error, state.error == nil {
        state.error = LoadingError(
          uri: "", reason: "expected an answer, found \(error.localizedDescription)")
      }
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume()
  }
}
