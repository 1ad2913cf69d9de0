// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The operators that make a predicate of two expressions, by their canonical spelling.
public enum ComparisonOperator: String, CaseIterable, Sendable {
  /// Less than.
  case lessThan = "<"
  /// Less than or equal, also written `=<`.
  case lessThanOrEqual = "<="
  /// Greater than.
  case greaterThan = ">"
  /// Greater than or equal, also written `=>`.
  case greaterThanOrEqual = ">="
  /// Equal, also written `=`.
  case equal = "=="
  /// Not equal, also written `<>`.
  case notEqual = "!="
  /// Within two bounds, both included.
  case between = "BETWEEN"
  /// An element of the collection, or a part of the string, on the right.
  case isIn = "IN"
  /// Has the element, or the part, on the right.
  case contains = "CONTAINS"
  /// Starts with a string.
  case beginsWith = "BEGINSWITH"
  /// Ends with a string.
  case endsWith = "ENDSWITH"
  /// Matches, as a whole, a pattern of `?` and `*`.
  case like = "LIKE"
  /// Matches, as a whole, a regular expression.
  case matches = "MATCHES"
}

extension ComparisonOperator {
  /// Whether the operator asks which of two values comes first.
  public var isOrdering: Bool {
    switch self {
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual: true
    default: false
    }
  }

  /// Whether the operator works on strings alone.
  public var isTextual: Bool {
    switch self {
    case .beginsWith, .endsWith, .like, .matches: true
    default: false
    }
  }

  /// The operator that says the same with both sides exchanged, where there is one.
  public var mirrored: ComparisonOperator? {
    switch self {
    case .lessThan: .greaterThan
    case .lessThanOrEqual: .greaterThanOrEqual
    case .greaterThan: .lessThan
    case .greaterThanOrEqual: .lessThanOrEqual
    case .equal, .notEqual: self
    case .isIn: .contains
    case .contains: .isIn
    default: nil
    }
  }
}

extension ComparisonOperator {
  /// Whether an operator of order or equality is true of two scalars; any other is of none.
  @inlinable
  public func compares<Scalar: Comparable>(_ left: Scalar, _ right: Scalar) -> Bool {
    switch self {
    case .lessThan: left < right
    case .lessThanOrEqual: left <= right
    case .greaterThan: left > right
    case .greaterThanOrEqual: left >= right
    case .equal: left == right
    case .notEqual: left != right
    case .between, .isIn, .contains, .beginsWith, .endsWith, .like, .matches: false
    }
  }
}
