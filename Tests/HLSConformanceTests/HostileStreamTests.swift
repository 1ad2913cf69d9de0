// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSPlaylist
import RungTestSupport
import Testing

@testable import HLSConformance

/// Segments and playlists that are made to do harm: each ends in a finding or a note.
@Suite(.timeLimit(.minutes(15))) struct HostileStreamTests {
  /// What stands in the place of the only segment of subtitles in IMSC1.
  static let segments: [(name: String, bytes: [UInt8], found: String)] = [
    ("nothing", [], "expected a movie fragment, found none"),
    ("a box to the end, of nothing", [0, 0, 0, 0] + "moof".utf8, "expected samples, found none"),
    ("a box smaller than its header", [0, 0, 0, 4] + "moof".utf8, "found a size of 4"),
    (
      "a box of 2^63 bytes",
      [0, 0, 0, 1] + "moof".utf8 + [0x7F] + [UInt8](repeating: 0xFF, count: 7), "of which 16"
    ),
    ("zeros", [UInt8](repeating: 0, count: 1 << 20), "found none"),
    ("a page of HTML", Array("<!DOCTYPE html>".utf8), "claims"),
  ]

  @Test(arguments: segments.indices)
  func `a segment that is none is a finding`(_ index: Int) async throws {
    let (name, bytes, found) = Self.segments[index]
    var ladder = try await TransportLadder.shared.value
    ladder.files["s1.m4s"] = bytes
    let rule = try #require(ConformanceRule.named("rfc-3.1-segment"))
    let findings = rule.findings(in: try await ladder.read())
    #expect(findings.count == 1, "\(name)")
    #expect(findings.first?.found.contains(found) == true, "\(name): \(findings)")
  }

  /// Files that cannot be read as a segment, by the command that makes them.
  static let files: [(command: [String], note: String?)] = [
    (["mkfifo"], nil),
    (["mkdir"], nil),
    (["ln", "-s", "/dev/zero"], nil),
    // Of 1 GiB, and on a disk of none.
    (
      ["truncate", "-s", "1G"],
      "1 segment was not read: expected at most 67108864 bytes, found more"
    ),
  ]

  @Test(arguments: files.indices)
  func `a file that is none, or too large, does not stop the rest`(_ index: Int) async throws {
    let (command, note) = Self.files[index]
    let folder = try TemporaryFolder()
    for (name, bytes) in try await TransportLadder.shared.value.files where name != "v1.ts" {
      try Data(bytes).write(to: folder.url.appending(path: name))
    }
    let path = folder.url.appending(path: "v1.ts").path
    try #require(try Program(command[0], command.dropFirst() + [path]).status == 0)
    let source = FileSource()
    let presentation = try await Presentation.load(
      folder.url.appending(path: "master.m3u8").path, from: source
    ).readingMedia(from: source)
    #expect(presentation.notes.map(\.text) == [note].compactMap(\.self))
    let video = try #require(presentation.mediaStreams.first?.content)
    #expect(video.segments[0]?.error == nil)
    #expect(video.segments[2]?.error == nil)
    #expect((video.segments[1]?.error == nil) == (note != nil))
  }

  @Test func `a playlist of the web reads nothing but the web`() async throws {
    let master = "http://h/m.m3u8"
    let media = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\nfile:///s.ts\n#EXT-X-ENDLIST\n"
    let source = MemorySource([
      master: Array(
        "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nfile:///secret\n#EXT-X-STREAM-INF:BANDWIDTH=1\na\n"
          .utf8),
      "file:///secret": Array("SECRET".utf8), "file:///s.ts": Array("SECRET".utf8),
      "http://h/a": Array(media.utf8),
    ])
    let presentation = try await Presentation.load(master, from: source).readingMedia(from: source)
    #expect(presentation.mediaStreams.map(\.sizes) == [[nil]])
    let refused = "expected an http(s) URL in a playlist of the web, found another"
    #expect(
      presentation.mediaStreams.first?.content?.segments[0]?.error == "file:///s.ts: \(refused)")
    let findings = ConformanceReport(of: presentation).findings
    #expect(findings.contains { $0.found == "none: file:///secret: \(refused)" })
    #expect(!findings.contains { $0.found.contains("SECRET") })
  }

  @Test func `each initialisation section is read, and what is wrong of one is said of it`()
    async throws
  {
    var ladder = try await TransportLadder.shared.value
    ladder.files["t.mp4"] = ladder.files["s.mp4"].map { Array($0.dropLast(20)) }
    ladder.files["s.m3u8"] = Array(
      """
      #EXTM3U
      #EXT-X-VERSION:6
      #EXT-X-TARGETDURATION:3
      #EXT-X-MAP:URI="s.mp4"
      #EXTINF:3.0,
      s1.m4s
      #EXT-X-DISCONTINUITY
      #EXT-X-MAP:URI="t.mp4"
      #EXTINF:3.0,
      s1.m4s
      #EXT-X-DISCONTINUITY
      #EXT-X-MAP:URI="s.mp4"
      #EXTINF:3.0,
      s1.m4s
      #EXT-X-ENDLIST

      """.utf8)
    let presentation = try await ladder.read()
    let stream = try #require(presentation.mediaStreams.first { $0.file == "s.m3u8" })
    #expect(stream.contents.map(\.map?.uri) == ["s.mp4", "t.mp4"])
    #expect(stream.contents.map(\.segments.count) == [2, 0])
    let rule = try #require(ConformanceRule.named("rfc-3.1.2-initialization"))
    #expect(rule.findings(in: presentation).count == 1)
  }

  @Test func `a playlist of twenty thousand segments is read, reported and repaired`()
    async throws
  {
    let text =
      "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:6\n#EXT-X-PLAYLIST-TYPE:VOD\n"
      + (0..<20_000).map { "#EXTINF:6.0\n\($0).ts\n" }.joined() + "#EXT-X-ENDLIST\n"
    let presentation = try await Stream.single(text).load("p.m3u8")
    let report = ConformanceReport(of: presentation)
    #expect(report.presentation.mediaStreams.first?.segments.count == 20_000)
    #expect(HTMLReport(report).description.utf8.count < 1 << 20)
    let repair = Repair(of: presentation)
    #expect(repair.changes.first?.new == Array(text.replacing("6.0\n", with: "6.0,\n").utf8))
  }

  @Test func `hundreds of variants and groups, of sizes beyond 64 bits, come to an end`()
    async throws
  {
    var text = "#EXTM3U\n#EXT-X-VERSION:6\n"
    for index in 0..<300 {
      text += "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"\(index)\",NAME=\"n\(index)\",URI=\"a\(index)\"\n"
      text += "#EXT-X-STREAM-INF:BANDWIDTH=\(index + 1),CODECS=\"avc1.64001F,mp4a.40.2\","
      text += "RESOLUTION=18446744073709551615x\(300 - index),AUDIO=\"\(index)\"\nv\(index)\n"
    }
    let report = ConformanceReport(of: try await Stream(texts: ["m": text]).load("m"))
    #expect(report.presentation.files.count == 601)
    // Each group lacks what the others have.
    #expect(report.findings.count { $0.rule == "rfc-4.4.6.1.1-groups" } == 25)
  }
}
