// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSPlaylist
import Testing

/// Edge cases whose point is the value that is read.
@Suite struct EdgeValueTests {
  static func media(_ body: String) throws -> MediaPlaylist {
    try MediaPlaylist(parsing: "#EXTM3U\n#EXT-X-TARGETDURATION:6\n" + body)
  }

  @Test func `refuses UTF-16 by name`() {
    var bytes: [UInt8] = [0xFF, 0xFE]
    for byte in "#EXTM3U\n".utf8 { bytes += [byte, 0] }
    #expect(
      throws: PlaylistError(code: .wrongEncoding, position: .init(line: 1, column: 1), reason: "")
    ) {
      try Playlist(parsing: bytes)
    }
  }

  @Test func `replaces a byte that is not UTF-8 in a title`() throws {
    let bytes =
      Array("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,a".utf8) + [0xFF] + Array("b\nc\n".utf8)
    let playlist = try MediaPlaylist(parsing: bytes)
    #expect(playlist.segments[0].title == "a\u{FFFD}b")
    #expect(playlist.diagnostics.map(\.code) == [.invalidUTF8])
    #expect(playlist.diagnostics[0].position == TextPosition(line: 3, column: 12))
    var written: [UInt8] = []
    try playlist.write(to: &written)
    #expect(written == bytes)
    #expect(throws: PlaylistError.self) { try Playlist(parsing: bytes, options: .strict) }
  }

  @Test func `goes past a byte order mark`() throws {
    let text = "\u{FEFF}#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na\n"
    let playlist = try MediaPlaylist(parsing: text)
    #expect(playlist.segments.count == 1)
    #expect(try playlist.text() == text)
    #expect(throws: PlaylistError.self) { try Playlist(parsing: text, options: .strict) }
  }

  @Test func `warns of decomposed letters`() throws {
    let decomposed = try Self.media("#EXTINF:6,e\u{301}\na\n")
    #expect(decomposed.diagnostics.map(\.code) == [.notNormalized])
    #expect(try Self.media("#EXTINF:6,\u{E9}\na\n").diagnostics.isEmpty)
  }

  @Test func `reads values that others get wrong`() throws {
    #expect(try Self.media("#EXTINF:.36,\na\n").segments[0].duration == 0.36)
    #expect(try Self.media("#EXTINF:0.000011,\na\n").text().contains("0.000011"))
    #expect(
      try Self.media("#EXT-X-MEDIA-SEQUENCE:9223372036854775808\n#EXTINF:6,\na\n").endSequence
        == 9_223_372_036_854_775_809)
    #expect(try Self.media("#EXTINF:6,\na\n#EXT-X-ENDLIST\n#EXTINF:6,\nb\n").segments.count == 2)
    #expect(try Self.media("#EXTINF:6,one, two\na\n").segments[0].title == "one, two")
    #expect(try Self.media("#EXTINF:6, \na\n").segments[0].title == nil)
    #expect(try Self.media("#EXTINF:6,\na\u{3000}b\n").segments[0].uri == "a\u{3000}b")
    #expect(try Self.media("#EXTINF:6,\n a \n").segments[0].uri == "a")
  }

  @Test func `drops a stream together with its URI`() throws {
    let playlist = try MultivariantPlaylist(
      parsing:
        "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,REQ-FOO=\"x\"\na\n#EXT-X-STREAM-INF:BANDWIDTH=2\nb\n"
    )
    #expect(playlist.variants.map(\.uri) == ["b"])
  }

  @Test func `takes the average where the peak is missing`() throws {
    let playlist = try MultivariantPlaylist(
      parsing: "#EXTM3U\n#EXT-X-STREAM-INF:AVERAGE-BANDWIDTH=5\nv\n")
    #expect(playlist.variants[0].bandwidth == 5)
  }

  @Test func `gives keys and maps the segments they are for`() throws {
    let playlist = try Self.media(
      """
      #EXT-X-MAP:URI="clear"
      #EXTINF:6,
      a
      #EXT-X-KEY:METHOD=AES-128,URI="k1",IV=0x1
      #EXT-X-MAP:URI="encrypted"
      #EXTINF:6,
      b
      #EXT-X-KEY:METHOD=NONE
      #EXTINF:6,
      c
      #EXT-X-KEY:METHOD=SAMPLE-AES,URI="k2",KEYFORMAT="x"
      #EXT-X-KEY:METHOD=SAMPLE-AES,URI="k3"
      #EXTINF:6,
      d

      """)
    let segments = Array(playlist.segments)
    #expect(segments.map { $0.keys.map(\.uri) } == [[], ["k1"], [], ["k2", "k3"]])
    #expect(
      segments.map { $0.initialization?.uri } == ["clear", "encrypted", "encrypted", "encrypted"])
    // The section is encrypted with the key that stood before it, whatever came later.
    #expect(segments[3].initialization?.keys.map(\.uri) == ["k1"])
    #expect(segments[0].initialization?.keys.isEmpty == true)
  }

  @Test func `continues byte ranges of one resource`() throws {
    let playlist = try Self.media(
      "#EXT-X-BYTERANGE:10@5\n#EXTINF:6,\na\n#EXT-X-BYTERANGE:20\n#EXTINF:6,\na\n"
        + "#EXT-X-BYTERANGE:7@0\n#EXTINF:6,\na\n#EXT-X-BYTERANGE:3\n#EXTINF:6,\n./a\n")
    #expect(playlist.segments.map { $0.byteRange?.description } == ["10@5", "20@15", "7@0", "3@7"])
  }

  @Test func `applies bit rates to all but byte ranges`() throws {
    let playlist = try Self.media(
      "#EXT-X-BITRATE:900\n#EXTINF:6,\na\n#EXT-X-BYTERANGE:1@0\n#EXTINF:6,\nb\n#EXTINF:6,\nc\n")
    #expect(playlist.segments.map(\.bitRate) == [900, nil, 900])
  }

  @Test func `replaces variables in URIs, strings and hexadecimal values`() throws {
    let playlist = try MediaPlaylist(
      parsing: """
        #EXTM3U
        #EXT-X-VERSION:11
        #EXT-X-TARGETDURATION:6
        #EXT-X-DEFINE:QUERYPARAM="token"
        #EXT-X-DEFINE:IMPORT="host"
        #EXT-X-DEFINE:NAME="iv",VALUE="ABCD"
        #EXT-X-KEY:METHOD=AES-128,URI="https://{$host}/k",IV=0x{$iv}
        #EXTINF:6,{$host}
        a.ts?t={$token}

        """,
      options: ReadingOptions(
        dialect: .strict, uri: "https://x/p.m3u8?Token=no&token=a%20b",
        importedVariables: ["host": "example.com"]))
    #expect(playlist.segments[0].uri == "a.ts?t=a b")
    #expect(playlist.segments[0].title == "{$host}")
    #expect(playlist.segments[0].keys[0].uri == "https://example.com/k")
    #expect(playlist.segments[0].keys[0].initializationVector?.bytes == [0xAB, 0xCD])
  }

  /// The examples of RFC 3986 section 5.4, and what playlists have besides.
  @Test(arguments: [
    ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"),
    ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"),
    (";x", "http://a/b/c/;x"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
    ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../g", "http://a/b/g"),
    ("../..", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
    ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."),
    ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"), ("g/./h", "http://a/b/c/g/h"),
    ("g/../h", "http://a/b/c/h"), ("g;x=1/../y", "http://a/b/c/y"),
    ("g?y/../x", "http://a/b/c/g?y/../x"),
    ("g#s/../x", "http://a/b/c/g#s/../x"),
  ])
  func `resolves references as RFC 3986 says`(_ reference: String, _ resolved: String) {
    #expect(URIReference.resolve(reference, against: "http://a/b/c/d;p?q") == resolved)
  }

  @Test func `resolves beside a query with slashes`() {
    let base = "https://x/a/b.m3u8?return=/c/d"
    #expect(URIReference.resolve("e.ts", against: base) == "https://x/a/e.ts")
    #expect(URIReference.resolve("../e.ts", against: "dir/sub/b.m3u8") == "dir/e.ts")
  }
}
