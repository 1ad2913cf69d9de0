// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A predicate's tree as titles within titles, to be shown to people.
public struct PredicateOutline: Sendable {
  /// What the node is: `and`, `comparison`, `key path` and the like.
  public let kind: String

  /// The node's own text: an operator, a key path, a constant. Empty where the kind says it all.
  public let text: String

  /// The parts of the node.
  public let parts: [PredicateOutline]
}

extension PredicateOutline: CustomStringConvertible {
  /// The outline as lines, with branches before the parts.
  public var description: String {
    lines.joined(separator: "\n")
  }

  private var lines: [String] {
    var lines = [text.isEmpty ? kind : "\(kind) \(text)"]
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      for (position, line) in part.lines.enumerated() {
        let branch = position == 0 ? (isLast ? "└─ " : "├─ ") : (isLast ? "   " : "│  ")
        lines.append(branch + line)
      }
    }
    return lines
  }
}

extension PredicateTree {
  /// The tree as titles within titles.
  public var outline: PredicateOutline {
    switch self {
    case .constant(let value):
      PredicateOutline(
        kind: "constant", text: value ? "TRUEPREDICATE" : "FALSEPREDICATE", parts: [])
    case .and(let parts): PredicateOutline(kind: "and", text: "", parts: parts.map(\.outline))
    case .or(let parts): PredicateOutline(kind: "or", text: "", parts: parts.map(\.outline))
    case .not(let part): PredicateOutline(kind: "not", text: "", parts: [part.outline])
    case .leaf(let leaf):
      PredicateOutline(kind: "condition", text: leaf.predicateFormat, parts: [])
    case .comparison(let comparison):
      PredicateOutline(
        kind: "comparison",
        text: (comparison.quantifier.map { $0.rawValue + " " } ?? "")
          + comparison.operation.rawValue + comparison.options.description,
        parts: [comparison.left.outline, comparison.right.outline])
    }
  }
}

extension ExpressionTree {
  /// The tree as titles within titles.
  public var outline: PredicateOutline {
    switch self {
    case .constant: PredicateOutline(kind: "constant", text: description, parts: [])
    case .evaluatedObject: PredicateOutline(kind: "evaluated object", text: "SELF", parts: [])
    case .variable: PredicateOutline(kind: "variable", text: description, parts: [])
    case .keyPath(nil, _): PredicateOutline(kind: "key path", text: description, parts: [])
    case .keyPath(let base?, let segments):
      PredicateOutline(
        kind: "key path", text: "\(ExpressionTree.keyPath(of: nil, segments))",
        parts: [base.outline])
    case .element(let base, .index(let index)):
      PredicateOutline(kind: "element", text: "", parts: [base.outline, index.outline])
    case .element(let base, let position):
      PredicateOutline(kind: "element", text: "\(position)", parts: [base.outline])
    case .aggregate(let parts):
      PredicateOutline(kind: "list", text: "", parts: parts.map(\.outline))
    case .function(let function, let arguments):
      PredicateOutline(
        kind: "function", text: function.rawValue, parts: arguments.map(\.outline))
    case .message(let receiver, let method, let arguments):
      PredicateOutline(
        kind: "method", text: method.rawValue, parts: ([receiver] + arguments).map(\.outline))
    case .subquery(let collection, let variable, let predicate):
      PredicateOutline(
        kind: "subquery", text: "$" + variable, parts: [collection.outline, predicate.outline])
    case .ternary(let condition, let first, let second):
      PredicateOutline(
        kind: "ternary", text: "", parts: [condition.outline, first.outline, second.outline])
    }
  }
}
