// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A key compared with a constant, the key on the left.
struct SimpleComparison {
  let path: String
  let operation: ComparisonOperator
  let value: PredicateValue

  init?(_ comparison: Comparison) {
    guard comparison.quantifier == nil, comparison.options.isEmpty else { return nil }
    if let path = comparison.left.plainKeyPath, let value = comparison.right.constantValue {
      self.path = path
      operation = comparison.operation
      self.value = value
    } else if let path = comparison.right.plainKeyPath, let value = comparison.left.constantValue,
      let mirrored = comparison.operation.mirrored
    {
      self.path = path
      operation = mirrored
      self.value = value
    } else {
      return nil
    }
  }

  init?(_ tree: PredicateTree) {
    guard case .comparison(let comparison) = tree else { return nil }
    self.init(comparison)
  }

  /// The operator that is true where this one is false, nil aside.
  var negatedOperation: ComparisonOperator? {
    switch operation {
    case .lessThan: .greaterThanOrEqual
    case .lessThanOrEqual: .greaterThan
    case .greaterThan: .lessThanOrEqual
    case .greaterThanOrEqual: .lessThan
    case .equal: .notEqual
    case .notEqual: .equal
    default: nil
    }
  }
}
