// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// One request by http or https.
public struct CurlRequest: Sendable {
  /// The URI.
  public var uri: String

  /// Header lines such as `Range: bytes=0-99`, without line ends.
  public var lines: [String]

  /// Whether only the head is asked for (`HEAD`).
  public var isHeadOnly = false

  /// The seconds that the answer may take in all, redirects included; `nil` for any number.
  public var timeout: Double?

  /// The most redirects that are followed; with none, a redirect is an answer as any other.
  public var redirects = 0

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

  /// Where the answer comes from, after the redirects that were followed.
  public var uri = ""

  /// How many redirects were followed.
  public var redirects = 0
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

  /// Seconds that an origin may say nothing. After bytes it takes six more: libcurl looks at the mean
  /// of that time.
  public var silenceTimeout = 30

  /// A file of certificates to trust in place of the system's.
  public var certificateFile: String?

  /// A folder of certificates to trust in place of the system's.
  public var certificateFolder: String?

  /// `User-Agent`.
  public var userAgent = "rung"

  /// Creates the default settings, with the certificates that variables name as they do for `curl`:
  /// `CURL_CA_BUNDLE`, `SSL_CERT_FILE` and `SSL_CERT_DIR`.
  public init(environment: [String: String] = [:]) {
    func value(_ name: String) -> String? {
      environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    certificateFile = value("CURL_CA_BUNDLE") ?? value("SSL_CERT_FILE")
    certificateFolder = value("SSL_CERT_DIR")
  }
}
