// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

package import Foundation
internal import Synchronization

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#endif

/// Requests of the web with bounds on everything that an origin can do: bytes, silence, time and
/// redirects. No more than the body so far and a few pieces of it are in memory.
package final class WebSession: NSObject, URLSessionDataDelegate, Sendable {
  private let limits: WebLimits
  private let connections: Int
  private let answers = Mutex<[Int: WebAnswer]>([:])
  private let session = Mutex<URLSession?>(nil)

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - limits: What an origin may take.
  ///   - connections: The most connections to a host at a time.
  package init(_ limits: WebLimits, connections: Int) {
    self.limits = limits
    self.connections = connections
  }

  /// Sends a request and gathers the answer.
  ///
  /// - Throws: ``WebError`` where the answer is none or breaks a limit.
  package func answer(to request: URLRequest) async throws -> WebAnswer {
    let task = started.dataTask(with: request)
    let identifier = task.taskIdentifier
    let deadline = DispatchWorkItem { [weak self] in
      guard let self else { return }
      let limit = limits.total.formatted()
      end(identifier) { $0.fail("the whole answer within \(limit) s", "an origin that is slower") }
    }
    // The loading system of Linux knows no limit of time but that of silence.
    DispatchQueue.global().asyncAfter(deadline: .now() + limits.total, execute: deadline)
    defer { deadline.cancel() }
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        answers.withLock { $0[identifier] = WebAnswer(continuation: continuation) }
        task.resume()
      }
    } onCancel: {
      end(identifier) { $0.fail("an answer", "that it was cancelled") }
    }
    if let failure = answer.failure { throw failure }
    return answer
  }

  /// Lets the session go, which holds on to its delegate until then.
  package func finish() { session.withLock { $0?.finishTasksAndInvalidate() } }

  /// The session, started at the first request.
  private var started: URLSession {
    session.withLock { session in
      if let session { return session }
      let configuration = URLSessionConfiguration.ephemeral
      configuration.timeoutIntervalForRequest = limits.idle
      configuration.httpMaximumConnectionsPerHost = connections
      configuration.urlCache = nil
      let made = URLSession(
        configuration: configuration, delegate: self, delegateQueue: ImmediateOperationQueue())
      session = made
      return made
    }
  }

  private func change<Result: Sendable>(
    _ task: URLSessionTask, _ body: (inout WebAnswer) -> Result
  ) -> Result? {
    answers.withLock { answers in
      guard var answer = answers.removeValue(forKey: task.taskIdentifier) else { return nil }
      defer { answers[task.taskIdentifier] = answer }
      return body(&answer)
    }
  }

  /// Ends the waiting for an answer. The request itself ends with the next bytes or with silence:
  /// cancelling one that waits for the answer to a redirect would end the process.
  private func end(_ identifier: Int, _ reason: (inout WebAnswer) -> Void) {
    let ended = answers.withLock { answers -> (WebAnswer, CheckedContinuation<WebAnswer, Never>)? in
      guard let continuation = answers[identifier]?.continuation else { return nil }
      answers[identifier]?.continuation = nil
      reason(&answers[identifier, default: WebAnswer()])
      return answers[identifier].map { ($0, continuation) }
    }
    if let (answer, continuation) = ended { continuation.resume(returning: answer) }
  }
}

// MARK: - What the loading system says

extension WebSession {
  package func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let scheme = request.url?.scheme?.lowercased()
    let goesOn = change(task) { answer in
      answer.redirects += 1
      if answer.redirects > limits.redirects {
        answer.fail("at most \(limits.redirects) redirects", "more")
      }
      if scheme != "http", scheme != "https" {
        answer.fail("a redirect to an http(s) URL", "another")
      }
      return answer.failure == nil
    }
    // Cancelling here as well would end the process: swift-corelibs-foundation still waits for the
    // answer to its question.
    completionHandler(goesOn == true ? request : nil)
  }

  package func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let hasBody = dataTask.originalRequest?.httpMethod != "HEAD"
    let goesOn = change(dataTask) { answer in
      answer.read(response, limits, hasBody: hasBody)
      return answer.failure == nil
    }
    completionHandler(goesOn == true ? .allow : .cancel)
  }

  package func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
  ) {
    let isFine = change(dataTask) { answer in
      answer.append(data, limits)
      return answer.failure == nil
    }
    guard isFine != true else { return }
    // Whoever waits need not wait until an origin that sends without end has been heard out.
    end(dataTask.taskIdentifier) { _ in }
    let isFirst = change(dataTask) { answer in
      defer { answer.isEnding = true }
      return !answer.isEnding
    }
    // Not from here, where the session waits for its delegate.
    if isFirst == true { DispatchQueue.global().async { dataTask.cancel() } }
  }

  package func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let limits = limits
    end(task.taskIdentifier) { answer in
      if let error { answer.fail(error, limits) }
    }
    answers.withLock { $0[task.taskIdentifier] = nil }
  }
}
