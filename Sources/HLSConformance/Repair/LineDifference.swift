// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The lines in which two texts differ, as a unified diff shows them.
public struct LineDifference: CustomStringConvertible, Sendable {
  /// The diff, without its header; empty for equal texts.
  public let description: String

  /// Compares two texts.
  ///
  /// - Parameters:
  ///   - old: The text as it was.
  ///   - new: The text as it is.
  ///   - context: How many equal lines stand around a change.
  public init(_ old: [UInt8], _ new: [UInt8], context: Int = 1) {
    let a = Self.lines(old)
    let b = Self.lines(new)
    let difference = b.difference(from: a)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    // Walk both texts together and mark each line.
    var rows: [(mark: Character, text: Substring)] = []
    var (i, j) = (0, 0)
    while i < a.count || j < b.count {
      if i < a.count, removed.contains(i) {
        rows.append(("-", a[i]))
        i += 1
      } else if j < b.count, inserted.contains(j) {
        rows.append(("+", b[j]))
        j += 1
      } else {
        rows.append((" ", i < a.count ? a[i] : b[j]))
        i += 1
        j += 1
      }
    }
    let changed = rows.indices.filter { rows[$0].mark != " " }
    let shown = Set(changed.flatMap { max(0, $0 - context)...min(rows.count - 1, $0 + context) })
    var lines: [String] = []
    for index in rows.indices where shown.contains(index) {
      if index > 0, !shown.contains(index - 1) { lines.append("@@") }
      lines.append("\(rows[index].mark)\(rows[index].text)")
    }
    description = lines.joined(separator: "\n")
  }

  private static func lines(_ text: [UInt8]) -> [Substring] {
    var lines = String(decoding: text, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
