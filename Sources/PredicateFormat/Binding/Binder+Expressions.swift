// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension Binder {
  func expression(
    _ tree: ExpressionTree
  ) throws(PredicateFormatError) -> BoundExpression<Model> {
    switch tree {
    case .constant(let value): return .constant(value)
    case .evaluatedObject: return try evaluatedObject()
    case .variable(let name): return try variable(name)
    case .keyPath(let base, let segments): return try keyPath(base, segments)
    case .element(let base, let position): return try element(base, position)
    case .aggregate(let parts): return try aggregate(parts)
    case .function(let function, let arguments): return try self.function(function, arguments)
    case .message(let receiver, let method, let arguments):
      return try message(receiver, method, arguments)
    case .subquery(let collection, let variable, let predicate):
      return try subquery(collection, variable, predicate)
    case .ternary(let condition, let first, let second):
      return try ternary(condition, first, second)
    }
  }

  private func evaluatedObject() throws(PredicateFormatError) -> BoundExpression<Model> {
    guard let reader = table.evaluatedObject else {
      throw PredicateFormatError(
        .unsupported, "SELF is no value of this model", remedy: "compare one of its keys")
    }
    return BoundExpression(content: .reader(reader))
  }

  /// A subquery's variable is looked up when it is evaluated, any other one now.
  func variable(_ name: String) throws(PredicateFormatError) -> BoundExpression<Model> {
    if let index = locals.lastIndex(of: name) {
      return BoundExpression(content: .evaluation { _, locals in locals.values[index] })
    }
    guard let value = variables[name] else {
      let nearest = NearestName(to: name, among: Array(variables.keys)).name
      throw PredicateFormatError(
        .unboundVariable, "the variable '$\(name.abridged)' has no value",
        remedy: nearest.map { "did you mean '$\($0)'?" })
    }
    return .constant(value)
  }

  private func element(
    _ base: ExpressionTree, _ position: Subscript
  ) throws(PredicateFormatError) -> BoundExpression<Model> {
    let list = try expression(base).evaluation
    let fixed: ElementPosition
    switch position {
    case .first: fixed = .first
    case .last: fixed = .last
    case .size: fixed = .size
    case .index(let index):
      let index = try expression(index).evaluation
      return BoundExpression(
        content: .evaluation { model, locals throws(PredicateFormatError) in
          try list(model, locals).element(.index(try index(model, locals)))
        })
    }
    return BoundExpression(
      content: .evaluation { model, locals throws(PredicateFormatError) in
        try list(model, locals).element(fixed)
      }, type: position == .size ? .integer : .any)
  }

  private func aggregate(
    _ parts: [ExpressionTree]
  ) throws(PredicateFormatError) -> BoundExpression<Model> {
    if let constant = ExpressionTree.aggregate(parts).constantValue { return .constant(constant) }
    var evaluations: [Evaluation<Model>] = []
    for part in parts { evaluations.append(try expression(part).evaluation) }
    let fixed = evaluations
    return BoundExpression(
      content: .evaluation { model, locals throws(PredicateFormatError) in
        var values: [PredicateValue] = []
        values.reserveCapacity(fixed.count)
        for evaluation in fixed { values.append(try evaluation(model, locals)) }
        return .list(values)
      }, type: .list(.any))
  }

  private func subquery(
    _ collection: ExpressionTree, _ variable: String, _ predicate: PredicateTree
  ) throws(PredicateFormatError) -> BoundExpression<Model> {
    let list = try expression(collection).evaluation
    var inner = self
    inner.locals.append(variable)
    let test = try inner.predicate(predicate)
    return BoundExpression(
      content: .evaluation { model, locals throws(PredicateFormatError) in
        let value = try list(model, locals)
        if value.isNull { return .null }
        guard let elements = value.elements else {
          throw PredicateFormatError(
            .typeMismatch, "expected a list in SUBQUERY, found \(value.kind)")
        }
        var matches: [PredicateValue] = []
        let budget = locals.subqueryBudget
        for element in elements {
          try budget.spend()
          if try test(model, locals.appending(element, budget)) { matches.append(element) }
        }
        return .list(matches)
      }, type: .list(.any))
  }

  private func ternary(
    _ condition: PredicateTree, _ first: ExpressionTree, _ second: ExpressionTree
  ) throws(PredicateFormatError) -> BoundExpression<Model> {
    let test = try predicate(condition)
    let first = try expression(first).evaluation
    let second = try expression(second).evaluation
    return BoundExpression(
      content: .evaluation { model, locals throws(PredicateFormatError) in
        try test(model, locals) ? try first(model, locals) : try second(model, locals)
      })
  }
}
