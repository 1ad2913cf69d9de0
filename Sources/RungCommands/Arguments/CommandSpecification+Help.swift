// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension CommandSpecification {
  /// The command's help: usage, operands, options and an example.
  var help: String {
    var lines = [abstract, "", "usage: rung \(name)" + usage, ""]
    let entries =
      operands.map { ($0.name, $0.help) }
      + options.map { (($0.short.map { "\($0), " } ?? "    ") + $0.synopsis, $0.help) }
    let width = min(entries.map(\.0.count).max() ?? 0, 34)
    for (left, right) in entries {
      let padding = String(repeating: " ", count: max(0, width - left.count))
      let column = String(repeating: " ", count: width + 4)
      let wrapped = Self.wrap(right, to: 100 - width - 4)
      if left.count > width {
        lines.append("  " + left)
        lines += wrapped.map { column + $0 }
      } else {
        lines.append("  " + left + padding + "  " + (wrapped.first ?? ""))
        lines += wrapped.dropFirst().map { column + $0 }
      }
    }
    return (lines + ["", "example: \(example)"]).joined(separator: "\n")
  }

  private var usage: String {
    operands.map { operand in
      switch operand.arity {
      case .one: " \(operand.name)"
      case .optional: " [\(operand.name)]"
      case .oneOrMore: " \(operand.name)..."
      case .any: " [\(operand.name)...]"
      }
    }.joined() + " [options]"
  }

  /// Breaks a text into lines at blanks.
  private static func wrap(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
