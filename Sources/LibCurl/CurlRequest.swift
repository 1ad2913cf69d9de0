// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// One request by http or https. Redirects are not followed: they are answers.
public struct CurlRequest: Sendable {
  /// The URI.
  public var uri: String

  /// Header lines such as `Range: bytes=0-99`, without line ends.
  public var lines: [String]

  /// Whether the body may come compressed; then it is decompressed.
  public var acceptsCompression: Bool

  /// Whether the host may be at an address of 4 or 16 bytes.
  public var allowsAddress: @Sendable ([UInt8]) -> Bool

  /// Creates a request.
  public init(
    _ uri: String, lines: [String] = [], acceptsCompression: Bool = false,
    allowsAddress: @escaping @Sendable ([UInt8]) -> Bool = { _ in true }
  ) {
    self.uri = uri
    self.lines = lines
    self.acceptsCompression = acceptsCompression
    self.allowsAddress = allowsAddress
  }
}

/// What an origin says before the body.
public struct CurlHead: Sendable {
  /// The status, such as 206.
  public var status = 0

  /// The header fields by their names in lower case; of several the last.
  public var fields: [String: String] = [:]

  /// The address that the answer comes from, or the proxy's.
  public var address = ""
}

/// Takes what comes of a transfer, on the session's own thread.
public protocol CurlReceiver: AnyObject, Sendable {
  /// Takes the head; `false` ends the transfer.
  func receive(_ head: CurlHead) -> Bool

  /// Takes the next bytes of the body; `false` ends the transfer.
  func receive(_ bytes: Span<UInt8>) -> Bool
}

/// What holds for all requests of a session.
public struct CurlSettings: Sendable {
  /// The most connections at a time, of one host and together.
  public var connections = 8

  /// Seconds until a connection has to stand.
  public var connectTimeout = 20

  /// Seconds that an origin may say nothing.
  public var silenceTimeout = 30

  /// A file of certificates to trust in place of the system's.
  public var certificateFile: String?

  /// A folder of certificates to trust in place of the system's.
  public var certificateFolder: String?

  /// `User-Agent`.
  public var userAgent = "rung"

  /// Creates the default settings.
  public init() {}
}
