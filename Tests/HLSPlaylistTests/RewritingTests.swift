// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSPlaylist
import RungTestSupport
import Testing

@Suite struct RewritingTests {
  static let source = """
    #EXTM3U
    # made by hand
    #EXT-X-VERSION:7
    #EXT-X-TARGETDURATION:6\u{20}

    #EXT-X-VENDOR:anything
    #EXT-X-KEY:METHOD=AES-128 ,URI="k1",IV=0xab
    #EXT-X-MAP:URI="init.mp4"
    #EXTINF:6,first
    # between
    a.m4s
    #EXT-X-KEY:METHOD=AES-128,URI="k1",IV=0xAB
    #EXTINF:6.00,
    #EXT-X-BYTERANGE:100@0
    b.m4s
    #EXTINF:5.5
    #EXT-X-BYTERANGE:50
    b.m4s
    #EXT-X-ENDLIST
    """

  struct Edit: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The lines of the source that change, by number from 1: "" for one that goes.
    var changes: [Int: String]
    var edit: @Sendable (inout MediaPlaylist) -> Void
  }

  static let edits: [Edit] = [
    Edit(testDescription: "nothing", changes: [:]) { _ in },
    Edit(testDescription: "an equal value", changes: [:]) { $0.segments[0].duration = 6.0 },
    Edit(testDescription: "the target duration", changes: [4: "#EXT-X-TARGETDURATION:7"]) {
      $0.targetDuration = 7
    },
    Edit(testDescription: "a title", changes: [9: "#EXTINF:6.00000,other"]) {
      $0.segments[0].title = "other"
    },
    Edit(testDescription: "a URI", changes: [11: "c.m4s"]) { $0.segments[0].uri = "c.m4s" },
    Edit(
      testDescription: "the resource that a range continues",
      changes: [15: "c.m4s", 17: "#EXT-X-BYTERANGE:50@100"]
    ) { $0.segments[1].uri = "c.m4s" },
    Edit(
      testDescription: "the key of all segments",
      changes: [
        7: #"#EXT-X-MAP:URI="init.mp4"\#n#EXT-X-KEY:METHOD=AES-128,URI="k2""#, 8: "", 12: "",
      ]
    ) { playlist in
      let key = EncryptionKey(method: .aes128, uri: "k2")
      for index in playlist.segments.indices {
        playlist.segments[index].keys = [key]
        playlist.segments[index].initialization?.keys = []
      }
    },
    Edit(testDescription: "the end", changes: [19: ""]) { $0.hasEndList = false },
    Edit(
      testDescription: "the first segment is taken away",
      changes: [
        7: "", 8: "", 9: "", 11: "",
        12: """
        #EXT-X-KEY:METHOD=AES-128,URI="k1",IV=0xAB
        #EXT-X-MAP:URI="init.mp4"
        """,
      ]
    ) { $0.segments.removeFirst() },
    Edit(
      testDescription: "a segment is added",
      changes: [18: "b.m4s\n#EXT-X-KEY:METHOD=NONE\n#EXTINF:4.00000,\nd.m4s"]
    ) {
      let map = $0.segments[0].initialization
      $0.segments.append(MediaSegment(uri: "d.m4s", duration: 4, initialization: map))
    },
    Edit(
      testDescription: "tags that are not there yet",
      changes: [
        3: "#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS",
        4: "#EXT-X-TARGETDURATION:6 \n#EXT-X-PLAYLIST-TYPE:VOD",
      ]
    ) {
      $0.hasIndependentSegments = true
      $0.type = .vod
    },
    Edit(
      testDescription: "a feature that needs a higher version",
      changes: [
        3: #"#EXT-X-VERSION:8\#n#EXT-X-DEFINE:NAME="v",VALUE="1""#
      ]
    ) { $0.definitions = [VariableDefinition(name: "v", origin: .value("1"))] },
  ]

  @Test(arguments: edits, ["\n", "\r\n"])
  func `changes only the lines that have to`(_ edit: Edit, _ lineEnd: String) throws {
    let lines = Self.source.split(separator: "\n", omittingEmptySubsequences: false)
    let text = lines.joined(separator: lineEnd)
    var changed: [String] = []
    for (index, line) in lines.enumerated() {
      let change = edit.changes[index + 1] ?? String(line)
      if edit.changes[index + 1] != "" { changed.append(change) }
    }
    let expected = changed.joined(separator: "\n").replacing("\n", with: lineEnd)
    var playlist = try MediaPlaylist(parsing: text)
    edit.edit(&playlist)
    let written = try playlist.text()
    // A line that was added or changed at the end has a line end.
    let endedExpected = expected + lineEnd
    #expect([expected, endedExpected].contains(written))
    #expect(try MediaPlaylist(parsing: written) == playlist)
  }

  @Test func `changes one line of a multivariant playlist`() throws {
    let text = """
      #EXTM3U
      #EXT-X-STREAM-INF:CODECS="avc1.4d001e, mp4a.40.2",BANDWIDTH=1000
      # comment
      low.m3u8
      #EXT-X-STREAM-INF:BANDWIDTH=2000
      high.m3u8

      """
    var playlist = try MultivariantPlaylist(parsing: text)
    playlist.variants[1].uri = "higher.m3u8"
    let withURI = text.replacing("\nhigh.m3u8", with: "\nhigher.m3u8")
    #expect(try playlist.text() == withURI)
    playlist.variants[1].uri = "high.m3u8"
    playlist.variants[1].averageBandwidth = 1500
    let withAverage = text.replacing("=2000", with: "=2000,AVERAGE-BANDWIDTH=1500")
    #expect(try playlist.text() == withAverage)
    playlist.variants.removeFirst()
    #expect(
      try playlist.text() == """
        #EXTM3U
        # comment
        #EXT-X-STREAM-INF:BANDWIDTH=2000,AVERAGE-BANDWIDTH=1500
        high.m3u8

        """)
  }

  @Test func `keeps references to variables that still mean the same`() throws {
    let text = """
      #EXTM3U
      #EXT-X-VERSION:8
      #EXT-X-DEFINE:NAME="host",VALUE="example.com"
      #EXT-X-TARGETDURATION:6
      #EXTINF:6,
      https://{$host}/a.ts
      #EXTINF:6,
      b.ts

      """
    var playlist = try MediaPlaylist(parsing: text)
    #expect(playlist.segments[0].uri == "https://example.com/a.ts")
    playlist.segments[1].uri = "c.ts"
    let withURI = text.replacing("b.ts", with: "c.ts")
    #expect(try playlist.text() == withURI)
    playlist.segments[1].uri = "b.ts"
    playlist.definitions[0].origin = .value("example.org")
    let changed = text.replacing("example.com", with: "example.org")
      .replacing("{$host}", with: "example.com")
    #expect(try playlist.text() == changed)
  }

  @Test(.enabled(if: Corpus.isPresent), arguments: CorpusPlaylist.readable)
  func `reads back what was edited`(_ file: CorpusPlaylist) throws {
    let original = try Playlist(parsing: file.bytes())
    for seed: UInt64 in 0..<6 {
      var edits = PlaylistEdits(seed: seed)
      var playlist = original
      for _ in 0..<Int(seed) + 1 { edits.edit(&playlist) }
      guard let text = try Self.text(of: playlist) else { continue }
      let again = try Playlist(parsing: text)
      let replay = "\(SeededGenerator(seed: seed))\n" + text
      #expect(again == playlist, "\(replay)")
    }
  }

  /// The text of a playlist, or `nil` for one that no text can hold.
  private static func text(of playlist: Playlist) throws -> String? {
    do throws(PlaylistError) {
      return try playlist.text()
    } catch {
      guard error.code == .unwritable else { throw error }
      return nil
    }
  }
}
