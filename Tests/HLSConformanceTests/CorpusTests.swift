// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSConformance
import RungTestSupport
import Testing

@Suite struct ConformanceCorpusTests {
  @Test(.enabled(if: Corpus.isPresent), .timeLimit(.minutes(5)))
  func `every playlist of others comes to an end`() async throws {
    let root = try Corpus.url("playlists")
    let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String }
    var count = 0
    for name in names ?? [] where name.hasSuffix(".m3u8") {
      let path = root.appending(path: name).path
      let presentation = try await Presentation.load(path, from: FileSource())
      let report = ConformanceReport(of: presentation)
      _ = HTMLReport(report).description
      _ = Repair(of: presentation)
      count += 1
    }
    print("\(count) playlists of the corpus were read")
    #expect(count > 0)
  }

  @Test(.enabled(if: Corpus.isPresent), .timeLimit(.minutes(5)))
  func `hostile media comes to an end`() async throws {
    let folder = try Corpus.url("media/hostile")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let bytes = Array(try Data(contentsOf: folder.appending(path: name)))
      let playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-MAP:URI=\"a\"\n#EXTINF:6,\na\n"
      let source = MemorySource(["p.m3u8": Array(playlist.utf8), "a": bytes])
      let presentation = try await Presentation.load("p.m3u8", from: source)
        .readingMedia(from: source)
      _ = ConformanceReport(of: presentation)
    }
  }
}
