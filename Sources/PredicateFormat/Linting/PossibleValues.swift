// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

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
