// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import Testing

@testable import RungCommands

@Suite struct ProgramPagesTests {
  /// The first segments of the voices of libflite, which libavfilter brings along and nobody speaks
  /// with: what the kernel counts of them, in KiB, by address.
  private static func voices() throws -> [(range: Range<UInt>, resident: Int)] {
    var found: [(range: Range<UInt>, resident: Int)] = []
    var isVoice = false
    // Its size is said to be 0, and each read brings a part.
    let file = try #require(FileHandle(forReadingAtPath: "/proc/self/smaps"))
    var text = Data()
    while let part = try file.read(upToCount: 1 << 16), !part.isEmpty { text += part }
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      let bounds = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      if bounds.count == 2 {
        isVoice = words[1] == "r--p" && words[2] == "00000000" && line.contains("libflite_cmu")
        if isVoice { found.append((bounds[0]..<bounds[1], 0)) }
      } else if isVoice, words[0] == "Rss:" {
        found[found.count - 1].resident = Int(words[1]) ?? 0
      }
    }
    return found
  }

  /// Reads each page, and lets go.
  @Test func `what is in memory of files that nobody writes is let go`() throws {
    var sum = 0
    for voice in try Self.voices() {
      for address in stride(from: voice.range.lowerBound, to: voice.range.upperBound, by: 4096) {
        let byte = unsafe UnsafePointer<UInt8>(bitPattern: address)
        sum &+= unsafe Int(try #require(byte).pointee)
      }
    }
    // "\u{7F}ELF" begins each of them.
    #expect(sum > 0)
    ProgramPages.release()
    let left = try Self.voices()
    // A few pages with names come back where a function is called for the first time.
    let touched = left.reduce(0) { $0 + $1.range.count / 1024 }
    #expect(left.reduce(0) { $0 + $1.resident } < touched / 2)
  }
}
