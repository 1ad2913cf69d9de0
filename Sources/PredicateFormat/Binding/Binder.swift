// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Compiles trees into closures over one model.
struct Binder<Model>: Sendable {
  let table: KeyTable<Model>
  let environment: any PredicateEnvironment
  let variables: [String: PredicateValue]
  /// The variables of the subqueries around, the innermost last.
  var locals: [String] = []

  func predicate(_ tree: PredicateTree) throws(PredicateFormatError) -> Test<Model> {
    switch tree {
    case .constant(let value): return { _, _ in value }
    case .comparison(let comparison): return try self.comparison(comparison)
    case .not(let part):
      let test = try predicate(part)
      return { model, locals throws(PredicateFormatError) in try !test(model, locals) }
    case .and(let parts): return try conjunction(parts)
    case .or(let parts): return try disjunction(parts)
    case .leaf(let leaf):
      guard let condition = leaf.condition(on: Model.self) else {
        throw PredicateFormatError(
          .typeMismatch, "'\(leaf.predicateFormat)' is a condition on another model")
      }
      return { model, _ throws(PredicateFormatError) in try condition(model) }
    }
  }

  private func tests(_ parts: [PredicateTree]) throws(PredicateFormatError) -> [Test<Model>] {
    var tests: [Test<Model>] = []
    for part in parts { tests.append(try predicate(part)) }
    return tests
  }

  private func conjunction(_ parts: [PredicateTree]) throws(PredicateFormatError) -> Test<Model> {
    let tests = try tests(parts)
    // Two parts are the usual case and need no loop.
    if tests.count == 2 {
      let (first, second) = (tests[0], tests[1])
      return { model, locals throws(PredicateFormatError) in
        guard try first(model, locals) else { return false }
        return try second(model, locals)
      }
    }
    return { model, locals throws(PredicateFormatError) in
      for test in tests where try !test(model, locals) { return false }
      return true
    }
  }

  private func disjunction(_ parts: [PredicateTree]) throws(PredicateFormatError) -> Test<Model> {
    let tests = try tests(parts)
    return { model, locals throws(PredicateFormatError) in
      for test in tests where try test(model, locals) { return true }
      return false
    }
  }
}

/// A compiled expression: a constant, a scalar that is read unboxed, or a value.
struct BoundExpression<Model> {
  enum Content {
    case constant(PredicateValue)
    case reader(Reader<Model>)
    case evaluation(Evaluation<Model>)
  }

  var content: Content

  /// What is known of the value's type.
  var type = KeyType.any

  static func constant(_ value: PredicateValue) -> Self {
    BoundExpression(content: .constant(value), type: value.type)
  }

  /// The expression as a closure that gives a value.
  var evaluation: Evaluation<Model> {
    switch content {
    case .constant(let value): return { _, _ in value }
    case .evaluation(let evaluation): return evaluation
    case .reader(.value(let read)): return { model, _ in read(model) }
    case .reader(let reader): return { model, _ in reader.value(of: model) }
    }
  }

  var constant: PredicateValue? {
    if case .constant(let value) = content { value } else { nil }
  }
}

extension PredicateValue {
  /// The type of the value; nil is of any type.
  var type: KeyType {
    switch self {
    case .null: .any
    case .boolean: .boolean
    case .integer: .integer
    case .number: .number
    case .string: .string
    case .date: .date
    case .list: .list(.any)
    case .dictionary: .any
    case .object: .object
    }
  }
}
