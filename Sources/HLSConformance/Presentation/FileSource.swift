// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation

/// Streams in files.
public struct FileSource: StreamSource {
  /// The most bytes that are read at once.
  public var sizeLimit: Int

  /// Creates a source.
  public init(sizeLimit: Int = 256 << 20) { self.sizeLimit = sizeLimit }

  /// The bytes of a file.
  public func read(
    _ uri: String, range: Range<UInt64>?
  ) async throws -> (bytes: [UInt8], uri: String) {
    guard let handle = FileHandle(forReadingAtPath: Self.path(uri)) else {
      throw StreamSourceError(uri: uri, reason: "expected a file that can be read, found none")
    }
    defer { try? handle.close() }
    do {
      if let range { try handle.seek(toOffset: range.lowerBound) }
      let wanted = range.map { Int(clamping: $0.upperBound - $0.lowerBound) } ?? sizeLimit + 1
      let data = try handle.read(upToCount: min(wanted, sizeLimit + 1)) ?? Data()
      guard data.count <= sizeLimit else {
        throw StreamSourceError(
          uri: uri, reason: "expected at most \(sizeLimit) bytes, found more")
      }
      return (Array(data), uri)
    } catch let error as StreamSourceError {
      throw error
    } catch {
      throw StreamSourceError(uri: uri, reason: "expected a file, found what cannot be read")
    }
  }

  /// The size of a file.
  public func size(of uri: String) -> UInt64? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: Self.path(uri))
    return (attributes?[.size] as? NSNumber)?.uint64Value
  }

  /// The path that a reference names: one with escapes or a query only where no file has the
  /// reference itself as its name.
  private static func path(_ uri: String) -> String {
    if uri.hasPrefix("file://"), let url = URL(string: uri) { return url.path }
    guard uri.utf8.contains(where: { "%?#".utf8.contains($0) }),
      !FileManager.default.fileExists(atPath: uri)
    else { return uri }
    let bare = uri.prefix { $0 != "?" && $0 != "#" }
    return bare.removingPercentEncoding ?? String(bare)
  }
}
