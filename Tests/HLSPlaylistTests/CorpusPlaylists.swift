// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSPlaylist
import RungTestSupport
import Testing

/// A playlist of the corpus, with what its origin says of it.
struct CorpusPlaylist: Sendable, CustomTestStringConvertible {
  /// The path within `playlists/`.
  var path: String
  /// What the origin expects.
  var expectation: String

  var testDescription: String { path }

  /// Whether the origin says that the playlist must be rejected.
  var mustBeRejected: Bool { expectation.contains("MUST BE REJECTED") }

  /// The bytes of the playlist.
  func bytes() throws -> [UInt8] {
    [UInt8](try Data(contentsOf: try Corpus.url("playlists/" + path)))
  }

  /// Every playlist of the corpus, or none where it is not on this machine.
  static let all: [CorpusPlaylist] = {
    guard let url = try? Corpus.url("playlists/index.tsv"),
      let table = try? String(contentsOf: url, encoding: .utf8)
    else { return [] }
    return table.split(whereSeparator: \.isNewline).dropFirst().map { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      return CorpusPlaylist(
        path: String(columns[0]), expectation: columns.count > 4 ? String(columns[4]) : "")
    }
  }()

  /// Those that the lenient reader takes.
  static let readable: [CorpusPlaylist] = all.filter { playlist in
    (try? Playlist(parsing: playlist.bytes())) != nil
  }
}
