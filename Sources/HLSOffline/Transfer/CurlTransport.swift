// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import LibCurl

/// Files of this machine, and the web through libcurl.
///
/// Proxies and certificates are found as `curl` finds them: `http_proxy`, `https_proxy`,
/// `all_proxy` and `no_proxy`; `CURL_CA_BUNDLE`, `SSL_CERT_FILE` and `SSL_CERT_DIR`.
public final class CurlTransport: ResourceTransport {
  private let session: CurlSession
  private let files = FileTransport()
  private let isProxied: Bool

  /// Creates a transport.
  ///
  /// - Parameters:
  ///   - connections: The most connections at a time.
  ///   - certificates: A file of certificates to trust in place of the system's.
  ///   - environment: The variables that name proxies and certificates; the process's own where
  ///     none are given.
  /// - Throws: ``OfflineError`` when libcurl cannot be started.
  public init(
    connections: Int = 8, certificates: String? = nil,
    environment: [String: String]? = nil
  ) throws(OfflineError) {
    let environment = environment ?? ProcessInfo.processInfo.environment
    var settings = CurlSettings(environment: environment)
    settings.connections = max(1, connections)
    if let certificates { settings.certificateFile = certificates }
    isProxied = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"].contains {
      environment[$0]?.isEmpty == false
    }
    do {
      session = try CurlSession(settings)
    } catch {
      throw OfflineError(.unreachable, "libcurl", error.reason)
    }
  }

  /// Sends a request to a file or to the web.
  public func send(
    _ request: ResourceRequest, to receiver: any ResponseReceiver
  ) async throws(TransferError) {
    guard ResourceURI(request.uri).isWeb else {
      return try await files.send(request, to: receiver)
    }
    var lines: [String] = []
    if let range = request.range { lines.append("Range: \(range)") }
    if let condition = request.condition { lines.append("If-Range: \(condition)") }
    // A proxy's address says nothing of the origin's.
    let (isProxied, allows) = (isProxied, request.allowsAddress)
    let curlRequest = CurlRequest(
      request.uri, lines: lines, acceptsCompression: request.acceptsCompression,
      allowsAddress: { isProxied || allows($0) })
    do {
      try await session.perform(curlRequest, Adapter(receiver, isProxied: isProxied))
    } catch {
      throw TransferError(error)
    }
  }

  /// Passes what libcurl has on.
  private final class Adapter: CurlReceiver {
    let receiver: any ResponseReceiver
    let isProxied: Bool

    init(_ receiver: any ResponseReceiver, isProxied: Bool) {
      self.receiver = receiver
      self.isProxied = isProxied
    }

    func receive(_ head: CurlHead) -> Bool {
      receiver.receive(
        ResponseHead(
          status: head.status, fields: head.fields, address: head.address, isProxied: isProxied))
    }

    func receive(_ bytes: Span<UInt8>) -> Bool { receiver.receive(bytes) }
  }
}

extension TransferError {
  fileprivate init(_ error: CurlError) {
    let kind: Kind =
      switch error.kind {
      case .stopped: .stopped
      case .cancelled: .cancelled
      case .addressRefused: .addressRefused
      case .truncated: .truncated
      case .timedOut, .late: .timedOut
      case .permanent, .redirected, .unsupportedScheme, .untrusted: .permanent
      case .connection, .unknownHost, .unreachable: .connection
      }
    self.init(kind, error.reason)
  }
}
