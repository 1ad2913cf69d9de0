// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Where the items of a playlist stand in its text, for messages about them.
package struct PlaylistLines: Sendable {
  private struct Key: Hashable {
    var tag: String?
    var item: Int
  }

  private var lines: [Key: Int] = [:]

  /// Finds the lines of a playlist's text by reading it again; none for a playlist made in code.
  package init(_ playlist: Playlist) {
    let index =
      switch playlist {
      case .multivariant(let playlist): try? playlist.source.reading?.index()
      case .media(let playlist): try? playlist.source.reading?.index()
      }
    for entry in index?.entries ?? [] {
      let key = Key(tag: entry.tag?.rawValue, item: entry.item)
      if lines[key] == nil { lines[key] = entry.line }
    }
  }

  /// The line of a tag, or of a URI where the tag is `nil`, counted from 1.
  package func line(of tag: String?, item: Int) -> Int? { lines[Key(tag: tag, item: item)] }
}
