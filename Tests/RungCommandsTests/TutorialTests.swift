// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import RungCommands
import RungTestSupport
import Synchronization
import Testing

/// Every output in the tutorial is what the command prints.
@Suite struct TutorialTests {
  private static let article =
    "Sources/HLSVariants/HLSVariants.docc/WhatWouldAVFoundationDownload.md"

  /// The commands of an article with the lines below each.
  private static func transcripts() throws -> [(arguments: [String], output: String)] {
    let text = try String(contentsOf: Package.root.appending(path: article), encoding: .utf8)
    return text.components(separatedBy: "```text\n$ rung ").dropFirst().compactMap { part in
      let block = part.components(separatedBy: "\n```")[0]
      let lines = block.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      return (words(String(lines[0])), lines.count > 1 ? String(lines[1]) : "")
    }
  }

  /// Splits a command line as a shell does, as far as quotation marks go; paths become absolute.
  private static func words(_ line: String) -> [String] {
    var words: [String] = []
    var word = ""
    var quote: Character?
    for character in line + " " {
      if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      } else if quote == nil, character == " " {
        if !word.isEmpty { words.append(word) }
        word = ""
      } else {
        word.append(character)
      }
    }
    return words.map { $0.hasPrefix("Playlists/") ? Package.root.appending(path: $0).path : $0 }
  }

  @Test func `the tutorial's outputs are real`() async throws {
    let transcripts = try Self.transcripts()
    #expect(transcripts.count == 10)
    for transcript in transcripts {
      let printed = Mutex("")
      let sink = { @Sendable (text: String) in printed.withLock { $0 += text } }
      _ = await Rung.run(transcript.arguments, console: Console(output: sink, error: sink))
      #expect(printed.withLock { $0 } == transcript.output + "\n", "\(transcript.arguments)")
    }
  }
}
