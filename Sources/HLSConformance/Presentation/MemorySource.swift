// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A stream that is held in memory, for tests and for what was made in code.
public struct MemorySource: StreamSource {
  /// The resources by their URI.
  public var resources: [String: [UInt8]]
  /// Sizes of resources that are not held.
  public var sizes: [String: UInt64]
  /// How the web would deliver resources; `nil` for those that are files.
  public var deliveries: [String: StreamResource.Delivery] = [:]

  /// Creates a source.
  public init(_ resources: [String: [UInt8]] = [:], sizes: [String: UInt64] = [:]) {
    self.resources = resources
    self.sizes = sizes
  }

  /// The bytes of a resource.
  public func read(_ uri: String, range: Range<UInt64>?) async throws -> StreamResource {
    guard let bytes = resources[uri] else {
      throw StreamSourceError(uri: uri, reason: "expected a resource, found none")
    }
    return StreamResource(
      bytes: range.map { bytes.part($0) } ?? bytes, uri: uri, delivery: deliveries[uri])
  }

  /// The size of a resource.
  public func size(of uri: String) async -> UInt64? {
    sizes[uri] ?? resources[uri].map { UInt64($0.count) }
  }
}

extension [UInt8] {
  /// The bytes of a range, as far as there are some.
  func part(_ range: Range<UInt64>) -> [UInt8] {
    let bounds = Int(clamping: range.lowerBound)..<Int(clamping: range.upperBound)
    return Array(self[bounds.clamped(to: indices)])
  }
}
