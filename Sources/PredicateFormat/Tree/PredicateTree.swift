// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A predicate as a tree: what a format string says, or what code has put together.
///
/// ```
/// available = true OR value >= 1 AND value <= 10.5      AND binds tighter than OR
///   or ─┬─ available == 1
///       └─ and ─┬─ value >= 1
///               └─ value <= 10.5
/// ```
public indirect enum PredicateTree: Sendable {
  /// `TRUEPREDICATE` or `FALSEPREDICATE`.
  case constant(Bool)

  /// Two expressions and the operator between them.
  case comparison(Comparison)

  /// True where all parts are; true for no parts.
  case and([PredicateTree])

  /// True where one part is; false for no parts.
  case or([PredicateTree])

  /// True where the part is false.
  case not(PredicateTree)

  /// A condition that the language has no words for.
  case leaf(PredicateLeaf)
}

extension PredicateTree {
  /// The deepest nesting of parentheses, operators and calls that a text may have.
  public static let maximumDepth = 128

  /// The longest text, in UTF-8 bytes.
  public static let maximumLength = 1 << 20

  /// The longest name of a key, variable or function, in UTF-8 bytes.
  public static let maximumNameLength = 4096
}

extension PredicateTree: Equatable {}

// MARK: - Combining

extension PredicateTree {
  /// True where both are; a chain becomes one conjunction.
  public static func && (left: PredicateTree, right: PredicateTree) -> PredicateTree {
    all(of: [left, right])
  }

  /// True where one of both is; a chain becomes one disjunction.
  public static func || (left: PredicateTree, right: PredicateTree) -> PredicateTree {
    any(of: [left, right])
  }

  /// True where the predicate is false.
  public static prefix func ! (predicate: PredicateTree) -> PredicateTree { .not(predicate) }

  /// True where all are: one predicate stands for itself, and none is `TRUEPREDICATE`.
  public static func all(of predicates: [PredicateTree]) -> PredicateTree {
    let parts = predicates.flatMap { predicate in
      if case .and(let parts) = predicate { parts } else { [predicate] }
    }
    return parts.count > 1 ? .and(parts) : parts.first ?? .constant(true)
  }

  /// True where one is: one predicate stands for itself, and none is `FALSEPREDICATE`.
  public static func any(of predicates: [PredicateTree]) -> PredicateTree {
    let parts = predicates.flatMap { predicate in
      if case .or(let parts) = predicate { parts } else { [predicate] }
    }
    return parts.count > 1 ? .or(parts) : parts.first ?? .constant(false)
  }

  /// Compares two expressions, as in `.compare(.key("peakBitRate"), .lessThan, 5_000_000)`.
  public static func compare(
    _ left: ExpressionTree, _ operation: ComparisonOperator, _ right: ExpressionTree,
    options: StringOptions = [], quantifier: Comparison.Quantifier? = nil
  ) -> PredicateTree {
    .comparison(
      Comparison(left, operation, right, options: options, quantifier: quantifier))
  }
}
