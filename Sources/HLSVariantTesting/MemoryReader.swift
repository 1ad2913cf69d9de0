// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HLSVariants

/// An origin in memory: texts by URI.
public struct MemoryReader: ResourceReader {
  private let texts: [String: String]

  /// Creates an origin that has these resources.
  public init(_ texts: [String: String]) { self.texts = texts }

  /// The bytes of a resource.
  ///
  /// - Throws: `LoadingError` for a URI that the origin does not have.
  public func read(_ uri: String) async throws -> (bytes: [UInt8], uri: String) {
    guard let text = texts[uri] else {
      throw LoadingError(uri: uri, reason: "expected a resource in memory, found none")
    }
    return (Array(text.utf8), uri)
  }
}
