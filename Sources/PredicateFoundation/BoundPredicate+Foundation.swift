// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Foundation
public import PredicateFormat

extension PredicateTree {
  /// The predicate as one of Foundation's, to be used where a `#Predicate` is: for
  /// `evaluate` and `filter`.
  ///
  /// - Parameter model: The model, whose keys are checked.
  /// - Returns: A predicate that can also be encoded: it is written as its canonical form.
  /// - Throws: What keeps the predicate from being bound, such as an unknown key.
  public func predicate<Model: PredicateKeyed>(
    on model: Model.Type
  ) throws(PredicateFormatError) -> Predicate<Model> {
    let bound = try bound(to: Model.predicateKeys, environment: ICUEnvironment())
    return Predicate { FormatExpression(variable: $0, bound: bound) }
  }
}

/// A format predicate as an expression of Foundation's predicates.
public struct FormatExpression<Model: PredicateKeyed>: StandardPredicateExpression {
  let variable: PredicateExpressions.Variable<Model>
  let bound: BoundPredicate<Model>

  /// The predicate's tree.
  public var tree: PredicateTree { bound.tree }

  /// Whether the predicate is true for the object.
  public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
    try bound.evaluate(try variable.evaluate(bindings))
  }
}

extension FormatExpression: Codable {
  private enum CodingKeys: CodingKey { case variable, format }

  /// Writes the canonical form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(variable, forKey: .variable)
    try container.encode(tree.predicateFormat, forKey: .format)
  }

  /// Reads the canonical form and checks its keys.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    variable = try container.decode(PredicateExpressions.Variable<Model>.self, forKey: .variable)
    let tree = try PredicateTree(format: try container.decode(String.self, forKey: .format))
    bound = try tree.bound(to: Model.predicateKeys, environment: ICUEnvironment())
  }
}
