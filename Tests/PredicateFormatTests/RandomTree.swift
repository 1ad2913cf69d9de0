// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import PredicateFormat
import RungTestSupport

/// Trees of every kind of node, by chance.
struct RandomTree {
  var generator: SeededGenerator

  mutating func predicate(_ depth: Int) -> PredicateTree {
    guard depth > 0 else { return chance(8) ? .constant(chance(2)) : comparison(0) }
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: return .not(predicate(depth - 1))
    case 1, 2: return .and(predicates(depth - 1))
    case 3, 4: return .or(predicates(depth - 1))
    default: return comparison(depth - 1)
    }
  }

  private mutating func predicates(_ depth: Int) -> [PredicateTree] {
    (0..<Int.random(in: 2...4, using: &generator)).map { _ in predicate(depth) }
  }

  private mutating func comparison(_ depth: Int) -> PredicateTree {
    // Equality is of any two values; most other operators raise on most of them.
    .compare(
      expression(chance(2) ? 0 : depth),
      chance(3) ? pick(ComparisonOperator.allCases) : pick([.equal, .notEqual]),
      expression(chance(2) ? 0 : depth),
      options: chance(4) ? [pick([.caseInsensitive, .normalized])] : [],
      quantifier: chance(12) ? pick(Comparison.Quantifier.allCases) : nil)
  }

  mutating func expression(_ depth: Int) -> ExpressionTree {
    guard depth > 0 else { return simple() }
    switch Int.random(in: 0..<10, using: &generator) {
    case 0: return .aggregate(expressions(0...3, depth - 1))
    case 1, 2: return function(depth - 1)
    case 3: return .keyPath(of: base(depth - 1), segments())
    case 4: return .element(of: base(depth - 1), position(depth - 1))
    case 5:
      let method = pick(PredicateMethod.allCases)
      return .message(
        expression(depth - 1), method, expressions(method.arity...method.arity, depth - 1))
    case 6:
      return .subquery(expression(depth - 1), variable: pick(["x", "y"]), predicate(depth - 1))
    case 7: return .ternary(predicate(depth - 1), expression(depth - 1), expression(depth - 1))
    default: return simple()
    }
  }

  private mutating func expressions(_ count: ClosedRange<Int>, _ depth: Int) -> [ExpressionTree] {
    (0..<Int.random(in: count, using: &generator)).map { _ in expression(depth) }
  }

  private mutating func simple() -> ExpressionTree {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: .evaluatedObject
    case 1: .variable(pick(["x", "y", "größe", "a b"]))
    case 2, 3: .keyPath(of: chance(4) ? .evaluatedObject : nil, segments())
    default: .constant(value(2))
    }
  }

  /// What a path or an index stands behind: no path, which would be one with what follows.
  private mutating func base(_ depth: Int) -> ExpressionTree {
    let tree = expression(depth)
    if case .keyPath = tree { return .variable("x") }
    return tree == .evaluatedObject ? .variable("y") : tree
  }

  private mutating func segments() -> [KeySegment] {
    let names = [
      "a", "b", "like", "first", "ünï", "two words", "1st", "list", "name", "x-y", "😀", "self",
      "SELF",
    ]
    return (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      chance(6) ? .collection(pick(CollectionOperator.allCases)) : .name(pick(names))
    }
  }

  private mutating func position(_ depth: Int) -> Subscript {
    chance(2) ? pick([.first, .last, .size]) : .index(expression(depth))
  }

  private mutating func function(_ depth: Int) -> ExpressionTree {
    let volatile: Set<PredicateFunction> = [.random, .randomBelow, .now]
    let function = pick(PredicateFunction.allCases.filter { !volatile.contains($0) })
    // A cast of a constant to a date is a constant.
    if function == .cast { return .function(.cast, [.variable("x"), "NSString"]) }
    return .function(function, expressions(function.arity...function.arity, depth))
  }

  private mutating func value(_ depth: Int) -> PredicateValue {
    switch Int.random(in: 0..<9, using: &generator) {
    case 0: .null
    case 1: .boolean(chance(2))
    case 2: .integer(Int64.random(in: -3...40, using: &generator))
    case 3: .integer(pick([.min, .max, 1 << 53, -1, 0]))
    case 4: .number(pick([0.5, -2.0, 1e300, -1e-300, .infinity, -.infinity, 1e16, 29.97]))
    case 5, 6:
      .string(pick(["", "a", "Ab*", "it's \"q\"", "\\", "\n\t\u{1}", "é", "e\u{301}", "😀"]))
    case 7 where depth > 0:
      .list((0..<Int.random(in: 0...3, using: &generator)).map { _ in value(depth - 1) })
    default: .date(Double(Int.random(in: -5...5, using: &generator)))
    }
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &generator)]
  }

  private mutating func chance(_ one: Int) -> Bool {
    Int.random(in: 0..<one, using: &generator) == 0
  }
}
