// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation

extension ChunkStore {
  /// What a store holds.
  public struct Contents: Codable, Hashable, Sendable {
    /// The chunks of one kind of picture.
    public struct Part: Codable, Hashable, Sendable {
      /// Codec, range and size, such as `h264 SDR 640x360`.
      public var name: String
      /// The chunks.
      public var chunks = 0
      /// Bytes of them.
      public var bytes: Int64 = 0
      /// The chunks that no package uses.
      public var unusedChunks = 0
      /// Bytes of those.
      public var unusedBytes: Int64 = 0
    }

    /// The kinds, largest first.
    public var parts: [Part] = []
    /// The chunks.
    public var chunks: Int { parts.reduce(0) { $0 + $1.chunks } }
    /// Bytes of all chunks.
    public var bytes: Int64 { parts.reduce(0) { $0 + $1.bytes } }
  }

  /// Whether anything has been kept there.
  public var exists: Bool { FileManager.default.fileExists(atPath: folder(of: .chunk).path) }

  /// Looks through a store.
  public func contents() -> Contents {
    var parts: [String: Contents.Part] = [:]
    let used = usedChunks()
    for file in files(of: .chunk) {
      let name = summary(of: file.url) ?? "damaged"
      var part = parts[name] ?? Contents.Part(name: name)
      part.chunks += 1
      part.bytes += file.size
      if !used.contains(file.url.lastPathComponent) {
        part.unusedChunks += 1
        part.unusedBytes += file.size
      }
      parts[name] = part
    }
    return Contents(parts: parts.values.sorted { ($1.bytes, $0.name) < ($0.bytes, $1.name) })
  }

  /// Removes the chunks that no package uses, and what was left half-written.
  ///
  /// - Returns: Bytes that became free.
  /// - Throws: ``EncodingError`` where something cannot be removed.
  public func prune() throws -> Int64 {
    let used = usedChunks()
    var freed: Int64 = 0
    for file in files(of: .chunk, withHidden: true)
    where !used.contains(file.url.lastPathComponent) {
      do {
        try FileManager.default.removeItem(at: file.url)
        freed += file.size
      } catch {
        throw EncodingError(
          .store, file.url.path, "cannot be removed: \(SystemReason.text(error))")
      }
    }
    return freed
  }

  /// Notes the chunks that a package uses, in place of those that it used before.
  func note(chunks: [String], of package: String) throws {
    try note(chunks.sorted().joined(separator: "\n"), as: .package, of: package)
  }

  private func usedChunks() -> Set<String> {
    files(of: .package).reduce(into: Set()) { used, file in
      let text = (try? String(contentsOf: file.url, encoding: .utf8)) ?? ""
      used.formUnion(text.split(separator: "\n").map(String.init))
    }
  }

  private func files(
    of kind: Kind, withHidden: Bool = false
  ) -> [(url: URL, size: Int64)] {
    let urls = try? FileManager.default.contentsOfDirectory(
      at: folder(of: kind), includingPropertiesForKeys: [.fileSizeKey],
      options: withHidden ? [] : .skipsHiddenFiles)
    return (urls ?? []).map { url in
      (url, Int64((try? url.resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0))
    }
  }

  private func summary(of url: URL) -> String? {
    guard let file = FileHandle(forReadingAtPath: url.path),
      let head = try? file.read(upToCount: 8192),
      let text = EncodedChunk.recipe(in: Array(head)),
      let recipe = try? JSONDecoder().decode(ChunkRecipe.self, from: Data(text))
    else { return nil }
    return recipe.summary
  }
}
