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
    guard Self.isFile(path) else {
      throw StreamSourceError(
        uri: uri, reason: "expected a file that can be read, found \(Self.kind(of: path))")
    }
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw StreamSourceError(
        uri: uri, reason: "expected a file that can be read, found one that may not be")
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
      throw StreamSourceError(
        uri: uri, reason: "expected a file that can be read, found what cannot be")
    }
  }

  /// Replaces what a file holds, and keeps its permissions and owner; of a symbolic link, what the
  /// file that it leads to holds.
  ///
  /// A file of one name and of this user is replaced at once, or stays as it is. Another one is
  /// written in its place: a new file would be of this user, and not be the one of other names.
  ///
  /// - Throws: ``StreamSourceError`` where the file is read-only, or what the file system fails
  ///   with.
  public func write(_ bytes: [UInt8], to uri: String) throws {
    try checkWritable(uri)
    try Self.naming(uri) { try replace(bytes, of: uri) }
  }

  /// Writes a file that may be there already.
  ///
  /// - Throws: ``StreamSourceError`` where it cannot be written.
  public static func create(_ path: String, _ text: String) throws {
    try naming(path) { try Data(text.utf8).write(to: URL(filePath: path)) }
  }

  /// Does something with a file, and says in the field's words why that fails.
  private static func naming<Result>(
    _ uri: String, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as StreamSourceError {
      throw error
    } catch {
      let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError ?? error as NSError
      let folder = URL(filePath: path(uri)).deletingLastPathComponent().path
      let isThere = FileManager.default.fileExists(atPath: folder)
      let found =
        cause.domain == NSPOSIXErrorDomain
        ? unsafe String(cString: strerror(Int32(cause.code))).lowercased() : "what cannot be"
      throw StreamSourceError(
        uri: uri,
        reason: isThere
          ? "expected a file that can be written, found: \(found)"
          : "expected a file in a folder that is there, found no '\(folder)'")
    }
  }

  private func replace(_ bytes: [UInt8], of uri: String) throws {
    let url = URL(filePath: Self.path(uri)).resolvingSymlinksInPath()
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    guard (attributes[.referenceCount] as? NSNumber)?.intValue == 1,
      (attributes[.ownerAccountID] as? NSNumber)?.uint32Value == geteuid()
    else { return try Data(bytes).write(to: url) }
    try Data(bytes).write(to: url, options: .atomic)
    let kept = attributes.filter { [.posixPermissions, .groupOwnerAccountID].contains($0.key) }
    try FileManager.default.setAttributes(kept, ofItemAtPath: url.path)
  }

  /// Makes sure that a file may be written to. One that nobody may write to counts as read-only for
  /// its owner and the superuser too.
  ///
  /// - Throws: ``StreamSourceError`` where it is read-only.
  public func checkWritable(_ uri: String) throws {
    let path = URL(filePath: Self.path(uri)).resolvingSymlinksInPath().path
    let attributes = try Self.naming(uri) {
      try FileManager.default.attributesOfItem(atPath: path)
    }
    let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
    guard mode & 0o222 != 0, FileManager.default.isWritableFile(atPath: path) else {
      throw StreamSourceError(
        uri: uri, reason: "expected a file that may be written to, found a read-only one")
    }
  }

  /// Whether a file is in the folder of another one or below, by their names.
  public static func isFile(_ uri: String, besideOrBelow other: String) -> Bool {
    let folder = URL(filePath: path(other)).standardizedFileURL.deletingLastPathComponent().path
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    return URL(filePath: path(uri)).standardizedFileURL.path.hasPrefix(prefix)
  }

  /// The size of a file.
  public func size(of uri: String) async -> UInt64? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: Self.path(uri))
    return (attributes?[.size] as? NSNumber)?.uint64Value
  }

  /// What stands at a path that is no file, in words.
  private static func kind(of path: String) -> String {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    switch attributes?[.type] as? FileAttributeType {
    case nil: return "none"
    case .typeDirectory?: return "a folder"
    case .typeSymbolicLink?: return "a link that leads to none"
    case _?: return "a device or a pipe"
    }
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
