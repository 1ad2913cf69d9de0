// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension PredicateTree {
  /// The expressions of all comparisons, those within expressions included.
  fileprivate var expressions: [ExpressionTree] {
    switch self {
    case .constant, .leaf: []
    case .not(let part): part.expressions
    case .and(let parts), .or(let parts): parts.flatMap(\.expressions)
    case .comparison(let comparison): comparison.left.all + comparison.right.all
    }
  }

  /// The names of all variables, a subquery's own included.
  public var variables: Set<String> {
    var names: Set<String> = []
    for expression in expressions {
      switch expression {
      case .variable(let name), .subquery(_, let name, _): names.insert(name)
      case .keyPath(_, let segments):
        for case .variable(let name) in segments { names.insert(name) }
      default: break
      }
    }
    return names
  }

  /// The plain key paths of the evaluated object that are read, each once, those of leaves
  /// included.
  public var keyPaths: Set<String> {
    Set(expressions.compactMap(\.plainKeyPath)).union(leaves.flatMap(\.keyPaths))
  }

  private var leaves: [PredicateLeaf] {
    switch self {
    case .leaf(let leaf): [leaf]
    case .not(let part): part.leaves
    case .and(let parts), .or(let parts): parts.flatMap(\.leaves)
    case .constant, .comparison: []
    }
  }
}

extension ExpressionTree {
  /// The expression itself and every one within it.
  fileprivate var all: [ExpressionTree] {
    let inner: [ExpressionTree] =
      switch self {
      case .constant, .evaluatedObject, .variable: []
      case .keyPath(let base, _): base?.all ?? []
      case .element(let base, .index(let index)): base.all + index.all
      case .element(let base, _): base.all
      case .aggregate(let parts), .function(_, let parts): parts.flatMap(\.all)
      case .message(let receiver, _, let parts): receiver.all + parts.flatMap(\.all)
      case .subquery(let collection, _, let predicate): collection.all + predicate.expressions
      case .ternary(let condition, let first, let second):
        condition.expressions + first.all + second.all
      }
    return [self] + inner
  }
}
