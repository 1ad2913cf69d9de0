// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Resolution of relative references (RFC 3986 section 5.2).
public enum URIReference {
  /// The URI that a reference stands for within a document of a given URI.
  ///
  /// - Parameters:
  ///   - reference: A URI or relative reference, such as a segment's.
  ///   - base: The URI of the playlist, after redirects. An empty one leaves references relative.
  /// - Returns: The reference with what it lacks taken from the base, without dot segments.
  public static func resolve(_ reference: String, against base: String) -> String {
    var result = Components(reference)
    let base = Components(base)
    if result.scheme != nil {
      result.removeDotSegments()
      return result.text
    }
    result.scheme = base.scheme
    if result.authority == nil {
      result.authority = base.authority
      if result.path.isEmpty {
        result.path = base.path
        result.query = result.query ?? base.query
        return result.text
      }
      if !result.path.hasPrefix("/") { result.path = base.merged(with: result.path) }
    }
    result.removeDotSegments()
    return result.text
  }

  /// Whether a reference has a scheme or an authority, and so is not relative to a playlist's
  /// place.
  static func isAbsolute(_ reference: String) -> Bool {
    let components = Components(reference)
    return components.scheme != nil || components.authority != nil
  }

  /// The parts of a URI, split as RFC 3986 appendix B does.
  private struct Components {
    var scheme: Substring?
    var authority: Substring?
    var path: Substring
    var query: Substring?
    var fragment: Substring?

    init(_ uri: String) {
      var rest = uri[...]
      if let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")) {
        fragment = rest[rest.utf8.index(after: hash)...]
        rest = rest[..<hash]
      }
      if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
        query = rest[rest.utf8.index(after: mark)...]
        rest = rest[..<mark]
      }
      if let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")),
        Self.isScheme(rest[..<colon])
      {
        scheme = rest[..<colon]
        rest = rest[rest.utf8.index(after: colon)...]
      }
      if rest.hasPrefix("//") {
        rest = rest.dropFirst(2)
        let end = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        authority = rest[..<end]
        rest = rest[end...]
      }
      path = rest
    }

    private static func isScheme(_ text: Substring) -> Bool {
      guard let first = text.utf8.first, (first | 0x20) &- UInt8(ascii: "a") < 26 else {
        return false
      }
      return text.utf8.allSatisfy {
        ($0 | 0x20) &- UInt8(ascii: "a") < 26 || $0 &- UInt8(ascii: "0") < 10
          || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
      }
    }

    /// A relative path in the place of this path's last segment (5.2.3).
    func merged(with relative: Substring) -> Substring {
      if authority != nil, path.isEmpty { return "/" + relative }
      guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return relative }
      return path[...slash] + relative
    }

    /// Takes `.` and `..` out of the path (5.2.4).
    mutating func removeDotSegments() {
      guard path.utf8.contains(UInt8(ascii: ".")) else { return }
      let isAbsolute = path.hasPrefix("/")
      var kept: [Substring] = []
      let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        .dropFirst(isAbsolute ? 1 : 0)
      for (index, segment) in segments.enumerated() {
        let isLast = index == segments.count - 1
        switch segment {
        case ".":
          if isLast { kept.append("") }
        case "..":
          // A path that is relative as a whole keeps what leads above its start.
          if let last = kept.last, last != ".." {
            kept.removeLast()
          } else if !isAbsolute {
            kept.append("..")
            continue
          }
          if isLast { kept.append("") }
        default: kept.append(segment)
        }
      }
      path = (isAbsolute ? "/" : "") + kept.joined(separator: "/")[...]
    }

    var text: String {
      var text = ""
      if let scheme { text += scheme + ":" }
      if let authority { text += "//" + authority }
      text += path
      if let query { text += "?" + query }
      if let fragment { text += "#" + fragment }
      return text
    }
  }
}
