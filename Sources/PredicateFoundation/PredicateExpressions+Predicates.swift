// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import PredicateFormat

extension PredicateExpressions.Conjunction: PredicateConvertible {
  func predicateTree(_ converter: PredicateConverter) throws(PredicateFormatError) -> PredicateTree
  { try converter.predicate(lhs) && converter.predicate(rhs) }
}

extension PredicateExpressions.Disjunction: PredicateConvertible {
  func predicateTree(_ converter: PredicateConverter) throws(PredicateFormatError) -> PredicateTree
  { try converter.predicate(lhs) || converter.predicate(rhs) }
}

extension PredicateExpressions.Negation: PredicateConvertible {
  func predicateTree(_ converter: PredicateConverter) throws(PredicateFormatError) -> PredicateTree
  { try !converter.predicate(wrapped) }
}

extension PredicateExpressions.Equal: PredicateConvertible {
  func predicateTree(_ converter: PredicateConverter) throws(PredicateFormatError) -> PredicateTree
  { try .compare(converter.expression(lhs), .equal, converter.expression(rhs)) }
}

extension PredicateExpressions.NotEqual: PredicateConvertible {
  func predicateTree(_ converter: PredicateConverter) throws(PredicateFormatError) -> PredicateTree
  { try .compare(converter.expression(lhs), .notEqual, converter.expression(rhs)) }
}

extension PredicateExpressions.Comparison: PredicateConvertible {
  func predicateTree(_ converter: PredicateConverter) throws(PredicateFormatError) -> PredicateTree
  {
    let operation: ComparisonOperator =
      switch op {
      case .lessThan: .lessThan
      case .lessThanOrEqual: .lessThanOrEqual
      case .greaterThan: .greaterThan
      case .greaterThanOrEqual: .greaterThanOrEqual
      @unknown default: .equal
      }
    return try .compare(converter.expression(lhs), operation, converter.expression(rhs))
  }
}

extension PredicateExpressions.SequenceContains: PredicateConvertible {
  func predicateTree(_ converter: PredicateConverter) throws(PredicateFormatError) -> PredicateTree
  { try .compare(converter.expression(element), .isIn, converter.expression(sequence)) }
}

extension PredicateExpressions.CollectionContainsCollection: PredicateConvertible {
  func predicateTree(_ converter: PredicateConverter) throws(PredicateFormatError) -> PredicateTree
  { try .compare(converter.expression(base), .contains, converter.expression(other)) }
}

extension PredicateExpressions.SequenceStartsWith: PredicateConvertible {
  func predicateTree(_ converter: PredicateConverter) throws(PredicateFormatError) -> PredicateTree
  { try .compare(converter.expression(base), .beginsWith, converter.expression(prefix)) }
}

extension PredicateExpressions.RangeExpressionContains: PredicateConvertible {
  func predicateTree(_ converter: PredicateConverter) throws(PredicateFormatError) -> PredicateTree
  { try .compare(converter.expression(element), .between, converter.expression(range)) }
}

extension FormatExpression: PredicateConvertible {
  func predicateTree(_ converter: PredicateConverter) throws(PredicateFormatError) -> PredicateTree
  { tree }
}
