// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CCurl

/// Why a transfer did not come to its end.
public struct CurlError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure it is.
  public enum Kind: Hashable, Sendable {
    /// The receiver had enough.
    case stopped
    /// The task was cancelled.
    case cancelled
    /// The host has an address that the request does not allow.
    case addressRefused
    /// The body ended before its length.
    case truncated
    /// The origin said nothing for too long.
    case timedOut
    /// The answer was not whole when its time was over.
    case late
    /// Redirects led to more redirects than are followed.
    case redirected
    /// The URI, or that of a redirect, is not of the web.
    case unsupportedScheme
    /// There is no host of that name, as far as is known now.
    case unknownHost
    /// The host takes no connections.
    case unreachable
    /// The certificate is not to be trusted.
    case untrusted
    /// The URI or a setting: the same again would fail again.
    case permanent
    /// The connection: the same again may succeed.
    case connection
  }

  /// The kind of failure.
  public let kind: Kind

  /// What libcurl says.
  public let reason: String

  init(_ kind: Kind, _ reason: String) {
    self.kind = kind
    self.reason = reason
  }

  /// The failure of a result; a connection's where it is not known to be another.
  init(_ code: CURLcode, _ details: String) {
    let text = details.isEmpty ? unsafe String(cString: curl_easy_strerror(code)) : details
    switch code {
    case CURLE_PARTIAL_FILE: self.init(.truncated, text)
    case CURLE_OPERATION_TIMEDOUT: self.init(.timedOut, text)
    case CURLE_COULDNT_RESOLVE_HOST: self.init(.unknownHost, text)
    case CURLE_COULDNT_CONNECT: self.init(.unreachable, text)
    case CURLE_PEER_FAILED_VERIFICATION: self.init(.untrusted, text)
    case CURLE_TOO_MANY_REDIRECTS: self.init(.redirected, text)
    case CURLE_UNSUPPORTED_PROTOCOL: self.init(.unsupportedScheme, text)
    case CURLE_URL_MALFORMAT, CURLE_SSL_CACERT_BADFILE,
      CURLE_BAD_CONTENT_ENCODING, CURLE_OUT_OF_MEMORY, CURLE_COULDNT_RESOLVE_PROXY:
      self.init(.permanent, text)
    default: self.init(.connection, text)
    }
  }

  /// What libcurl says.
  public var description: String { reason }
}
