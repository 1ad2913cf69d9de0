// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation

/// The parts of a resolved URI that a download looks at (RFC 3986).
public struct ResourceURI: Hashable, Sendable {
  /// The scheme in lower case; empty where there is none.
  public let scheme: String
  /// Name and password, which are never shown or stored.
  let userInfo: String?
  /// The host in lower case, an IPv6 address without its brackets.
  public let host: String
  /// The port as it is written.
  let port: String?
  /// The path as it is written.
  public let path: String
  /// Whether there is a query, which may hold a token.
  let hasQuery: Bool

  /// Splits a URI.
  public init(_ uri: String) {
    var rest = uri.prefix { $0 != "#" }
    let query = rest.firstIndex(of: "?")
    hasQuery = query != nil
    if let query { rest = rest[..<query] }
    if let colon = rest.firstIndex(of: ":"), !rest[..<colon].contains("/") {
      scheme = rest[..<colon].lowercased()
      rest = rest[rest.index(after: colon)...]
    } else {
      scheme = ""
    }
    guard rest.hasPrefix("//") else {
      (userInfo, host, port, path) = (nil, "", nil, String(rest))
      return
    }
    rest = rest.dropFirst(2)
    let authority = rest.prefix { $0 != "/" && $0 != "\\" }
    path = String(rest[authority.endIndex...])
    let at = authority.lastIndex(of: "@")
    userInfo = at.map { String(authority[..<$0]) }
    var place = at.map { authority[authority.index(after: $0)...] } ?? authority
    if place.hasPrefix("["), let end = place.firstIndex(of: "]") {
      host = place[place.index(after: place.startIndex)..<end].lowercased()
      place = place[place.index(after: end)...]
    } else {
      let end = place.lastIndex(of: ":") ?? place.endIndex
      host = place[..<end].lowercased()
      place = place[end...]
    }
    port = place.hasPrefix(":") ? String(place.dropFirst()) : nil
  }

  /// Whether the scheme is `http` or `https`.
  public var isWeb: Bool { scheme == "http" || scheme == "https" }

  /// The URI without name, password and query: what may be shown and stored.
  public var redacted: String {
    guard !scheme.isEmpty else { return path }
    let shownHost = host.contains(":") ? "[\(host)]" : host
    let place = isWeb || !host.isEmpty || scheme == "file" ? "//" + shownHost : ""
    return "\(scheme):\(place)\(port.map { ":" + $0 } ?? "")\(path)"
  }

  /// A URI without name, password and query: what may be shown and stored.
  public static func redacted(_ uri: String) -> String { ResourceURI(uri).redacted }

  /// What stands behind the last dot of the path's last part, in lower case.
  var fileExtension: String {
    let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    guard let dot = name.lastIndex(of: ".") else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// The file that a `file` URI names; `nil` where its escapes hide a slash or NUL.
  var filePath: String? {
    let lower = path.lowercased()
    guard scheme == "file", host.isEmpty || host == "localhost", path.hasPrefix("/"),
      !lower.contains("%2f"), !lower.contains("%00"), !path.utf8.contains(0)
    else { return nil }
    return path.removingPercentEncoding
  }

  /// The URI of what a command line names: itself, or the `file` URI of a path.
  public static func named(_ name: String) -> String {
    let uri = ResourceURI(name)
    if uri.isWeb || uri.scheme == "file" && name.hasPrefix("file://") { return name }
    let path = URL(filePath: name).standardizedFileURL.path
    let allowed = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")
    return "file://" + (path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path)
  }
}

extension ResourceURI {
  /// A URI without name and password, with all the rest.
  static func withoutUserInfo(_ uri: String) -> String {
    guard let info = ResourceURI(uri).userInfo, let range = uri.range(of: "//" + info + "@") else {
      return uri
    }
    return uri.replacingCharacters(in: range, with: "//")
  }
}

extension ResourceURI {
  /// Whether the URI has a part that is neither shown nor stored.
  var needsRedaction: Bool { userInfo != nil || hasQuery }
}
