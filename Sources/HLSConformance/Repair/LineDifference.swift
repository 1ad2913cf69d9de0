// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The lines in which two texts differ, as a unified diff shows them.
///
/// Time and memory grow with the texts alone, however many lines differ: lines meet again where
/// one of the next lines is the same, which is where changed lines of a playlist do.
public struct LineDifference: CustomStringConvertible, Sendable {
  /// The diff, without its header; empty for equal texts.
  public let description: String

  private typealias Row = (mark: Character, text: Substring)

  /// How many lines ahead are looked for one that is the same.
  private static let reach = 32

  /// Compares two texts.
  ///
  /// - Parameters:
  ///   - old: The text as it was.
  ///   - new: The text as it is.
  ///   - context: How many equal lines stand around a change.
  public init(_ old: [UInt8], _ new: [UInt8], context: Int = 1) {
    let rows = Self.rows(Self.lines(old), Self.lines(new))
    var isShown = [Bool](repeating: false, count: rows.count)
    for index in rows.indices where rows[index].mark != " " {
      for near in max(0, index - context)...min(rows.count - 1, index + context) {
        isShown[near] = true
      }
    }
    var lines: [String] = []
    for index in rows.indices where isShown[index] {
      if index > 0, !isShown[index - 1] { lines.append("@@") }
      lines.append("\(rows[index].mark)\(rows[index].text)")
    }
    description = lines.joined(separator: "\n")
  }

  /// The lines of both texts, each with its mark.
  private static func rows(_ a: [Substring], _ b: [Substring]) -> [Row] {
    var rows: [Row] = []
    var (i, j) = (0, 0)
    while i < a.count || j < b.count {
      if i < a.count, j < b.count, a[i] == b[j] {
        rows.append((" ", a[i]))
        i += 1
        j += 1
        continue
      }
      let (gone, come) = distance(a[i...], b[j...])
      rows += a[i..<i + gone].map { ("-", $0) }
      rows += b[j..<j + come].map { ("+", $0) }
      i += gone
      j += come
    }
    return rows
  }

  /// How many lines of each text stand before the next one that they share.
  private static func distance(
    _ a: ArraySlice<Substring>, _ b: ArraySlice<Substring>
  ) -> (Int, Int) {
    let limit = min(reach, a.count + b.count)
    for sum in 1...max(limit, 1) {
      for gone in 0...sum where gone <= a.count && sum - gone <= b.count {
        let (x, y) = (a.startIndex + gone, b.startIndex + sum - gone)
        if x == a.endIndex, y == b.endIndex { return (gone, sum - gone) }
        if x < a.endIndex, y < b.endIndex, a[x] == b[y] { return (gone, sum - gone) }
      }
    }
    return (min(1, a.count), min(1, b.count))
  }

  /// The lines, with what ends them besides a line feed.
  private static func lines(_ text: [UInt8]) -> [Substring] {
    var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self)[...] }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
