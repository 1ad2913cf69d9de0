// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Sends single requests: the web, files, or a simulated origin.
///
/// A transport follows no redirects, checks no lengths and tries nothing twice: that is done once,
/// for all transports.
public protocol ResourceTransport: Sendable {
  /// Sends a request and hands what comes to a receiver.
  ///
  /// - Throws: ``TransferError`` for anything but a whole answer, whatever its status.
  func send(
    _ request: ResourceRequest, to receiver: any ResponseReceiver
  ) async throws(TransferError)
}

/// A request for a resource or a part of it.
public struct ResourceRequest: Sendable {
  /// The resolved URI.
  public var uri: String

  /// The first byte that is wanted; `nil` for the whole resource.
  public var firstByte: UInt64?

  /// The last byte that is wanted; `nil` for all up to the end.
  public var lastByte: UInt64?

  /// The version that ``firstByte`` is of: another one is answered as a whole (`If-Range`).
  public var condition: String?

  /// Whether the body may come compressed.
  public var acceptsCompression = false

  /// Whether a host at an address of 4 or 16 bytes may be asked.
  public var allowsAddress: @Sendable ([UInt8]) -> Bool

  /// Creates a request for a whole resource.
  public init(
    _ uri: String, allowsAddress: @escaping @Sendable ([UInt8]) -> Bool = { _ in true }
  ) {
    self.uri = uri
    self.allowsAddress = allowsAddress
  }

  /// `Range`, where a part is wanted.
  public var range: String? {
    firstByte.map { "bytes=\($0)-\(lastByte.map(String.init) ?? "")" }
  }
}

/// What an origin says before the body.
public struct ResponseHead: Sendable {
  /// The status, such as 206.
  public var status: Int

  /// The header fields by their names in lower case.
  public var fields: [String: String]

  /// The address that the answer comes from; empty where it came from no network.
  public var address: String

  /// Whether a proxy stood between.
  public var isProxied: Bool

  /// Creates a head.
  public init(
    status: Int, fields: [String: String] = [:], address: String = "", isProxied: Bool = false
  ) {
    self.status = status
    self.fields = fields
    self.address = address
    self.isProxied = isProxied
  }
}

/// Takes an answer as it comes.
public protocol ResponseReceiver: AnyObject, Sendable {
  /// Takes the head; `false` ends the transfer.
  func receive(_ head: ResponseHead) -> Bool

  /// Takes the next bytes of the body; `false` ends the transfer.
  func receive(_ bytes: Span<UInt8>) -> Bool
}

/// Why a transfer did not come to its end.
public struct TransferError: Error, Hashable, Sendable {
  /// The kinds of failure.
  public enum Kind: Hashable, Sendable {
    /// The connection broke or did not come about.
    case connection
    /// The origin said nothing for too long.
    case timedOut
    /// The body ended before its length.
    case truncated
    /// The receiver had enough.
    case stopped
    /// The task was cancelled.
    case cancelled
    /// The host has a private address.
    case addressRefused
    /// The same again would fail again.
    case permanent
  }

  /// The kind of failure.
  public let kind: Kind

  /// What happened.
  public let reason: String

  /// Creates a failure.
  public init(_ kind: Kind, _ reason: String) {
    self.kind = kind
    self.reason = reason
  }
}
