// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation

/// Where playlists come from: files, the web, or a test's own memory.
public protocol ResourceReader: Sendable {
  /// Reads a resource.
  ///
  /// - Parameter uri: A path, or an `http`, `https` or `file` URI.
  /// - Returns: The bytes, and the URI that they came from, after redirects.
  /// - Throws: ``LoadingError``, or what the origin fails with.
  func read(_ uri: String) async throws -> (bytes: [UInt8], uri: String)

  /// The size of a resource in bytes, where it is known without fetching it.
  func size(of uri: String) -> UInt64?
}

extension ResourceReader {
  /// By default no size is known.
  public func size(of uri: String) -> UInt64? { nil }
}

/// Reads files and, by `http` and `https`, the web.
public struct FileAndWebReader: ResourceReader {
  /// The most bytes that a resource may have.
  public var sizeLimit: Int

  /// How long the web may take, in seconds.
  public var timeout: Double

  /// Creates a reader.
  public init(sizeLimit: Int = 64 << 20, timeout: Double = 20) {
    self.sizeLimit = sizeLimit
    self.timeout = timeout
  }

  /// Whether a text names a resource of the web.
  public static func isWeb(_ uri: String) -> Bool {
    let scheme = uri.prefix { $0 != ":" }.lowercased()
    return (scheme == "http" || scheme == "https") && uri.dropFirst(scheme.count).hasPrefix("://")
  }

  /// The bytes of a file, or of a resource of the web.
  public func read(_ uri: String) async throws -> (bytes: [UInt8], uri: String) {
    if Self.isWeb(uri) {
      return try await WebRequest(sizeLimit: sizeLimit, timeout: timeout).read(uri)
    }
    let path = Self.path(uri)
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw LoadingError(uri: uri, reason: "expected a file that can be read, found none")
    }
    defer { try? handle.close() }
    let data: Data?
    do {
      data = try handle.read(upToCount: sizeLimit + 1)
    } catch {
      throw LoadingError(uri: uri, reason: "expected a file that can be read, found a folder")
    }
    guard let data, data.count <= sizeLimit else {
      if data == nil { return ([], uri) }
      throw LoadingError(uri: uri, reason: "expected at most \(sizeLimit) bytes, found more")
    }
    return (Array(data), uri)
  }

  /// The size of a file.
  public func size(of uri: String) -> UInt64? {
    guard !Self.isWeb(uri) else { return nil }
    let attributes = try? FileManager.default.attributesOfItem(atPath: Self.path(uri))
    return (attributes?[.size] as? NSNumber)?.uint64Value
  }

  /// The path that a reference without a scheme, or a `file` URI, names.
  private static func path(_ uri: String) -> String {
    if uri.hasPrefix("file://"), let url = URL(string: uri) { return url.path }
    if FileManager.default.fileExists(atPath: uri) { return uri }
    // A playlist's reference may have escapes and a query, which a file's name has not.
    let bare = uri.prefix { $0 != "?" && $0 != "#" }
    return bare.removingPercentEncoding ?? String(bare)
  }
}

/// A resource that could not be read.
public struct LoadingError: Error, CustomStringConvertible {
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
