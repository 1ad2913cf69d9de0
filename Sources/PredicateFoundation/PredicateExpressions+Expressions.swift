// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import PredicateFormat

extension PredicateExpressions.Value: ExpressionConvertible {
  func expressionTree(
    _ converter: PredicateConverter
  ) throws(PredicateFormatError) -> ExpressionTree {
    if let range = value as? ClosedRange<Int> { return .bounds(range.lowerBound, range.upperBound) }
    if let range = value as? ClosedRange<Double> {
      return .bounds(range.lowerBound, range.upperBound)
    }
    if let range = value as? ClosedRange<String> {
      return .bounds(range.lowerBound, range.upperBound)
    }
    let constant = PredicateValue(bridging: value)
    if case .object = constant {
      throw PredicateFormatError(
        .unreadable, "a constant of type '\(Output.self)' has no counterpart")
    }
    return .constant(constant)
  }
}

extension ExpressionTree {
  fileprivate static func bounds<Bound: PredicateValueConvertible>(
    _ low: Bound, _ high: Bound
  ) -> ExpressionTree {
    .aggregate([.constant(low.predicateValue), .constant(high.predicateValue)])
  }
}

extension PredicateExpressions.ClosedRange: ExpressionConvertible {
  func expressionTree(
    _ converter: PredicateConverter
  ) throws(PredicateFormatError) -> ExpressionTree {
    .aggregate([try converter.expression(lower), try converter.expression(upper)])
  }
}

extension PredicateExpressions.NilLiteral: ExpressionConvertible {
  func expressionTree(
    _ converter: PredicateConverter
  ) throws(PredicateFormatError) -> ExpressionTree { .constant(nil) }
}

extension PredicateExpressions.Variable: ExpressionConvertible {
  func expressionTree(
    _ converter: PredicateConverter
  ) throws(PredicateFormatError) -> ExpressionTree {
    let path = try converter.path(of: key)
    return path.isEmpty ? .evaluatedObject : .key(path.joined(separator: "."))
  }
}

extension PredicateExpressions.KeyPath: ExpressionConvertible {
  func expressionTree(
    _ converter: PredicateConverter
  ) throws(PredicateFormatError) -> ExpressionTree {
    let base = try converter.expression(root)
    switch kind {
    case .collectionCount?: return base.appending(.collection(.count))
    case .collectionFirst?: return .element(of: base, .first)
    case .collectionIsEmpty?, .bidirectionalCollectionLast?:
      throw PredicateFormatError(.unreadable, "'\(keyPath)' has no counterpart")
    default: return try converter.key(keyPath, of: base)
    }
  }
}

extension ExpressionTree {
  fileprivate func appending(_ segment: KeySegment) -> ExpressionTree {
    guard case .keyPath(let base, let segments) = self else { return .keyPath(of: self, [segment]) }
    return .keyPath(of: base, segments + [segment])
  }
}

extension PredicateExpressions.OptionalFlatMap: ExpressionConvertible {
  /// `$0.video?.range`: the rest of the path behind a value that may be missing.
  func expressionTree(
    _ converter: PredicateConverter
  ) throws(PredicateFormatError) -> ExpressionTree {
    let base = try converter.expression(wrapped)
    return try converter.knowing(variable.key, as: base).expression(transform)
  }
}

extension PredicateExpressions.UnaryMinus: ExpressionConvertible {
  func expressionTree(
    _ converter: PredicateConverter
  ) throws(PredicateFormatError) -> ExpressionTree {
    .function(.subtract, [0, try converter.expression(wrapped)])
  }
}

extension PredicateExpressions.Arithmetic: ExpressionConvertible {
  func expressionTree(
    _ converter: PredicateConverter
  ) throws(PredicateFormatError) -> ExpressionTree {
    let function: PredicateFunction =
      switch op {
      case .add: .add
      case .subtract: .subtract
      case .multiply: .multiply
      @unknown default: .add
      }
    return .function(function, [try converter.expression(lhs), try converter.expression(rhs)])
  }
}

extension PredicateExpressions.Conditional: ExpressionConvertible {
  func expressionTree(
    _ converter: PredicateConverter
  ) throws(PredicateFormatError) -> ExpressionTree {
    .ternary(
      try converter.predicate(test), try converter.expression(trueBranch),
      try converter.expression(falseBranch))
  }
}
