// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension PredicateTree {
  /// The predicate in its canonical form, which reads back as an equal tree: keywords in upper
  /// case, `==`, strings in double quotes, Booleans as 1 and 0, parentheses where compounds nest.
  public var predicateFormat: String {
    var writer = FormatWriter()
    writer.write(self)
    return writer.text
  }
}

extension PredicateTree: CustomStringConvertible {
  /// The canonical form.
  public var description: String { predicateFormat }
}

extension ExpressionTree: CustomStringConvertible {
  /// The expression as it is written within a canonical predicate.
  public var description: String {
    var writer = FormatWriter()
    writer.write(self)
    return writer.text
  }
}

/// Writes trees as text.
struct FormatWriter {
  var text = ""

  mutating func write(_ tree: PredicateTree) {
    switch tree {
    case .constant(let value): text += value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .comparison(let comparison): write(comparison)
    case .and(let parts): write(parts, joinedBy: " AND ", empty: "TRUEPREDICATE")
    case .or(let parts): write(parts, joinedBy: " OR ", empty: "FALSEPREDICATE")
    case .not(let part):
      text += "NOT "
      writeOperand(part)
    case .leaf(let leaf): text += leaf.predicateFormat
    }
  }

  private mutating func write(
    _ parts: [PredicateTree], joinedBy separator: String, empty: String
  ) {
    if parts.isEmpty { text += empty }
    for (index, part) in parts.enumerated() {
      if index > 0 { text += separator }
      writeOperand(part)
    }
  }

  /// A part of a compound. A compound within another stands in parentheses even where AND would
  /// bind tighter anyway: nobody has to know.
  private mutating func writeOperand(_ tree: PredicateTree) {
    switch tree {
    case .and, .or:
      text += "("
      write(tree)
      text += ")"
    default: write(tree)
    }
  }

  private mutating func write(_ comparison: Comparison) {
    if let quantifier = comparison.quantifier { text += quantifier.rawValue + " " }
    write(comparison.left)
    text += " " + comparison.operation.rawValue + comparison.options.description + " "
    write(comparison.right)
  }
}

extension StringOptions: CustomStringConvertible {
  /// The letters in brackets, or nothing where there are none.
  public var description: String {
    let letters = Self.letters.filter { contains($0.option) }.map(\.letter)
    return letters.isEmpty ? "" : "[" + String(letters) + "]"
  }
}
