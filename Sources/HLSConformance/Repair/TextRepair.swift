// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HLSPlaylist

/// A change of the spelling of a playlist's text, for what the reader understood and objected to.
///
/// What the reader made of a line stays: only how it is written changes.
public struct TextRepair: Hashable, Sendable {
  /// What the reader called the fault.
  let code: String
  /// The line, counted from 1.
  let line: Int
  /// The column in bytes, counted from 1.
  let column: Int

  /// A repair of what the reader objected to; `nil` where the text does not say how it should be.
  init?(_ code: String, _ position: TextPosition?) {
    guard Self.all[code] != nil, let position else { return nil }
    (self.code, line, column) = (code, position.line, position.column)
  }

  /// What the text has after each repair.
  private static let all = [
    "missing-comma": "a comma after the duration",
    "surrounding-blank": "the line without blanks",
    "blank-in-attribute-list": "attributes without blanks between",
    "trailing-comma": "the list without its last comma",
    "lower-case-digits": "digits in capitals",
    "attributes-beside-none": "METHOD=NONE alone",
    "unexpected-value": "the tag alone",
    "duplicate-attribute": "the attribute once",
    "flag-not-yes": "no attribute",
    "unquoted-string": "the text in quotation marks",
    "missing-range-offset": "an offset of 0",
    "date-without-zone": "Z after the date",
    "default-not-autoselected": "AUTOSELECT=YES",
    "missing-end-list": "#EXT-X-ENDLIST",
    "duplicate-tag": "the tag once",
    "misplaced-tag": "the tag before the first segment",
    "hint-after-end": "no preload hint",
    "repeated-hint": "one preload hint of a type",
    "duplicate-session-key": "the key once",
    "header-not-first": "#EXTM3U as the first line",
    "byte-order-mark": "no byte order mark",
    "control-character": "a blank",
    "not-normalized": "text in normalization form C",
  ]

  /// Changes a line that others keep their places beside.
  fileprivate func change(_ line: inout [UInt8], at byte: Int) {
    switch code {
    case "missing-comma": line.insert(UInt8(ascii: ","), at: byte)
    case "surrounding-blank": line.trimBlanks()
    case "blank-in-attribute-list": line.joinAttributes()
    case "trailing-comma": while line.last == UInt8(ascii: ",") { line.removeLast() }
    case "lower-case-digits": line.capitalizeDigits(at: byte)
    case "attributes-beside-none": line = Array("#EXT-X-KEY:METHOD=NONE".utf8)
    case "unexpected-value": line.removeSubrange(byte...)
    case "duplicate-attribute", "flag-not-yes": line.removeAttribute(at: byte)
    case "unquoted-string": line.quoteValue(at: byte)
    case "missing-range-offset": line.insertOffset(after: byte)
    case "date-without-zone": line.append(UInt8(ascii: "Z"))
    case "default-not-autoselected":
      line.replaceFirst("AUTOSELECT=NO", with: "AUTOSELECT=YES")
    case "byte-order-mark": line.removeFirst(min(3, line.count))
    case "control-character": line.blankControls(at: byte)
    case "not-normalized":
      let text = String(decoding: line, as: UTF8.self)
      line = Array(text.precomposedStringWithCanonicalMapping.utf8)
    default: break
    }
  }

  /// Adds lines or takes lines away, of which `nil` keeps the place; `false` for repairs within
  /// one.
  fileprivate func changeLines(_ lines: inout [[UInt8]?], at line: Int) -> Bool {
    switch code {
    case "missing-end-list":
      let last = lines.last == [] ? lines.count - 1 : lines.count
      lines.insert(Array("#EXT-X-ENDLIST".utf8), at: last)
    // Of playlists that were joined the first says what holds from its beginning on.
    case "duplicate-tag", "hint-after-end", "repeated-hint", "duplicate-session-key":
      lines[line] = nil
    case "misplaced-tag":
      // Where it says something of the whole playlist; what is of a segment cannot be moved.
      guard let tag = lines[line],
        tag.starts(with: "#EXT-X-MEDIA-SEQUENCE:".utf8)
          || tag.starts(with: "#EXT-X-DISCONTINUITY-SEQUENCE:".utf8)
      else { return true }
      lines[line] = nil
      // Within the first line, so that the others keep their numbers.
      lines[0] = (lines[0] ?? []) + [0x0A] + tag
    case "header-not-first": for index in 0..<line { lines[index] = nil }
    default: return false
    }
    return true
  }
}

extension TextRepair: CustomStringConvertible {
  /// What the text will have.
  public var description: String { Self.all[code] ?? "" }
}

extension [UInt8] {
  /// The text with repairs made, at most one a line: what else a line needs is found when it is
  /// read again.
  func repaired(by repairs: [TextRepair]) -> [UInt8] {
    var lines: [[UInt8]?] = split(separator: 0x0A, omittingEmptySubsequences: false)
      .map(Array.init)
    let first = Dictionary(repairs.map { ($0.line, $0) }) { first, _ in first }
    for (number, repair) in first.sorted(by: { $0.key > $1.key }) {
      let index = Swift.min(number, lines.count) - 1
      guard index >= 0, !repair.changeLines(&lines, at: index), var line = lines[index] else {
        continue
      }
      let hasReturn = line.last == 0x0D
      if hasReturn { line.removeLast() }
      repair.change(&line, at: Swift.min(Swift.max(repair.column - 1, 0), line.count))
      lines[index] = hasReturn ? line + [0x0D] : line
    }
    return Array(lines.compactMap { $0 }.joined(separator: [0x0A]))
  }
}
