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
