// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What tells one version of a resource from another (RFC 9110 section 8.8).
public struct Validator: Hashable, Sendable {
  /// `ETag`, its quotation marks and `W/` included.
  public var entityTag: String?
  /// `Last-Modified` as the origin writes it.
  public var lastModified: String?

  /// Creates a validator.
  public init(entityTag: String? = nil, lastModified: String? = nil) {
    self.entityTag = entityTag
    self.lastModified = lastModified
  }

  /// Reads the header fields of an answer. Values that could not stand in a header are left out.
  init(_ fields: [String: String]) {
    entityTag = fields["etag"].flatMap(Self.clean)
    lastModified = fields["last-modified"].flatMap(Self.clean)
  }

  private static func clean(_ text: String) -> String? {
    let isFine = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } && text.utf8.count <= 512
    return isFine && !text.isEmpty ? text : nil
  }

  /// What `If-Range` may ask for: a strong tag, else a date.
  var condition: String? {
    if let entityTag { return entityTag.hasPrefix("W/") ? nil : entityTag }
    return lastModified
  }

  /// Whether another answer is of another version; `false` where nothing can be told.
  func differs(from other: Validator) -> Bool {
    if let entityTag, let tag = other.entityTag { return entityTag != tag }
    if let lastModified, let date = other.lastModified { return lastModified != date }
    return false
  }

  /// Whether there is nothing to tell versions apart by.
  var isEmpty: Bool { entityTag == nil && lastModified == nil }
}
