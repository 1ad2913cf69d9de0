// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import Synchronization

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// The session of a source of the web: it counts bytes and redirects of each request.
final class WebSession: NSObject, URLSessionDataDelegate, Sendable {
  /// What an origin answered.
  struct Answer {
    /// What came so far. Bytes that come one by one into an array come faster from an origin than
    /// they go, and the session holds on to all that wait.
    fileprivate var body = Data()
    var uri: String?
    var status = 0
    var mediaType: String?
    var isCompressed = false
    var length: UInt64?
    var redirects = 0
    fileprivate var failure: String?
    fileprivate var isOverLimit = false
    fileprivate var continuation: CheckedContinuation<Void, Never>?
  }

  private let limits: WebSource.Limits
  private let connections: Int
  private let answers = Mutex<[Int: Answer]>([:])
  private let session = Mutex<URLSession?>(nil)

  init(_ limits: WebSource.Limits, _ connections: Int) {
    self.limits = limits
    self.connections = connections
  }

  /// Sends a request and gathers the answer.
  ///
  /// - Throws: ``StreamSourceError`` where the answer is none or breaks a limit.
  func answer(to request: URLRequest, _ uri: String) async throws -> Answer {
    let task = started.dataTask(with: request)
    let identifier = task.taskIdentifier
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        answers.withLock { $0[identifier] = Answer(continuation: continuation) }
        task.resume()
      }
    } onCancel: {
      task.cancel()
    }
    let answer = answers.withLock { $0.removeValue(forKey: identifier) } ?? Answer()
    if let failure = answer.failure {
      throw StreamSourceError(uri: uri, reason: failure, isOverLimit: answer.isOverLimit)
    }
    return answer
  }

  /// The session, started at the first request. It holds on to its delegate for as long as the
  /// process lives, as a source is made once.
  private var started: URLSession {
    session.withLock { session in
      if let session { return session }
      let configuration = URLSessionConfiguration.ephemeral
      configuration.timeoutIntervalForRequest = limits.idle
      configuration.timeoutIntervalForResource = limits.total
      configuration.httpMaximumConnectionsPerHost = connections
      configuration.urlCache = nil
      let made = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
      session = made
      return made
    }
  }

  private func change<Result: Sendable>(
    _ task: URLSessionTask, _ body: (inout Answer) -> Result
  ) -> Result? {
    answers.withLock { answers in
      guard var answer = answers.removeValue(forKey: task.taskIdentifier) else { return nil }
      defer { answers[task.taskIdentifier] = answer }
      return body(&answer)
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let goesOn = change(task) { answer in
      answer.redirects += 1
      if answer.redirects > limits.redirects {
        answer.failure = "expected at most \(limits.redirects) redirects, found more"
      }
      if !WebSource.isWeb(request.url?.absoluteString ?? "") {
        answer.failure = "expected a redirect to an http(s) URL, found another"
      }
      return answer.failure == nil
    }
    // Cancelling here as well would end the process: swift-corelibs-foundation still waits for the
    // answer to its question.
    completionHandler(goesOn == true ? request : nil)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let goesOn = change(dataTask) { answer in
      answer.read(response, limits.size)
      return answer.failure == nil
    }
    completionHandler(goesOn == true ? .allow : .cancel)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isFine = change(dataTask) { answer in
      guard answer.failure == nil else { return false }
      guard answer.body.count + data.count <= limits.size else {
        answer.exceed(limits.size)
        return false
      }
      answer.body.append(data)
      return true
    }
    if isFine != true { dataTask.cancel() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let continuation = change(task) { answer in
      if let error, answer.failure == nil {
        answer.failure = "expected an answer, found: \(error.localizedDescription)"
      }
      defer { answer.continuation = nil }
      return answer.continuation
    }
    continuation??.resume()
  }
}

extension WebSession.Answer {
  /// The body.
  var bytes: [UInt8] { Array(body) }

  /// Takes what the head of an answer says.
  fileprivate mutating func read(_ response: URLResponse, _ limit: Int) {
    uri = response.url?.absoluteString
    guard let response = response as? HTTPURLResponse else { return }
    status = response.statusCode
    guard failure == nil else { return }
    guard (200..<300).contains(status) else {
      failure = "expected HTTP status 200, found \(status)"
      return
    }
    let type = response.value(forHTTPHeaderField: "Content-Type")
    mediaType = type?.split(separator: ";").first.map {
      $0.trimmingCharacters(in: .whitespaces).lowercased()
    }
    isCompressed =
      response.value(forHTTPHeaderField: "Content-Encoding")?.lowercased().contains("gzip") ?? false
    length = response.value(forHTTPHeaderField: "Content-Length").flatMap(UInt64.init)
  }

  /// Ends with too many bytes.
  fileprivate mutating func exceed(_ limit: Int) {
    failure = "expected at most \(limit) bytes, found more"
    isOverLimit = true
    body = Data()
  }
}
