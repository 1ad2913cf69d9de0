// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Where the resources of a stream come from.
public protocol StreamSource: Sendable {
  /// Reads a resource, or a part of it.
  ///
  /// - Parameters:
  ///   - uri: A path or a URI.
  ///   - range: The bytes to read, or `nil` for all.
  /// - Returns: The bytes, fewer where the resource ends earlier, and the URI that they came from,
  ///   after redirects.
  /// - Throws: What the origin fails with.
  func read(_ uri: String, range: Range<UInt64>?) async throws -> (bytes: [UInt8], uri: String)

  /// The size of a resource in bytes, where it is known without fetching it.
  func size(of uri: String) -> UInt64?
}

/// A resource that could not be read.
public struct StreamSourceError: Error, Hashable, CustomStringConvertible {
  /// The resource.
  public let uri: String
  /// What was expected and what was found.
  public let reason: String

  /// Creates an error.
  public init(uri: String, reason: String) {
    self.uri = uri
    self.reason = reason
  }

  /// `uri: reason`.
  public var description: String { "\(uri): \(reason)" }
}

/// A stream that is held in memory, for tests and for what was made in code.
public struct MemorySource: StreamSource {
  /// The resources by their URI.
  public var resources: [String: [UInt8]]
  /// Sizes of resources that are not held.
  public var sizes: [String: UInt64]

  /// Creates a source.
  public init(_ resources: [String: [UInt8]] = [:], sizes: [String: UInt64] = [:]) {
    self.resources = resources
    self.sizes = sizes
  }

  /// The bytes of a resource.
  public func read(
    _ uri: String, range: Range<UInt64>?
  ) async throws -> (bytes: [UInt8], uri: String) {
    guard let bytes = resources[uri] else {
      throw StreamSourceError(uri: uri, reason: "expected a resource, found none")
    }
    guard let range else { return (bytes, uri) }
    let clamped = Int(clamping: range.lowerBound)..<Int(clamping: range.upperBound)
    return (Array(bytes[clamped.clamped(to: bytes.indices)]), uri)
  }

  /// The size of a resource.
  public func size(of uri: String) -> UInt64? {
    sizes[uri] ?? resources[uri].map { UInt64($0.count) }
  }
}
