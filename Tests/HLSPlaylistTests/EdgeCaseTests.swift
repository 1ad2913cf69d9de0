// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSPlaylist
import Testing

/// Odd playlists and what becomes of them, in both dialects.
///
/// A row is `number | strict | lenient | text`. `!code` is an error, `code` a diagnostic, `-` a
/// reading without any. In the text `⏎` is a line end, `‹M›` the head of a media playlist, `‹S›` a
/// segment and `‹V›` a multivariant playlist with a variant.
@Suite struct EdgeCaseTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var number: String
    var strict: String
    var lenient: String
    var text: String

    var testDescription: String { "\(number) \(text.prefix(60))" }

    init(_ line: Substring) {
      let cells = line.split(separator: " | ", maxSplits: 3)
      number = String(cells[0])
      strict = String(cells[1])
      lenient = String(cells[2])
      text = cells.count < 4 ? "" : String(cells[3])
      let expansions = [
        ("‹M›", "#EXTM3U⏎#EXT-X-VERSION:10⏎#EXT-X-TARGETDURATION:6⏎"),
        ("‹S›", "#EXTINF:6,⏎a.ts⏎"),
        ("‹L›", "#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=3⏎#EXT-X-PART-INF:PART-TARGET=1⏎"),
        ("‹V›", "#EXTM3U⏎#EXT-X-STREAM-INF:BANDWIDTH=1⏎v.m3u8⏎"),
        ("‹A›", "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"n\""),
        ("‹D›", "#EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:00Z⏎#EXTINF:6,⏎a.ts⏎"),
        ("␉", "\t"), ("␍", "\r"), ("␀", "\0"), ("⏎", "\n"),
      ]
      for (sign, expansion) in expansions { text = text.replacing(sign, with: expansion) }
    }
  }

  static let rows: [Row] = table.split(separator: "\n").map(Row.init)

  @Test(arguments: rows)
  func `has its result in both dialects`(_ row: Row) {
    #expect(Self.result(of: row.text, .strict, row.strict) == row.strict)
    #expect(Self.result(of: row.text, .lenient, row.lenient) == row.lenient)
  }

  /// The error, the diagnostic that is expected, the first one, or `-`.
  private static func result(
    of text: String, _ options: ReadingOptions, _ expected: String
  ) -> String {
    do throws(PlaylistError) {
      let playlist = try Playlist(parsing: text, options: options)
      let codes = playlist.diagnostics.map(\.code.description)
      return codes.contains(expected) ? expected : codes.first ?? "-"
    } catch {
      return "!\(error.code)"
    }
  }
}
