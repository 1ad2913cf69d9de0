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

/// What a conjunction leaves of the values of one key.
struct PossibleValues {
  private var low: (value: PredicateValue, isIncluded: Bool)?
  private var high: (value: PredicateValue, isIncluded: Bool)?
  private var allowed: Set<PredicateValue>?
  private var excluded: Set<PredicateValue> = []

  /// Takes another condition into account.
  mutating func restrict(_ operation: ComparisonOperator, _ value: PredicateValue) {
    switch operation {
    case .equal: allow([value])
    case .notEqual: excluded.insert(value)
    case .isIn: if case .list(let values) = value { allow(values) }
    case .lessThan, .lessThanOrEqual:
      let bound = (value: value, isIncluded: operation == .lessThanOrEqual)
      if Self.isTighter(bound, than: high, .before) { high = bound }
    case .greaterThan, .greaterThanOrEqual:
      let bound = (value: value, isIncluded: operation == .greaterThanOrEqual)
      if Self.isTighter(bound, than: low, .after) { low = bound }
    case .between:
      guard case .list(let bounds) = value, bounds.count == 2 else { return }
      restrict(.greaterThanOrEqual, bounds[0])
      restrict(.lessThanOrEqual, bounds[1])
    default: break
    }
  }

  private mutating func allow(_ values: [PredicateValue]) {
    allowed = allowed?.intersection(values) ?? Set(values)
  }

  private static func isTighter(
    _ bound: (value: PredicateValue, isIncluded: Bool),
    than other: (value: PredicateValue, isIncluded: Bool)?, _ order: Order
  ) -> Bool {
    guard let other else { return true }
    let found = try? bound.value.order(to: other.value)
    return found == order || found == .equal && !bound.isIncluded
  }

  /// Whether nothing is left.
  var isEmpty: Bool {
    if let allowed {
      return !allowed.contains { !excluded.contains($0) && isWithinBounds($0) }
    }
    guard let low, let high, let order = try? low.value.order(to: high.value) else { return false }
    return order == .after || order == .equal && !(low.isIncluded && high.isIncluded)
      || order == .equal && excluded.contains(low.value)
  }

  /// Whether a value lies within the bounds; one that has no order with them counts as within.
  private func isWithinBounds(_ value: PredicateValue) -> Bool {
    if value.isNull { return low == nil && high == nil }
    if let low, let order = try? value.order(to: low.value) {
      if order == .before || order == .equal && !low.isIncluded { return false }
    }
    if let high, let order = try? value.order(to: high.value) {
      if order == .after || order == .equal && !high.isIncluded { return false }
    }
    return true
  }
}

extension LintWalk {
  /// Parts of a conjunction about one key that leave it no value.
  mutating func checkConjunction(_ parts: [PredicateTree]) {
    for (path, comparisons) in Self.byPath(parts) where comparisons.count > 1 {
      var values = PossibleValues()
      for comparison in comparisons { values.restrict(comparison.operation, comparison.value) }
      guard values.isEmpty else { continue }
      report(
        PredicateFinding(
          .contradiction,
          "no '\(path)' fulfils all of \(Self.list(comparisons)): the conjunction "
            + "is never true",
          remedy: "join them with OR, or exchange the operators"))
    }
  }

  /// Parts of a disjunction about one key that leave out no value.
  mutating func checkDisjunction(_ parts: [PredicateTree]) {
    for (path, comparisons) in Self.byPath(parts) where comparisons.count > 1 {
      var missed = PossibleValues()
      guard comparisons.allSatisfy({ $0.negatedOperation != nil }) else { continue }
      for comparison in comparisons {
        if let negated = comparison.negatedOperation { missed.restrict(negated, comparison.value) }
      }
      guard missed.isEmpty else { continue }
      report(
        PredicateFinding(
          .alwaysTrue, "every '\(path)' that is not nil fulfils one of \(Self.list(comparisons))",
          remedy: "join them with AND"))
    }
  }

  private static func byPath(
    _ parts: [PredicateTree]
  ) -> [(key: String, value: [SimpleComparison])] {
    Dictionary(grouping: parts.compactMap(SimpleComparison.init), by: \.path)
      .sorted { $0.key < $1.key }
  }

  private static func list(_ comparisons: [SimpleComparison]) -> String {
    comparisons.map { comparison in
      "'\(comparison.operation.rawValue) \(ExpressionTree.constant(comparison.value))'"
    }.joined(separator: ", ")
  }
}
