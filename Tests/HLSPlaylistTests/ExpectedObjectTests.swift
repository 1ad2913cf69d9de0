// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSPlaylist
import RungTestSupport
import Testing

/// The values that another reader has for the same playlists.
@Suite(.enabled(if: Corpus.isPresent)) struct ExpectedObjectTests {
  static let files: [CorpusPlaylist] = CorpusPlaylist.all.filter { file in
    let isFixture = file.path.contains("videojs+m3u8-parser/test/fixtures/integration/")
    return isFixture && CorpusTables.refused[file.path] == nil
  }

  /// Where the draft says otherwise than the expectation: file and fact.
  static let disagreements: [String: String] = [
    "manifestExtTTargetdurationNegative targetDuration":
      "4.4.3.1: a negative target duration is none; the longest segment's counts",
    "multipleAudioGroupsCombinedMain variant 2": "4.2: the blank in CODECS is no part of a codec",
    "zeroDuration segment 0": "4.4.4.1: a duration of 0 is written, and so is the duration",
  ]

  @Test(arguments: files)
  func `has the values that its origin expects`(_ file: CorpusPlaylist) throws {
    let script = file.path.replacing(".m3u8", with: ".js")
    let source = try String(contentsOf: Corpus.url("playlists/" + script), encoding: .utf8)
    let expected = try #require(ObjectLiteral(module: source))
    let playlist = try Playlist(parsing: file.bytes())
    let name = String(file.path.split(separator: "/").last?.dropLast(5) ?? "")
    let facts: [String: String]
    let expectedFacts: [String: String]
    switch playlist {
    case .media(let media):
      facts = ExpectedFacts.facts(of: media)
      expectedFacts = ExpectedFacts.mediaFacts(expected)
    case .multivariant(let multivariant):
      facts = ExpectedFacts.facts(of: multivariant)
      expectedFacts = ExpectedFacts.multivariantFacts(expected)
    }
    for key in Set(facts.keys).union(expectedFacts.keys).sorted()
    where facts[key] != expectedFacts[key] {
      let place = "\(name) \(key)"
      let found = "\(place): \(facts[key] ?? "none"), expected \(expectedFacts[key] ?? "none")"
      #expect(Self.disagreements[place] != nil, "\(found)")
    }
  }
}
