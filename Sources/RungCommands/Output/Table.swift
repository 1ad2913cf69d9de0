// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Text in columns, as commands print it.
public struct Table: Sendable {
  /// How a column is aligned.
  public enum Alignment: Sendable { case leading, trailing }

  private var titles: [String]
  private var alignments: [Alignment]
  private var rows: [[String]] = []

  /// Creates a table from its columns' titles; a title that starts with `>` aligns to the right.
  public init(_ titles: String...) {
    alignments = titles.map { $0.hasPrefix(">") ? .trailing : .leading }
    self.titles = titles.map { $0.hasPrefix(">") ? String($0.dropFirst()) : $0 }
  }

  /// Adds a row.
  public mutating func add(_ cells: String...) { rows.append(cells) }

  /// Adds a row of cells made elsewhere.
  public mutating func add(cells: [String]) { rows.append(cells) }
}

extension Table: CustomStringConvertible {
  /// The table's lines, columns two spaces apart, without trailing blanks.
  public var description: String {
    let lines = [titles] + rows
    let widths = titles.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { cells in
      var line = ""
      for (column, cell) in cells.enumerated() {
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        line += (column > 0 ? "  " : "")
        line += alignments[column] == .trailing ? padding + cell : cell + padding
      }
      return String(line.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }
}
