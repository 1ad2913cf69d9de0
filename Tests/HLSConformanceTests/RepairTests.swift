// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Testing

@testable import HLSConformance

@Suite struct RepairTests {
  /// What a playlist lacks or has wrong, and the line that repairing gives it.
  static let cases: [(text: String, other: String, file: String, line: String)] = [
    ("=2000134,AVERAGE", "=1000000,AVERAGE", "master.m3u8", "BANDWIDTH=2000134,"),
    ("AVERAGE-BANDWIDTH=2000134,", "", "master.m3u8", "AVERAGE-BANDWIDTH=2000134"),
    (
      #"LANGUAGE="en",DEFAULT=YES"#, #"LANGUAGE="eng",DEFAULT=YES"#, "master.m3u8",
      #"NAME="English",LANGUAGE="en",DEFAULT=YES"#
    ),
    ("DURATION:6", "DURATION:5", "v1/p.m3u8", "#EXT-X-TARGETDURATION:6"),
    ("#EXT-X-PLAYLIST-TYPE:VOD\n", "", "a/p.m3u8", "#EXT-X-PLAYLIST-TYPE:VOD"),
    ("VERSION:6", "VERSION:3", "v1/p.m3u8", "#EXT-X-VERSION:6"),
    ("#EXT-X-VERSION:6\n", "", "v1/p.m3u8", "#EXT-X-VERSION:6"),
  ]

  @Test(arguments: cases)
  func `sets right what playlists can set right, once`(
    _ text: String, _ other: String, _ file: String, _ line: String
  ) async throws {
    let broken = try await Stream.ladder.replacing(text, with: other, in: file).load()
    let repair = Repair(of: broken)
    let change = try #require(repair.changes.first { $0.file == file })
    #expect(String(decoding: change.new, as: UTF8.self).contains(line))
    #expect(repair.changes.count == 1)
    #expect(Repair(of: repair.presentation).changes == [])
  }

  @Test func `changes nothing that is as it should be`() async throws {
    #expect(Repair(of: try await Stream.ladder.load()).changes == [])
  }

  @Test func `a target duration that is missing is declared`() async throws {
    let text = "#EXTM3U\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:5,\na.ts\n#EXT-X-ENDLIST\n"
    let repair = Repair(of: try await Stream.single(text).load("p.m3u8"))
    #expect(
      repair.changes.map { String(decoding: $0.new, as: UTF8.self) } == [
        text.replacing("#EXTM3U\n", with: "#EXTM3U\n#EXT-X-TARGETDURATION:5\n")
      ])
  }

  /// A ladder whose variant takes values from variables, and the line of it once it is repaired.
  static let variables: [(variant: String, repaired: String, note: String?)] = [
    (
      #"BANDWIDTH=1,AVERAGE-BANDWIDTH=1,CODECS="{$codecs}",RESOLUTION=2x2,FRAME-RATE=25.000"#,
      #"BANDWIDTH=1000000,AVERAGE-BANDWIDTH=1000000,CODECS="{$codecs}",RESOLUTION=2x2,FRAME-RATE=25.000"#,
      nil
    ),
    (
      #"AVERAGE-BANDWIDTH=1,CODECS="{$codecs},{$codecs}",BANDWIDTH=1000000"#,
      #"AVERAGE-BANDWIDTH=1000000,CODECS="avc1.64001F",BANDWIDTH=1000000"#,
      "the reference '{$codecs}' gave way to a value that the media has"
    ),
  ]

  @Test(arguments: variables)
  func `references stay where the attribute itself was right`(
    _ c: (variant: String, repaired: String, note: String?)
  ) async throws {
    let text = """
      #EXTM3U
      #EXT-X-VERSION:8
      #EXT-X-DEFINE:NAME="codecs",VALUE="avc1.64001F"
      #EXT-X-STREAM-INF:\(c.variant)
      {$codecs}.m3u8

      """
    let stream = Stream(texts: ["m": text, "avc1.64001F.m3u8": Stream.media])
    let repair = Repair(of: try await stream.load("m"))
    let change = try #require(repair.changes.first { $0.file == "m" })
    #expect(
      String(decoding: change.new, as: UTF8.self)
        == text.replacing(c.variant, with: c.repaired))
    #expect(change.notes.map(\.text) == [c.note].compactMap(\.self))
  }

  @Test func `a language beside another one is repaired in its own attribute`() async throws {
    let broken = Stream.ladder.replacing(
      #"LANGUAGE="en",DEFAULT=YES"#, with: #"LANGUAGE="en",ASSOC-LANGUAGE="pt_br",DEFAULT=YES"#)
    let text = Repair(of: try await broken.load()).changes.first.map {
      String(decoding: $0.new, as: UTF8.self)
    }
    #expect(text?.contains(#"LANGUAGE="en",ASSOC-LANGUAGE="pt-BR","#) == true)
  }

  @Test func `a fix that changes nothing is not offered`() async throws {
    // Text in quotation marks stays as it is.
    let date = #"#EXT-X-DATERANGE:ID="a",START-DATE="2026-01-01T00:00:00Z",CUE=" PRE ""#
    let presentation = try await Stream.single(Stream.media + date + "\n").load("p.m3u8")
    let blanks = "rfc-4.2-blank-in-attribute-list"
    let rule = try #require(ConformanceRule.named(blanks))
    #expect(rule.findings(in: presentation).contains { $0.fix != nil })
    let findings = ConformanceReport(of: presentation).findings.filter { $0.rule == blanks }
    #expect(findings.map(\.fix) == [nil])
  }

  @Test func `repairs what media tells`() async throws {
    var presentation = try await EncodedLadder.sound.value
    presentation = presentation.replacing(
      "hvc1.2.4.L60.90,mp4a.40.2", with: "hvc1.2.4.L60.B01,mp4a.40.2"
    )
    .replacing("FRAME-RATE=25.000,VIDEO-RANGE=PQ,", with: "")
    let repair = Repair(of: presentation)
    let master = try #require(repair.changes.first { $0.file == "master.m3u8" })
    let text = String(decoding: master.new, as: UTF8.self)
    #expect(!text.contains("B01"))
    #expect(text.components(of: "FRAME-RATE=25").count == 3)
    #expect(text.components(of: "VIDEO-RANGE=PQ").count == 4)
    #expect(Repair(of: repair.presentation).changes == [])
  }

  @Test func `shows the lines that change`() {
    let (a, b) = ("a\nb\nc\nd\ne\n", "a\nb\nX\nd\ne\n")
    #expect(
      LineDifference(Array(a.utf8), Array(b.utf8)).description == "@@\n b\n-c\n+X\n d")
    #expect(LineDifference(Array(a.utf8), Array(a.utf8)).description.isEmpty)
    #expect(
      LineDifference(Array("a\r\nb\r\n".utf8), Array("a\r\nc\r\n".utf8)).description
        == " a\r\n-b\r\n+c\r")
  }
}

extension String {
  /// The pieces between occurrences of a text.
  fileprivate func components(of text: String) -> [Substring] {
    split(separator: text, omittingEmptySubsequences: false)
  }
}
