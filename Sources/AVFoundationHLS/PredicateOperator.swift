// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Foundation
internal import PredicateFormat

/// Names `NSComparisonPredicate.Operator` without its deprecation, which is about evaluating such
/// predicates and not about the operators: the compiler infers it from the requirement's witness.
public protocol PredicateOperatorNaming {
  /// The type of operators.
  associatedtype Operator
  /// The number of an operator.
  static func number(of operation: Operator) -> UInt
}

/// The type of operators that predicates about sound and size take.
public enum PredicateOperator: PredicateOperatorNaming {
  /// The number of an operator, from 0 for `<` to 5 for `!=`.
  @available(*, deprecated)
  public static func number(of operation: NSComparisonPredicate.Operator) -> UInt {
    operation.rawValue
  }

  private static let operators: [ComparisonOperator] = [
    .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .equal, .notEqual,
  ]

  /// The operator of a predicate's tree; any other than the six that are allowed is never true.
  static func comparison(_ operation: Operator) -> ComparisonOperator {
    let number = Int(naming(operation, in: Self.self))
    return operators.indices.contains(number) ? operators[number] : .like
  }

  /// Calls the requirement instead of its witness, which is marked as deprecated.
  private static func naming<Naming: PredicateOperatorNaming>(
    _ operation: Naming.Operator, in naming: Naming.Type
  ) -> UInt { naming.number(of: operation) }
}
