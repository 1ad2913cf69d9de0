// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation

/// Streams in files.
public struct FileSource: StreamSource {
  /// The most bytes that are read at once.
  public var sizeLimit: Int

  /// Creates a source.
  public init(sizeLimit: Int = 64 << 20) { self.sizeLimit = sizeLimit }

  /// The bytes of a file.
  public func read(_ uri: String, range: Range<UInt64>?) async throws -> StreamResource {
    let path = Self.path(uri)
    // Opening a named pipe would wait for a writer.
    guard Self.isFile(path), let handle = FileHandle(forReadingAtPath: path) else {
      throw StreamSourceError(uri: uri, reason: "expected a file that can be read, found none")
    }
    defer { try? handle.close() }
    do {
      let end = try handle.seekToEnd()
      let part = (range ?? 0..<end).clamped(to: 0..<end)
      guard part.count <= sizeLimit else { throw StreamSourceError.overLimit(uri, sizeLimit) }
      try handle.seek(toOffset: part.lowerBound)
      let data = part.isEmpty ? Data() : try handle.read(upToCount: part.count) ?? Data()
      return StreamResource(bytes: Array(data), uri: uri)
    } catch let error as StreamSourceError {
      throw error
    } catch {
      throw StreamSourceError(uri: uri, reason: "expected a file, found what cannot be read")
    }
  }

  /// Replaces a file at once, or leaves it as it is.
  ///
  /// - Throws: What the file system fails with.
  public func write(_ bytes: [UInt8], to uri: String) throws {
    try Data(bytes).write(to: URL(filePath: Self.path(uri)), options: .atomic)
  }

  /// The size of a file.
  public func size(of uri: String) async -> UInt64? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: Self.path(uri))
    return (attributes?[.size] as? NSNumber)?.uint64Value
  }

  private static func isFile(_ path: String) -> Bool {
    let target =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) == nil
      ? path : URL(filePath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: target)
    return attributes?[.type] as? FileAttributeType == .typeRegular
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
