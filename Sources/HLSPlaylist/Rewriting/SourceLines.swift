// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The lines of a text that was read, and what is to become of each.
struct SourceLines {
  let text: [UInt8]
  /// Where each line starts; the last entry is the end of the text.
  private let starts: [Int]
  /// What line 1 is ended with, for lines that are added.
  private let lineEnd: [UInt8]
  /// What takes the place of a line: nothing for one that is left out.
  private var replacements: [Int: [UInt8]] = [:]
  /// What is put before a line.
  private var insertions: [Int: [UInt8]] = [:]

  /// Splits a text.
  init(_ text: [UInt8]) {
    self.text = text
    var starts = [0]
    for index in text.indices where text[index] == 0x0A && index + 1 < text.count {
      starts.append(index + 1)
    }
    if !text.isEmpty { starts.append(text.count) }
    self.starts = starts
    let first = text.firstIndex(of: 0x0A)
    lineEnd = first.map { $0 > 0 && text[$0 - 1] == 0x0D } ?? false ? [0x0D, 0x0A] : [0x0A]
  }

  /// The number of lines.
  var count: Int { starts.count - 1 }

  /// The bytes of a line, with its line end.
  func bytes(_ line: Int) -> ArraySlice<UInt8> { text[starts[line - 1]..<starts[line]] }

  /// Whether a line contains a text.
  func contains(_ sought: String, line: Int) -> Bool {
    let bytes = bytes(line)
    let sought = Array(sought.utf8)
    return bytes.indices.contains { bytes[$0...].starts(with: sought) }
  }

  /// Whether a line is changed or left out.
  func isReplaced(_ line: Int) -> Bool { replacements[line] != nil }

  /// Puts text in the place of a line, or leaves it out.
  mutating func replace(_ line: Int, with text: [UInt8] = []) { replacements[line] = text }

  /// Puts text before a line; what is put before the same line later follows it.
  mutating func insert(_ text: [UInt8], before line: Int) {
    insertions[line, default: []] += text
  }

  /// Appends the lines as they have become.
  func write(to bytes: inout [UInt8]) {
    for line in 1...max(count, 1) {
      if let inserted = insertions[line] { add(inserted, to: &bytes) }
      guard line <= count else { break }
      if let replacement = replacements[line] {
        add(replacement, to: &bytes)
      } else {
        endLine(&bytes)
        bytes += self.bytes(line)
      }
    }
    if let inserted = insertions[count + 1] { add(inserted, to: &bytes) }
  }

  /// Ends a line that the text ends without ending it, now that something follows.
  private func endLine(_ bytes: inout [UInt8]) {
    if let last = bytes.last, last != 0x0A { bytes += lineEnd }
  }

  private func add(_ text: [UInt8], to bytes: inout [UInt8]) {
    guard !text.isEmpty else { return }
    endLine(&bytes)
    for byte in text {
      if byte == 0x0A { bytes += lineEnd } else { bytes.append(byte) }
    }
  }
}
