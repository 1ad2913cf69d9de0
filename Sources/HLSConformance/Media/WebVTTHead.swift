// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What a segment of WebVTT says: its head, and when its cues are.
struct WebVTTHead: Sendable {
  /// Whether the text begins with `WEBVTT`.
  var hasHeader: Bool
  /// Whether the text says which media time its times count from (`X-TIMESTAMP-MAP`).
  var hasTimestampMap: Bool
  /// The number of cues.
  var cueCount: Int
  /// The first line that looks like the times of a cue and is none, or ends before it starts;
  /// counted from 1.
  var brokenLine: Int?

  /// Reads a segment's text.
  init(_ bytes: [UInt8]) {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .lazy.map { $0.last == 0x0D ? $0.dropLast() : $0 }.makeIterator()
    var first = lines.next() ?? []
    if first.starts(with: [0xEF, 0xBB, 0xBF]) { first = first.dropFirst(3) }
    hasHeader = first.starts(with: "WEBVTT".utf8)
    hasTimestampMap = false
    cueCount = 0
    var (isHead, number) = (true, 1)
    while let line = lines.next() {
      number += 1
      if line.isEmpty { isHead = false }
      if isHead, line.starts(with: "X-TIMESTAMP-MAP=".utf8) { hasTimestampMap = true }
      guard let arrow = line.firstRange(of: Self.arrow) else { continue }
      cueCount += 1
      let start = Self.milliseconds(line[..<arrow.lowerBound])
      let end = Self.milliseconds(line[arrow.upperBound...])
      if let start, let end, start < end { continue }
      brokenLine = brokenLine ?? number
    }
  }

  private static let arrow = Array("-->".utf8)

  /// A time, `[hours:]minutes:seconds.thousandths`, that begins a text after blanks; what follows it
  /// after a blank are settings.
  private static func milliseconds(_ text: ArraySlice<UInt8>) -> Int? {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let word = text.drop(while: isBlank).prefix { !isBlank($0) }
    let parts = word.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].count == 3, let thousandths = number(parts[1]) else {
      return nil
    }
    let fields = parts[0].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard (2...3).contains(fields.count) else { return nil }
    var seconds = 0
    for (index, field) in fields.enumerated() {
      guard let value = number(field), index == 0 && fields.count == 3 || value < 60 else {
        return nil
      }
      seconds = seconds * 60 + value
    }
    return seconds * 1000 + thousandths
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard (1...9).contains(digits.count) else { return nil }
    var value = 0
    for digit in digits {
      guard digit &- UInt8(ascii: "0") < 10 else { return nil }
      value = value * 10 + Int(digit &- UInt8(ascii: "0"))
    }
    return value
  }
}
