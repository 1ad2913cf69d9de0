// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Where the resources of a stream come from.
public protocol StreamSource: Sendable {
  /// Reads a resource, or a part of it.
  ///
  /// - Parameters:
  ///   - uri: A path or a URI.
  ///   - range: The bytes to read, or `nil` for all.
  /// - Returns: The resource; fewer bytes where it ends earlier.
  /// - Throws: What the origin fails with.
  func read(_ uri: String, range: Range<UInt64>?) async throws -> StreamResource

  /// The size of a resource in bytes, where it can be known without fetching it.
  func size(of uri: String) async -> UInt64?
}

extension StreamSource {
  /// Reads what a playlist refers to, or a part of it.
  ///
  /// - Throws: ``StreamSourceError`` where a playlist of the web refers to what is not, such as a
  ///   file of this machine; what the origin fails with.
  func read(
    _ uri: String, namedBy base: String, range: Range<UInt64>?
  ) async throws -> StreamResource {
    guard !WebSource.isWeb(base) || WebSource.isWeb(uri) else {
      throw StreamSourceError(
        uri: uri, reason: "expected an http(s) URL in a playlist of the web, found another")
    }
    return try await read(uri, range: range)
  }

  /// The size of a resource that a playlist refers to; a playlist of the web may refer to the web
  /// alone.
  func size(of uri: String, namedBy base: String) async -> UInt64? {
    !WebSource.isWeb(base) || WebSource.isWeb(uri) ? await size(of: uri) : nil
  }
}

/// A resource, or the part of it that was asked for.
public struct StreamResource: Hashable, Sendable {
  /// The bytes.
  public var bytes: [UInt8]
  /// Where they came from, after redirects.
  public var uri: String
  /// How the web delivered them; `nil` for files.
  public var delivery: Delivery?

  /// Creates a resource.
  public init(bytes: [UInt8], uri: String, delivery: Delivery? = nil) {
    self.bytes = bytes
    self.uri = uri
    self.delivery = delivery
  }

  /// How the web delivered a resource.
  public struct Delivery: Hashable, Sendable {
    /// The media type, in lower case and without parameters; `nil` where the answer had none.
    public var mediaType: String?
    /// Whether the bytes came compressed by gzip.
    public var isCompressed: Bool
    /// How many redirects led to the resource.
    public var redirects: Int
    /// Whether a part was asked for and the whole was sent.
    public var ignoresRanges: Bool

    /// Creates a description.
    public init(
      mediaType: String?, isCompressed: Bool = false, redirects: Int = 0,
      ignoresRanges: Bool = false
    ) {
      self.mediaType = mediaType
      self.isCompressed = isCompressed
      self.redirects = redirects
      self.ignoresRanges = ignoresRanges
    }
  }
}

/// A resource that could not be read.
public struct StreamSourceError: Error, Hashable, CustomStringConvertible {
  /// The resource.
  public let uri: String
  /// What was expected and what was found.
  public let reason: String
  /// Whether the resource may be as it should be and is only larger than the source takes.
  public let isOverLimit: Bool

  /// Creates an error.
  public init(uri: String, reason: String, isOverLimit: Bool = false) {
    self.uri = uri
    self.reason = reason
    self.isOverLimit = isOverLimit
  }

  /// The error for a resource of more bytes than a source takes.
  public static func overLimit(_ uri: String, _ limit: Int) -> StreamSourceError {
    StreamSourceError(
      uri: uri, reason: "expected at most \(limit) bytes, found more", isOverLimit: true)
  }

  /// `uri: reason`.
  public var description: String { "\(uri): \(reason)" }
}
