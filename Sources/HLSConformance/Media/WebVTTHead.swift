// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What a segment of WebVTT says before its first cue.
struct WebVTTHead: Sendable {
  /// Whether the text begins with `WEBVTT`.
  var hasHeader: Bool
  /// Whether the text says which media time its times count from (`X-TIMESTAMP-MAP`).
  var hasTimestampMap: Bool
  /// The number of cues.
  var cueCount: Int

  /// Reads a segment's text.
  init(_ bytes: [UInt8]) {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .lazy.map { $0.last == 0x0D ? $0.dropLast() : $0 }.makeIterator()
    var first = lines.next() ?? []
    if first.starts(with: [0xEF, 0xBB, 0xBF]) { first = first.dropFirst(3) }
    hasHeader = first.starts(with: "WEBVTT".utf8)
    hasTimestampMap = false
    cueCount = 0
    var isHead = true
    while let line = lines.next() {
      if line.isEmpty { isHead = false }
      if isHead, line.starts(with: "X-TIMESTAMP-MAP=".utf8) { hasTimestampMap = true }
      if line.contains(UInt8(ascii: ">")), Self.isTiming(line) { cueCount += 1 }
    }
  }

  private static func isTiming(_ line: ArraySlice<UInt8>) -> Bool {
    let arrow = Array("-->".utf8)
    return line.indices.dropLast(2).contains { line[$0..<$0 + 3].elementsEqual(arrow) }
  }
}
