// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension Binder {
  func comparison(_ comparison: Comparison) throws(PredicateFormatError) -> Test<Model> {
    let left = try expression(comparison.left)
    let right = try expression(comparison.right)
    if comparison.quantifier == nil {
      try checkTypes(comparison, left.type, right.type)
      if let test = Self.scalarTest(comparison, left, right) { return test }
    }
    let compare = try ValueComparison(
      comparison.operation, comparison.options, environment, right: right.constant)
    let leftValue = left.evaluation
    let rightValue = right.evaluation
    guard let quantifier = comparison.quantifier else {
      return { model, locals throws(PredicateFormatError) in
        try compare(try leftValue(model, locals), try rightValue(model, locals))
      }
    }
    return { model, locals throws(PredicateFormatError) in
      let value = try leftValue(model, locals)
      guard let elements = value.isNull ? [] : value.elements else {
        throw PredicateFormatError(
          .typeMismatch, "expected a list after \(quantifier.rawValue), found \(value.kind)")
      }
      let other = try rightValue(model, locals)
      // ANY and NONE are decided by an element that compares true, ALL by one that does not.
      for element in elements where try compare(element, other) == (quantifier != .all) {
        return quantifier == .any
      }
      return quantifier != .any
    }
  }

  /// Refuses what would raise an exception for every object, because a key's type allows no
  /// order with the other side.
  private func checkTypes(
    _ comparison: Comparison, _ left: KeyType, _ right: KeyType
  ) throws(PredicateFormatError) {
    guard comparison.left.plainKeyPath != nil || comparison.right.plainKeyPath != nil else {
      return
    }
    let operation = comparison.operation
    let fits: Bool
    switch operation {
    case _ where operation.isOrdering: fits = left.hasOrder(with: right)
    case _ where operation.isTextual: fits = left.fits(.string) && right.fits(.string)
    case .isIn: fits = right.isCollection
    case .contains: fits = left.isCollection
    case .between: fits = right.isList
    default: return
    }
    guard fits else {
      throw PredicateFormatError(
        .typeMismatch,
        "\(left.words) and \(right.words) cannot be compared by "
          + "\(operation.rawValue) in '\(PredicateTree.comparison(comparison).predicateFormat)'")
    }
  }
}

extension KeyType {
  fileprivate func fits(_ type: KeyType) -> Bool { self == type || self == .any }

  fileprivate var isList: Bool { if case .list = self { true } else { self == .any } }

  fileprivate var isCollection: Bool { isList || self == .string }

  fileprivate func hasOrder(with other: KeyType) -> Bool {
    if self == .any || other == .any { return true }
    if isNumeric, other.isNumeric { return true }
    return self == other && (self == .string || self == .date)
  }
}

// MARK: - Scalars

extension Binder {
  /// A test that reads a scalar unboxed and compares it with a constant: the usual comparison.
  private static func scalarTest(
    _ comparison: Comparison, _ left: BoundExpression<Model>, _ right: BoundExpression<Model>
  ) -> Test<Model>? {
    switch (left.content, right.content) {
    case (.reader(let reader), .constant(let constant)):
      return scalarTest(reader, comparison.operation, constant, comparison.options)
    case (.constant(let constant), .reader(let reader)):
      guard let mirrored = comparison.operation.mirrored else { return nil }
      return scalarTest(reader, mirrored, constant, comparison.options)
    default: return nil
    }
  }

  private static func scalarTest(
    _ reader: Reader<Model>, _ operation: ComparisonOperator, _ constant: PredicateValue,
    _ options: StringOptions
  ) -> Test<Model>? {
    guard operation.isOrdering || operation == .equal || operation == .notEqual else { return nil }
    // A comparison of nil with a constant that is not nil is false but for '!='.
    let ofNull = operation == .notEqual
    switch (reader, constant) {
    case (.number(let read), .integer), (.number(let read), .number):
      // An integer above 2^53 that no Double holds is compared the slow and exact way.
      guard let numeric = constant.numeric,
        Numeric.number(numeric.double).order(to: numeric) == .equal
      else { return nil }
      let bound = numeric.double
      return { model, _ in
        guard let value = read(model) else { return ofNull }
        return operation.compares(value, bound)
      }
    case (.integer(let read), .integer(let bound)):
      return { model, _ in
        guard let value = read(model) else { return ofNull }
        return operation.compares(value, bound)
      }
    case (.boolean(let read), .boolean(let bound)):
      return { model, _ in
        guard let value = read(model) else { return ofNull }
        return operation.compares(value ? 1 : 0, bound ? 1 : 0)
      }
    case (.string(let read), .string(let bound))
    where options.isEmpty && bound.isASCII && bound.utf8.count <= 64:
      // Nothing but itself is equal to ASCII text of the same length in UTF-8.
      let length = bound.utf8.count
      return { model, _ in
        guard let value = read(model) else { return ofNull }
        switch operation {
        case .equal: return value.utf8.count == length && value == bound
        case .notEqual: return value.utf8.count != length || value != bound
        default: return operation.holds(value.order(to: bound))
        }
      }
    default: return nil
    }
  }
}
