// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import LibCrypto
internal import Synchronization

/// A folder of chunks that have been encoded, each under the digest of its recipe.
///
/// Files are written beside their names and renamed, and carry their own digest: whoever reads, in
/// this process or another, finds a whole chunk or none.
public struct ChunkStore: Sendable {
  /// The name of the store in the folder of a package.
  public static let folderName = ".rung"

  /// The folder.
  public let path: String

  /// A store in a folder, which is made when the first chunk is kept.
  public init(_ path: String) { self.path = path }

  private var url: URL { URL(filePath: path) }

  /// What lies in a store.
  enum Kind: String {
    /// Chunks.
    case chunk
    /// The digest of a source, by the file's identity.
    case source
    /// The number of pictures of a part of a source.
    case pictures
    /// The chunks that a package uses, one name a line.
    case package
  }

  /// The folder of one kind.
  func folder(of kind: Kind) -> URL { url.appending(path: "\(kind.rawValue)s") }

  private func url(of kind: Kind, _ name: String) -> URL { folder(of: kind).appending(path: name) }

  /// The name of what a text describes.
  static func name(of text: [UInt8]) throws -> String {
    try SHA256Digest.digest(of: text).hexadecimal
  }

  // MARK: Chunks

  /// The chunk of a recipe; `nil` where there is none. One that is damaged is removed.
  func chunk(_ recipe: ChunkRecipe) throws -> EncodedChunk? {
    let text = try recipe.text()
    let url = url(of: .chunk, try Self.name(of: text))
    guard let data = try? Data(contentsOf: url) else { return nil }
    guard let chunk = EncodedChunk(stored: Array(data), under: text) else {
      try? FileManager.default.removeItem(at: url)
      return nil
    }
    return chunk
  }

  /// Keeps a chunk.
  ///
  /// - Throws: ``EncodingError`` where it cannot be written.
  func keep(_ chunk: EncodedChunk, of recipe: ChunkRecipe) throws {
    let text = try recipe.text()
    try write(try chunk.stored(under: text), as: .chunk, try Self.name(of: text))
  }

  // MARK: Facts

  /// What is noted of a subject.
  func fact(_ kind: Kind, of subject: String) throws -> String? {
    let url = url(of: kind, try Self.name(of: Array(subject.utf8)))
    return try? String(contentsOf: url, encoding: .utf8)
  }

  /// Notes something of a subject.
  ///
  /// - Throws: ``EncodingError`` where it cannot be written.
  func note(_ text: String, as kind: Kind, of subject: String) throws {
    try write(Array(text.utf8), as: kind, try Self.name(of: Array(subject.utf8)))
  }

  /// A source by what is in it.
  struct Source: Sendable {
    /// The SHA-256, in hexadecimal.
    var digest: String
    /// The file's size, times and inode: for as long as they stay the same, so does the digest.
    var identity: String
  }

  /// The digest of a source, where it was noted for the file's identity, else read; `nil` for what
  /// is no file.
  func source(_ path: String) throws -> Source? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let identity = [
      Int(status.st_dev), Int(status.st_ino), Int(status.st_size), status.st_mtim.tv_sec,
      status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
    ].map(String.init).joined(separator: " ")
    if let known = try fact(.source, of: identity) {
      return Source(digest: known, identity: identity)
    }
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    var digest = try SHA256Digest.make()
    while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty {
      digest.update(Array(piece))
    }
    return Source(digest: digest.finish().hexadecimal, identity: identity)
  }

  // MARK: Writing

  private static let unique = Atomic<Int>(0)

  private func write(_ bytes: [UInt8], as kind: Kind, _ name: String) throws {
    do {
      let folder = folder(of: kind)
      // Nobody else's: what is encrypted in a package is in the clear here.
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      // Tells backup programs to pass over the folder (bford.info/cachedir).
      let tag = url.appending(path: "CACHEDIR.TAG")
      if !FileManager.default.fileExists(atPath: tag.path) {
        try Data("Signature: 8a477f597d28d172789f06886806bc55\n".utf8).write(to: tag)
      }
      let number = Self.unique.add(1, ordering: .relaxed).newValue
      let process = ProcessInfo.processInfo.processIdentifier
      let beside = folder.appending(path: ".\(name).\(process).\(number)")
      do {
        try Data(bytes).write(to: beside)
        guard unsafe rename(beside.path, url(of: kind, name).path) == 0 else {
          throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
      } catch {
        try? FileManager.default.removeItem(at: beside)
        throw error
      }
    } catch {
      throw EncodingError(
        .store, path, "cannot keep what is encoded: \(SystemReason.text(error))",
        hint: "what was kept is used when the command is run again; '--no-cache' keeps nothing")
    }
  }
}
