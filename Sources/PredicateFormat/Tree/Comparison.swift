// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Two expressions and the operator between them: `ANY left IN[cd] right`.
public struct Comparison: Equatable, Sendable {
  /// How a collection on the left is compared, element by element.
  public enum Quantifier: String, CaseIterable, Sendable {
    /// One element at least; `SOME` is another word for it. False for no elements.
    case any = "ANY"
    /// Every element; true for no elements.
    case all = "ALL"
    /// No element; true for no elements.
    case no = "NONE"
  }

  /// The expression before the operator.
  public var left: ExpressionTree

  /// The operator.
  public var operation: ComparisonOperator

  /// The expression after the operator.
  public var right: ExpressionTree

  /// How strings are compared.
  public var options: StringOptions

  /// How a collection on the left is compared, or `nil` for the collection as a whole.
  public var quantifier: Quantifier?

  /// Creates a comparison.
  public init(
    _ left: ExpressionTree, _ operation: ComparisonOperator, _ right: ExpressionTree,
    options: StringOptions = [], quantifier: Quantifier? = nil
  ) {
    self.left = left
    self.operation = operation
    self.right = right
    self.options = options
    self.quantifier = quantifier
  }
}

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

/// How strings are compared: the letters in brackets after an operator.
public struct StringOptions: OptionSet, Hashable, Sendable {
  /// The options as bits.
  public let rawValue: Int

  /// Creates options from bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// `c`: upper and lower case are the same.
  public static let caseInsensitive = StringOptions(rawValue: 1)
  /// `d`: letters are compared without their accents.
  public static let diacriticInsensitive = StringOptions(rawValue: 2)
  /// `n`: the strings are normalised already and are compared as they are; overrules the others.
  public static let normalized = StringOptions(rawValue: 4)
  /// `l`: the locale's order and case.
  public static let locale = StringOptions(rawValue: 8)

  /// Every option with its letter, in the order in which they are printed.
  static let letters: [(letter: Character, option: StringOptions)] = [
    ("c", .caseInsensitive), ("d", .diacriticInsensitive), ("n", .normalized), ("l", .locale),
  ]
}
