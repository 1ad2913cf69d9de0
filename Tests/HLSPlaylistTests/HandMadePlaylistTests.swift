// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSPlaylist
import RungTestSupport
import Testing

/// The playlists of `Playlists/`.
@Suite struct HandMadePlaylistTests {
  static let folder = Package.root.appending(path: "Playlists")

  /// The playlists of a folder, by their paths within `Playlists/`.
  static func paths(_ topics: [String]) -> [String] {
    var paths: [String] = []
    for topic in topics {
      let files = try? FileManager.default.contentsOfDirectory(
        atPath: folder.appending(path: topic).path)
      for file in (files ?? []).sorted() where file.hasSuffix(".m3u8") {
        paths.append(topic + "/" + file)
      }
    }
    return paths
  }

  static let topics: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (names ?? []).filter { !$0.contains(".") && $0 != "Bad" }.sorted()
  }()

  static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: path)))
  }

  @Test(arguments: paths(topics))
  func `is read strictly and written back to the letter`(_ path: String) throws {
    let bytes = try Self.bytes(path)
    let playlist = try Playlist(parsing: bytes, options: .strict)
    #expect(!playlist.diagnostics.contains { $0.severity == .warning })
    var written: [UInt8] = []
    try playlist.write(to: &written)
    #expect(written == bytes)
    let canonical = try playlist.canonical.text()
    #expect(try Playlist(parsing: canonical, options: .strict) == playlist)
  }

  @Test func `has a README line in every folder`() throws {
    for topic in Self.topics + ["Bad"] {
      let url = Self.folder.appending(path: topic + "/README.md")
      #expect(try String(contentsOf: url, encoding: .utf8).hasSuffix(".\n"))
    }
  }

  /// `RECORD_SNAPSHOTS=1` writes the errors anew, and fails.
  @Test func `refuses each bad playlist with its exact error`() throws {
    var lines: [String] = []
    for path in Self.paths(["Bad"]) {
      do throws(PlaylistError) {
        _ = try Playlist(parsing: (try? Self.bytes(path)) ?? [], options: .strict)
        lines.append("Playlists/\(path): no error")
      } catch {
        lines.append("Playlists/\(path):\(error)")
      }
    }
    let text = lines.joined(separator: "\n") + "\n"
    let url = Self.folder.appending(path: "Bad/errors.txt")
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
      try text.write(to: url, atomically: true, encoding: .utf8)
      Issue.record("recorded Playlists/Bad/errors.txt")
    }
    #expect(try String(contentsOf: url, encoding: .utf8) == text)
  }
}
