// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSPlaylist
import RungTestSupport
import Testing

/// Playlists that nobody here wrote, against what their origins say of them.
@Suite(.enabled(if: Corpus.isPresent)) struct CorpusTests {
  /// What the playlists with variables refer to.
  static let options: ReadingOptions = {
    let names = ["auth", "imported_base", "path", "aParam", "engLabel", "import_1", "codecs"]
    let query = names + ["query_param", "queryparam_1", "param-2"]
    return ReadingOptions(
      dialect: .lenient,
      uri: "https://example.com/p.m3u8?" + query.map { $0 + "=value" }.joined(separator: "&"),
      importedVariables: Dictionary(uniqueKeysWithValues: names.map { ($0, "value") }))
  }()

  @Test func `has every playlist of the index`() {
    #expect(CorpusPlaylist.all.count == 791)
    #expect(CorpusPlaylist.all.filter(\.mustBeRejected).count == CorpusTables.rejected.count)
  }

  @Test(arguments: CorpusPlaylist.all.filter(\.mustBeRejected))
  func `rejects what its origin rejects, by the rule that is broken`(
    _ file: CorpusPlaylist
  ) throws {
    let expected = try #require(CorpusTables.rejected[file.path])
    guard let code = PlaylistError.Code(expected.code) else {
      // The draft does not reject it, for the reason in the table.
      #expect(!expected.reason.isEmpty)
      _ = try Playlist(parsing: file.bytes())
      return
    }
    // A playlist may break several rules. A dialect that minds this one alone shows that it does.
    var tolerated = Dialect.lenient.tolerated
    tolerated.remove(code)
    let options = ReadingOptions(dialect: Dialect(tolerating: tolerated))
    #expect(Self.error(in: try file.bytes(), options)?.code == code)
    #expect(Self.error(in: try file.bytes(), .strict) != nil)
  }

  @Test(arguments: CorpusPlaylist.all.filter { !$0.mustBeRejected })
  func `reads the others, and writes them back to the letter`(_ file: CorpusPlaylist) throws {
    let bytes = try file.bytes()
    if let refused = CorpusTables.refused[file.path] {
      let found = Self.error(in: bytes, Self.options)?.code.description ?? "nothing"
      #expect(found == refused.code, "\(refused.reason)")
      return
    }
    let playlist = try Playlist(parsing: bytes, options: Self.options)
    var written: [UInt8] = []
    try playlist.write(to: &written)
    #expect(written == bytes)
    guard let canonical = Self.canonicalText(of: playlist) else { return }
    #expect(try Playlist(parsing: canonical, options: Self.options) == playlist)
  }

  private static func error(in bytes: [UInt8], _ options: ReadingOptions) -> PlaylistError? {
    do throws(PlaylistError) {
      _ = try Playlist(parsing: bytes, options: options)
      return nil
    } catch {
      return error
    }
  }

  /// The text made from the model alone, or `nil` for a model that no such text can hold: one with
  /// replaced text that looks like a reference, say.
  private static func canonicalText(of playlist: Playlist) -> String? {
    try? playlist.canonical.text()
  }
}
