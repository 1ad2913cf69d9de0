// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A comparison operator with its options, ready to compare two values.
struct ValueComparison: Sendable {
  let operation: ComparisonOperator
  let text: TextRules
  /// The test for a pattern that is constant, compiled once.
  var pattern: (@Sendable (String) throws(PredicateFormatError) -> Bool)?

  /// The elements of a constant list, to be found at once however many they are.
  private var members: Set<PredicateValue>?

  /// Prepares an operator; a constant on the right that is no pattern is an error at once.
  init(
    _ operation: ComparisonOperator, _ options: StringOptions,
    _ environment: any PredicateEnvironment, right: PredicateValue?
  ) throws(PredicateFormatError) {
    self.operation = operation
    text = TextRules(options: options, environment: environment)
    if operation == .isIn, options.isEmpty, case .list(let elements)? = right {
      members = Set(elements)
    }
    guard case .string(let source)? = right else { return }
    if operation == .matches { pattern = try environment.regularExpression(source, options) }
    if operation == .like {
      let like = try LikePattern(source, text)
      pattern = { string throws(PredicateFormatError) in try like.matches(string) }
    }
  }

  /// Whether the comparison is true for two values.
  func callAsFunction(
    _ left: PredicateValue, _ right: PredicateValue
  ) throws(PredicateFormatError) -> Bool {
    switch operation {
    case .equal: try isEqual(left, right)
    case .notEqual: try !isEqual(left, right)
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual: try isOrdered(left, right)
    case .between: try isBetween(left, right)
    case .isIn: if let members { members.contains(left) } else { try isElement(left, of: right) }
    case .contains: try isElement(right, of: left)
    case .beginsWith, .endsWith, .like, .matches: try matches(left, right)
    }
  }
}

// MARK: - Equality and order

extension ValueComparison {
  /// Nil equals nil alone, and nothing is coerced: `"42"` is not 42.
  func isEqual(
    _ left: PredicateValue, _ right: PredicateValue
  ) throws(PredicateFormatError) -> Bool {
    guard case (.string(let a), .string(let b)) = (left, right) else { return left == right }
    return try text.isEqual(a, b)
  }

  /// An order with one nil is false whichever operator asks; two nils are equal.
  private func isOrdered(
    _ left: PredicateValue, _ right: PredicateValue
  ) throws(PredicateFormatError) -> Bool {
    if left.isNull || right.isNull { return left.isNull && right.isNull && holds(.equal) }
    guard case (.string(let a), .string(let b)) = (left, right) else {
      return holds(try left.order(to: right))
    }
    return holds(try text.order(a, b))
  }

  private func holds(_ order: Order?) -> Bool { order.map(operation.holds) ?? false }

  /// Both bounds are included. Their number is looked at only here, when a value is compared.
  private func isBetween(
    _ value: PredicateValue, _ bounds: PredicateValue
  ) throws(PredicateFormatError) -> Bool {
    guard case .list(let bounds) = bounds else {
      throw PredicateFormatError(
        .typeMismatch, "expected a list of two bounds after BETWEEN, found \(bounds.kind)")
    }
    guard bounds.count == 2 else {
      throw PredicateFormatError(
        .wrongCount, "expected two bounds after BETWEEN, found \(bounds.count)")
    }
    if value.isNull || bounds[0].isNull || bounds[1].isNull { return false }
    let order = { (a: PredicateValue, b: PredicateValue) throws(PredicateFormatError) -> Order? in
      guard case (.string(let x), .string(let y)) = (a, b) else { return try a.order(to: b) }
      return try text.order(x, y)
    }
    guard let low = try order(value, bounds[0]), let high = try order(value, bounds[1]) else {
      return false
    }
    return low != .before && high != .after
  }
}

extension ComparisonOperator {
  /// Whether the operator is true of two values that follow each other so.
  func holds(_ order: Order) -> Bool {
    switch self {
    case .lessThan: order == .before
    case .lessThanOrEqual: order != .after
    case .greaterThan: order == .after
    case .greaterThanOrEqual: order != .before
    case .equal: order == .equal
    case .notEqual: order != .equal
    default: false
    }
  }
}

// MARK: - Membership

extension ValueComparison {
  /// An element of a list, a value of a dictionary, or a part of a string.
  private func isElement(
    _ element: PredicateValue, of collection: PredicateValue
  ) throws(PredicateFormatError) -> Bool {
    switch collection {
    case .null: return false
    case .string(let whole):
      if element.isNull { return false }
      guard case .string(let part) = element else {
        throw mismatch("a string to look for", element)
      }
      return try text.contains(whole, part)
    case .list, .dictionary:
      guard text.options.isEmpty, let elements = collection.elements else {
        for candidate in collection.elements ?? [] where try isEqual(element, candidate) {
          return true
        }
        return false
      }
      return elements.contains(element)
    default: throw mismatch("a list or a string", collection)
    }
  }

  // MARK: - Strings

  private func matches(
    _ left: PredicateValue, _ right: PredicateValue
  ) throws(PredicateFormatError) -> Bool {
    if left.isNull || right.isNull { return false }
    guard case .string(let string) = left else { throw mismatch("a string", left) }
    guard case .string(let other) = right else { throw mismatch("a string", right) }
    if let pattern { return try pattern(string) }
    switch operation {
    case .beginsWith: return try text.hasPrefix(string, other)
    case .endsWith: return try text.hasSuffix(string, other)
    case .like: return try LikePattern(other, text).matches(string)
    default:
      return try text.environment.regularExpression(other, text.options)(string)
    }
  }

  private func mismatch(_ expected: String, _ found: PredicateValue) -> PredicateFormatError {
    PredicateFormatError(
      .typeMismatch, "expected \(expected) for \(operation.rawValue), found \(found.kind)")
  }
}
