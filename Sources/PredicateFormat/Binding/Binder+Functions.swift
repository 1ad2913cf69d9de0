// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension Binder {
  func function(
    _ function: PredicateFunction, _ arguments: [ExpressionTree]
  ) throws(PredicateFormatError) -> BoundExpression<Model> {
    guard arguments.count == function.arity else {
      throw PredicateFormatError(
        .unknownFunction,
        "expected \(PredicateFormatError.count(function.arity, "argument")) for "
          + "'\(function.rawValue)', found \(arguments.count)")
    }
    var bound: [BoundExpression<Model>] = []
    for argument in arguments { bound.append(try expression(argument)) }
    if let folded = Self.folded(function, bound.map(\.constant), environment) {
      return .constant(folded)
    }
    let environment = environment
    switch bound.count {
    case 2:
      let (first, second) = (bound[0].evaluation, bound[1].evaluation)
      return BoundExpression(
        content: .evaluation { model, locals throws(PredicateFormatError) in
          try function.evaluate(
            try first(model, locals), try second(model, locals), environment)
        }, type: function.resultType)
    case 1:
      let argument = bound[0].evaluation
      return BoundExpression(
        content: .evaluation { model, locals throws(PredicateFormatError) in
          try function.evaluate(try argument(model, locals), environment)
        }, type: function.resultType)
    default:
      return BoundExpression(
        content: .evaluation { _, _ throws(PredicateFormatError) in
          function == .now ? .date(try environment.now()) : .number(environment.random())
        }, type: function == .now ? .date : .number)
    }
  }

  /// The value of a function of constants. An error is left for evaluation to raise.
  private static func folded(
    _ function: PredicateFunction, _ arguments: [PredicateValue?],
    _ environment: any PredicateEnvironment
  ) -> PredicateValue? {
    guard !function.isVolatile else { return nil }
    switch (arguments.count, arguments.first ?? nil, arguments.last ?? nil) {
    case (1, let value?, _): return try? function.evaluate(value, environment)
    case (2, let a?, let b?): return try? function.evaluate(a, b, environment)
    default: return nil
    }
  }

  func message(
    _ receiver: ExpressionTree, _ method: PredicateMethod, _ arguments: [ExpressionTree]
  ) throws(PredicateFormatError) -> BoundExpression<Model> {
    guard arguments.count == method.arity else {
      throw PredicateFormatError(
        .unknownFunction,
        "expected \(PredicateFormatError.count(method.arity, "argument")) for "
          + "'\(method.rawValue)', found \(arguments.count)")
    }
    let receiver = try expression(receiver).evaluation
    let argument = try arguments.first.map { tree throws(PredicateFormatError) in
      try expression(tree).evaluation
    }
    return BoundExpression(
      content: .evaluation { model, locals throws(PredicateFormatError) in
        let value = try receiver(model, locals)
        guard let argument else { return try method.call(on: value, []) }
        return try method.call(on: value, [try argument(model, locals)])
      })
  }
}

extension PredicateFunction {
  /// What is known of the result's type.
  var resultType: KeyType {
    switch self {
    case .union, .intersect, .minus, .mode: .list(.any)
    case .uppercase, .lowercase: .string
    case .noIndex, .cast, .min, .max: .any
    case .now: .date
    default: .number
    }
  }
}
