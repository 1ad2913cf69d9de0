// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A value within a predicate, as a tree.
public indirect enum ExpressionTree: Sendable {
  /// A literal, or an argument that was put in for a `%` conversion.
  case constant(PredicateValue)

  /// `SELF`: the object that is evaluated.
  case evaluatedObject

  /// `$name`: a variable.
  case variable(String)

  /// A path of keys, starting at an expression or at the evaluated object.
  case keyPath(of: ExpressionTree?, [KeySegment])

  /// An element of a collection, or its size.
  case element(of: ExpressionTree, Subscript)

  /// `{a, b}`: a list of expressions.
  case aggregate([ExpressionTree])

  /// A built-in function, arithmetic included.
  case function(PredicateFunction, [ExpressionTree])

  /// `FUNCTION(receiver, 'selector:', …)`: one of the named methods in ``PredicateMethod``.
  case message(ExpressionTree, PredicateMethod, [ExpressionTree])

  /// `SUBQUERY(collection, $variable, predicate)`: the elements for which the predicate is true.
  case subquery(ExpressionTree, variable: String, PredicateTree)

  /// `TERNARY(predicate, a, b)`.
  case ternary(PredicateTree, ExpressionTree, ExpressionTree)
}

/// One part of a key path.
public enum KeySegment: Hashable, Sendable {
  /// A key's name.
  case name(String)
  /// `$name`: the key that a variable holds.
  case variable(String)
  /// `@count`, `@sum` and the like.
  case collection(CollectionOperator)
}

/// What is computed over the objects of a collection within a key path.
public enum CollectionOperator: String, CaseIterable, Sendable {
  /// The number of objects.
  case count
  /// The sum, nil counted as zero.
  case sum
  /// The mean, nil counted as zero; zero for no objects.
  case avg
  /// The least value, nil left out; nil for no objects.
  case min
  /// The greatest value, nil left out; nil for no objects.
  case max
  /// The values, each once, in the order in which they first come.
  case distinctUnionOfObjects
  /// The values.
  case unionOfObjects
}

/// What stands in brackets after an expression.
public indirect enum Subscript: Equatable, Sendable {
  /// `[FIRST]`.
  case first
  /// `[LAST]`.
  case last
  /// `[SIZE]`.
  case size
  /// `[0]`, or the key of a dictionary.
  case index(ExpressionTree)
}

extension ExpressionTree: Equatable {
  /// Whether two trees say the same: a constant list and a list of constants do.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.constant(.list(let values)), .aggregate(let trees)),
      (.aggregate(let trees), .constant(.list(let values))):
      trees == values.map(ExpressionTree.constant)
    case (.constant(let a), .constant(let b)): a == b
    case (.evaluatedObject, .evaluatedObject): true
    case (.variable(let a), .variable(let b)): a == b
    case (.keyPath(let a, let keys), .keyPath(let b, let others)): a == b && keys == others
    case (.element(let a, let at), .element(let b, let other)): a == b && at == other
    case (.aggregate(let a), .aggregate(let b)): a == b
    case (.function(let f, let a), .function(let g, let b)): f == g && a == b
    case (.message(let a, let f, let x), .message(let b, let g, let y)): a == b && f == g && x == y
    case (.subquery(let a, let v, let p), .subquery(let b, let w, let q)):
      a == b && v == w && p == q
    case (.ternary(let p, let a, let b), .ternary(let q, let c, let d)): p == q && a == c && b == d
    default: false
    }
  }
}

// MARK: - Building

extension ExpressionTree {
  /// A key path such as `videoAttributes.videoRange`, of names alone.
  public static func key(_ path: String) -> ExpressionTree {
    .keyPath(of: nil, path.split(separator: ".").map { .name(String($0)) })
  }

  /// The names of a plain key path of the evaluated object, joined by full stops.
  public var plainKeyPath: String? {
    guard case .keyPath(let base, let segments) = self, base == nil || base == .evaluatedObject
    else { return nil }
    var names: [String] = []
    for segment in segments {
      guard case .name(let name) = segment else { return nil }
      names.append(name)
    }
    return names.joined(separator: ".")
  }

  /// The value of a constant.
  public var constantValue: PredicateValue? {
    switch self {
    case .constant(let value): return value
    case .aggregate(let parts):
      let values = parts.compactMap(\.constantValue)
      return values.count == parts.count ? .list(values) : nil
    default: return nil
    }
  }
}

extension ExpressionTree: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByBooleanLiteral
{
  /// A constant integer.
  public init(integerLiteral value: Int64) { self = .constant(.integer(value)) }
  /// A constant number.
  public init(floatLiteral value: Double) { self = .constant(.number(value)) }
  /// A constant string.
  public init(stringLiteral value: String) { self = .constant(.string(value)) }
  /// A constant truth value.
  public init(booleanLiteral value: Bool) { self = .constant(.boolean(value)) }
}
