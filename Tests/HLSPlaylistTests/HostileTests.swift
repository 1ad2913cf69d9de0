// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSPlaylist
import RungTestSupport
import Testing

/// Input that is made to take time or memory: each ends at once, in an error or in a playlist.
@Suite struct HostileTests {
  static let head = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n"

  static func code(_ bytes: [UInt8], _ limits: ReadingLimits = ReadingLimits()) -> String {
    var options = ReadingOptions.lenient
    options.limits = limits
    do throws(PlaylistError) {
      _ = try Playlist(parsing: bytes, options: options)
      return "-"
    } catch {
      return error.code.description
    }
  }

  @Test(.timeLimit(.minutes(15))) func `refuses a line without end`() {
    var bytes = Array((Self.head + "#EXTINF:6,\n").utf8)
    bytes += [UInt8](repeating: UInt8(ascii: "a"), count: 64 << 20)
    #expect(Self.code(bytes) == "line-too-long")
    var limits = ReadingLimits()
    limits.size = 1 << 20
    #expect(Self.code(bytes, limits) == "text-too-large")
  }

  @Test(arguments: ["#EXTINF:6,", "#EXT-X-PART:", "#EXT-X-FOO:", "# ", "#EXTINF:"])
  func `refuses long lines of every kind`(_ start: String) {
    let line = start + String(repeating: "9", count: 2 << 20)
    #expect(Self.code(Array((Self.head + line + "\na\n").utf8)) == "line-too-long")
  }

  @Test(.timeLimit(.minutes(15))) func `refuses more tags than it takes`() {
    let tag = "#EXT-X-DATERANGE:ID=\"a\"\n"
    let text = Self.head + String(repeating: tag, count: 600_000)
    #expect(Self.code(Array(text.utf8)) == "too-many-tags")
    let unknown = Self.head + String(repeating: "#EXT-X-A\n", count: 1_000_000)
    #expect(Self.code(Array(unknown.utf8)) == "-")
  }

  @Test func `refuses more segments, keys, attributes and variables than it takes`() {
    var limits = ReadingLimits()
    limits.segments = 10
    let segment = "#EXTINF:6,\na\n"
    let segments = Self.head + String(repeating: segment, count: 11)
    #expect(Self.code(Array(segments.utf8), limits) == "too-many-segments")
    let part = "#EXT-X-PART:DURATION=1,URI=\"a\"\n"
    let parts = Self.head + String(repeating: part, count: 11)
    #expect(Self.code(Array(parts.utf8), limits) == "too-many-segments")
    var keys = Self.head
    for index in 0..<17 {
      keys += "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"a\",KEYFORMAT=\"\(index)\"\n"
    }
    #expect(Self.code(Array(keys.utf8)) == "too-many-keys")
    let names = (0..<300).map { "A\($0)=1" }.joined(separator: ",")
    #expect(Self.code(Array("#EXTM3U\n#EXT-X-MEDIA:\(names)\n".utf8)) == "too-many-attributes")
    var variables = Self.head
    for index in 0...1000 { variables += "#EXT-X-DEFINE:NAME=\"\(index)\",VALUE=\"a\"\n" }
    #expect(Self.code(Array(variables.utf8)) == "too-many-variables")
  }

  @Test(.timeLimit(.minutes(15))) func `stops a substitution bomb`() {
    let value = String(repeating: "a", count: 500_000)
    let line = String(repeating: "{$v}", count: 100_000)
    let text = Self.head + "#EXT-X-DEFINE:NAME=\"v\",VALUE=\"\(value)\"\n#EXTINF:6,\n\(line)\n"
    #expect(Self.code(Array(text.utf8)) == "substitution-too-large")
    // A value with references in it is literal, so that definitions do not multiply.
    var chain = Self.head + "#EXT-X-DEFINE:NAME=\"a0\",VALUE=\"x\"\n"
    for index in 1...60 {
      chain += "#EXT-X-DEFINE:NAME=\"a\(index)\",VALUE=\"{$a\(index - 1)}{$a\(index - 1)}\"\n"
    }
    #expect(Self.code(Array((chain + "#EXTINF:6,\n{$a60}\n").utf8)) == "-")
  }

  @Test(arguments: [
    "#EXTM3U\0\n", "#EXTM3U\n\0", "\0#EXTM3U", "#EXTM3U\n#EXTINF:6,\n\0\n",
    "#EXTM3U\n#EXTINF:\0,\na\n",
    "<html>", "{\"json\": true}", "#", "#E", "#EXT", "#EXTINF:", "#EXTM3U\n#EXTINF:",
    "#EXTM3U\n#EXT-X-PART:",
    "#EXTM3U\n#EXT-X-KEY:", "#EXTM3U\n#EXT-X-BYTERANGE:@", "#EXTM3U\n:", "#EXTM3U\n#EXT:",
    "#EXTM3U\r",
    "#EXTM3U\n#EXTINF:-9223372036854775808,\na\n", "#EXTM3U\n#EXT-X-START:TIME-OFFSET=-.",
  ])
  func `ends on odd texts`(_ text: String) throws {
    for options in [ReadingOptions.strict, .lenient] {
      guard let playlist = try? Playlist(parsing: text, options: options) else { continue }
      #expect(try playlist.text() == text)
    }
  }

  @Test(.timeLimit(.minutes(15))) func `takes linear time over marks and warnings`() {
    var marks = Self.head + "#EXTINF:6,e"
    for index in 0..<200_000 { marks += index % 2 == 0 ? "\u{301}" : "\u{323}" }
    #expect(Self.code(Array((marks + "\na\n").utf8)) == "-")
    let warnings = Self.head + String(repeating: "#EXTINF:0,\na b\n", count: 200_000)
    #expect(Self.code(Array(warnings.utf8)) == "-")
  }

  @Test(.timeLimit(.minutes(15))) func `takes linear time over the tags of one date range`() {
    var text = Self.head
    for tag in 0..<50_000 { text += "#EXT-X-DATERANGE:ID=\"a\",X-\(tag)=1,X-A\(tag)=2\n" }
    #expect(Self.code(Array(text.utf8)) == "-")
  }

  /// Every reading of a changed text ends, and what is read is what is written.
  @Test(.enabled(if: Corpus.isPresent)) func `survives mutations of the corpus`() throws {
    var generator = SeededGenerator(seed: 0x4D_3355)
    var mutations = Mutations(generator: generator)
    let texts = try CorpusPlaylist.all.map { try $0.bytes() }
    for _ in 0..<3_000 {
      let text = texts[Int.random(in: 0..<texts.count, using: &generator)]
      readEverything(mutations.mutate(text, with: texts))
    }
  }
}
