// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSPlaylist
import RungTestSupport
import Testing

@Suite struct ReloadingTests {
  static let head = """
    #EXTM3U
    #EXT-X-VERSION:9
    #EXT-X-TARGETDURATION:6
    #EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=36

    """

  static func live(from first: Int, to last: Int, _ extra: String = "") -> String {
    var text = head + "#EXT-X-MEDIA-SEQUENCE:\(first)\n" + extra
    text += "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x1\n#EXT-X-MAP:URI=\"i\"\n"
    for number in first...last { text += "#EXTINF:6,\n\(number).m4s\n" }
    return text
  }

  @Test func `restores what a delta update skips`() throws {
    let previous = try MediaPlaylist(parsing: Self.live(from: 10, to: 19), options: .strict)
    let delta =
      Self.head + """
        #EXT-X-MEDIA-SEQUENCE:11
        #EXT-X-SKIP:SKIPPED-SEGMENTS=7
        #EXTINF:6,
        18.m4s
        #EXTINF:6,
        19.m4s
        #EXTINF:6,
        20.m4s

        """
    let alone = try MediaPlaylist(parsing: delta)
    #expect(alone.skip == Skip(skippedSegments: 7))
    #expect(alone.segments.map(\.uri) == ["18.m4s", "19.m4s", "20.m4s"])
    let whole = try MediaPlaylist(parsing: Array(delta.utf8), reloading: previous)
    let expected = try MediaPlaylist(parsing: Self.live(from: 11, to: 20))
    #expect(whole == expected)
    #expect(whole.skip == nil)
    // What was in force at the last skipped segment stays in force.
    #expect(whole.segments[9].keys.map(\.uri) == ["k"])
    #expect(whole.segments[9].initialization?.uri == "i")
    #expect(try MediaPlaylist(parsing: whole.text()) == whole)
  }

  @Test func `takes date ranges over, but for those that are gone`() throws {
    let dates = """
      #EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:00Z
      #EXT-X-DATERANGE:ID="a",START-DATE="2020-01-01T00:00:00Z"
      #EXT-X-DATERANGE:ID="b",START-DATE="2020-01-01T00:00:06Z"

      """
    let previous = try MediaPlaylist(parsing: Self.live(from: 10, to: 19, dates))
    let delta =
      Self.head + """
        #EXT-X-MEDIA-SEQUENCE:10
        #EXT-X-SKIP:SKIPPED-SEGMENTS=10,RECENTLY-REMOVED-DATERANGES="a\tz"
        #EXT-X-DATERANGE:ID="c",START-DATE="2020-01-01T00:00:12Z"

        """
    let whole = try MediaPlaylist(parsing: Array(delta.utf8), reloading: previous)
    #expect(whole.dateRanges.map(\.id) == ["b", "c"])
    #expect(whole.segments == previous.segments)
  }

  @Test(arguments: [(9, 3), (10, 11), (15, 6)])
  func `asks for the whole playlist where skipped segments are not known`(
    _ first: Int, _ skipped: Int
  ) throws {
    let previous = try MediaPlaylist(parsing: Self.live(from: 10, to: 19))
    let delta =
      Self.head + """
        #EXT-X-MEDIA-SEQUENCE:\(first)
        #EXT-X-SKIP:SKIPPED-SEGMENTS=\(skipped)
        #EXTINF:6,
        20.m4s

        """
    let error = PlaylistError(code: .missingPreviousPlaylist, reason: "")
    #expect(throws: error) {
      try MediaPlaylist(parsing: Array(delta.utf8), reloading: previous)
    }
  }

  static let reloads: [(String, String, Bool)] = [
    ("the same again", live(from: 10, to: 19), true),
    ("a window that moved", live(from: 13, to: 22), true),
    ("a window that moved beyond", live(from: 30, to: 39), true),
    ("the end", live(from: 10, to: 20) + "#EXT-X-ENDLIST\n", true),
    ("a number that fell", live(from: 9, to: 20), false),
    ("segments lost at the end", live(from: 10, to: 18), false),
    ("another segment of a number", live(from: 10, to: 19).replacing("15.m4s", with: "x"), false),
    (
      "another target duration",
      live(from: 10, to: 19).replacing("DURATION:6", with: "DURATION:7"), false
    ),
    (
      "a discontinuity that nothing leads to",
      live(from: 11, to: 20, "#EXT-X-DISCONTINUITY-SEQUENCE:1\n"), false
    ),
  ]

  @Test(arguments: reloads)
  func `checks that a reload continues`(
    _ name: String, _ text: String, _ continues: Bool
  ) throws {
    let previous = try MediaPlaylist(parsing: Self.live(from: 10, to: 19))
    let reload = try MediaPlaylist(parsing: text)
    var code: PlaylistError.Code?
    do throws(PlaylistError) { try reload.checkContinues(previous) } catch { code = error.code }
    #expect(code == (continues ? nil : .inconsistentReload))
  }

  @Test func `counts discontinuities that left the playlist`() throws {
    func playlist(_ head: String) throws -> MediaPlaylist {
      try MediaPlaylist(parsing: "#EXTM3U\n#EXT-X-TARGETDURATION:6\n" + head)
    }
    let previous = try playlist(
      "#EXT-X-DISCONTINUITY-SEQUENCE:4\n#EXT-X-DISCONTINUITY\n#EXTINF:6,\na\n#EXTINF:6,\nb\n")
    #expect(previous.discontinuitySequence(ofSegmentAt: 0) == 5)
    let right = try playlist(
      "#EXT-X-MEDIA-SEQUENCE:1\n#EXT-X-DISCONTINUITY-SEQUENCE:5\n#EXTINF:6,\nb\n")
    try right.checkContinues(previous)
    let wrong = try playlist(
      "#EXT-X-MEDIA-SEQUENCE:1\n#EXT-X-DISCONTINUITY-SEQUENCE:4\n#EXTINF:6,\nb\n")
    #expect(throws: PlaylistError(code: .inconsistentReload, reason: "")) {
      try wrong.checkContinues(previous)
    }
  }

  @Test func `gathers the segments of reloads`() throws {
    let first = try MediaPlaylist(parsing: Self.live(from: 10, to: 19))
    let second = try MediaPlaylist(parsing: Self.live(from: 15, to: 24))
    let both = try first.merging(second)
    #expect(both.mediaSequence == 10)
    #expect(both.segments.map(\.uri) == (10...24).map { "\($0).m4s" })
    let late = try MediaPlaylist(parsing: Self.live(from: 30, to: 39))
    #expect(throws: PlaylistError(code: .inconsistentReload, reason: "")) {
      try first.merging(late)
    }
  }

  @Test func `codes playlists as JSON and back`() throws {
    let text = Self.live(from: 10, to: 12)
    let playlist = try MediaPlaylist(parsing: text)
    let data = try JSONEncoder().encode(playlist)
    #expect(try JSONDecoder().decode(MediaPlaylist.self, from: data) == playlist)
    let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(
      object.keys.sorted() == ["mediaSequence", "segments", "serverControl", "targetDuration"])
    let least = #"{"targetDuration": 6, "segments": [{"uri": "a", "duration": 6.006}]}"#
    let decoded = try JSONDecoder().decode(MediaPlaylist.self, from: Data(least.utf8))
    #expect(decoded.segments[0] == MediaSegment(uri: "a", duration: 6.006))
  }

  @Test func `leaves empty lists out of JSON`() throws {
    let least = #"{"uri": "v.m3u8", "bandwidth": 5}"#
    let variant = try JSONDecoder().decode(VariantStream.self, from: Data(least.utf8))
    #expect(variant == VariantStream(uri: "v.m3u8", bandwidth: 5))
    let data = try JSONEncoder().encode(variant)
    let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(object.keys.sorted() == ["bandwidth", "uri"])
  }

  @Test(.enabled(if: Corpus.isPresent), arguments: CorpusPlaylist.readable)
  func `codes the models of the corpus`(_ file: CorpusPlaylist) throws {
    switch try Playlist(parsing: file.bytes()) {
    case .media(let playlist):
      let data = try JSONEncoder().encode(playlist)
      #expect(try JSONDecoder().decode(MediaPlaylist.self, from: data) == playlist)
    case .multivariant(let playlist):
      let data = try JSONEncoder().encode(playlist)
      #expect(try JSONDecoder().decode(MultivariantPlaylist.self, from: data) == playlist)
    }
  }
}
