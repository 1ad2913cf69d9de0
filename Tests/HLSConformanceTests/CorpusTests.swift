// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSConformance
import RungTestSupport
import Testing

@Suite struct ConformanceCorpusTests {
  @Test(.enabled(if: Corpus.isPresent), .timeLimit(.minutes(15)))
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
    #expect(count > 700)
  }

  /// The rules of one file: the corpus has single files of streams, whose others are not there.
  private static let ofOneFile = RuleSelection(profile: .rfc, skipping: ["rfc-4.4.6-readable"])

  @Test(.enabled(if: Corpus.isPresent), .timeLimit(.minutes(15)))
  func `what its origin calls valid breaks no Must rule but where a clause says so`() async throws {
    let root = try Corpus.url("playlists")
    let index = try String(contentsOf: root.appending(path: "index.tsv"), encoding: .utf8)
    var found: [String: Set<String>] = [:]
    var count = 0
    for line in index.split(whereSeparator: \.isNewline) {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard columns.count > 4, ["valid", "\"valid", "golden"].contains(where: columns[4].hasPrefix)
      else { continue }
      count += 1
      let path = root.appending(path: String(columns[0])).path
      let report = ConformanceReport(
        of: try await Presentation.load(path, from: FileSource()), against: Self.ofOneFile)
      var name = String(columns[0])
      for (short, folder) in CorpusExceptions.folders where name.hasPrefix(folder) {
        name = short + name.dropFirst(folder.count)
      }
      for finding in report.findings where finding.requirement == .must {
        found[finding.rule, default: []].insert(name)
      }
    }
    #expect(count == 218)
    for (rule, clause, files) in CorpusExceptions.all {
      #expect(found[rule] == Set(files), "\(rule): \(clause)")
      found[rule] = nil
    }
    #expect(found == [:])
  }

  @Test(.enabled(if: Corpus.isPresent), .timeLimit(.minutes(15)))
  func `hostile media comes to an end`() async throws {
    let folder = try Corpus.url("media/hostile")
    var count = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let bytes = Array(try Data(contentsOf: folder.appending(path: name)))
      count += 1
      let playlist =
        "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-MAP:URI=\"a\"\n#EXTINF:6,\na\n#EXTINF:6,\na.ts\n"
      let source = MemorySource(["p.m3u8": Array(playlist.utf8), "a": bytes, "a.ts": bytes])
      let presentation = try await Presentation.load("p.m3u8", from: source)
        .readingMedia(from: source)
      _ = ConformanceReport(of: presentation)
    }
    #expect(count == 20)
  }
}
