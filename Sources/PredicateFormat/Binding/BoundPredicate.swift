// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A predicate bound to a model: its key paths are checked and its tree is compiled to closures.
///
/// Evaluating allocates nothing where only scalars are compared. A bound predicate is immutable
/// and may be used from any thread.
public struct BoundPredicate<Model>: Sendable {
  /// The predicate that was bound.
  public let tree: PredicateTree

  /// What the keys are.
  public var schema: KeySchema { binder.table.schema }

  let binder: Binder<Model>
  private let test: Test<Model>

  init(_ tree: PredicateTree, _ binder: Binder<Model>) throws(PredicateFormatError) {
    self.tree = tree
    self.binder = binder
    test = try binder.predicate(tree)
  }

  /// Whether the predicate is true for an object.
  ///
  /// - Throws: What Apple's Foundation raises an exception for: values without an order, a
  ///   missing key of an object, `BETWEEN` with other than two bounds, and a match that takes too
  ///   many steps.
  public func evaluate(_ model: Model) throws(PredicateFormatError) -> Bool {
    try test(model, [])
  }
}

extension PredicateTree {
  /// Checks the predicate's keys against a model's and compiles it.
  ///
  /// - Parameters:
  ///   - table: The keys of the model.
  ///   - variables: The values of `$` variables.
  ///   - environment: What folds strings and matches patterns.
  /// - Returns: The predicate, ready to be evaluated.
  /// - Throws: An unknown key, a variable without a value, a comparison that no values of the
  ///   keys' types allow, or a constant pattern that is none.
  public func bound<Model>(
    to table: KeyTable<Model>, variables: [String: PredicateValue] = [:],
    environment: any PredicateEnvironment = PortableEnvironment()
  ) throws(PredicateFormatError) -> BoundPredicate<Model> {
    try BoundPredicate(
      self, Binder(table: table, environment: environment, variables: variables))
  }

  /// Evaluates the predicate for a value that carries its own keys.
  public func evaluate(
    _ value: PredicateValue, variables: [String: PredicateValue] = [:],
    environment: any PredicateEnvironment = PortableEnvironment()
  ) throws(PredicateFormatError) -> Bool {
    try bound(to: .values, variables: variables, environment: environment).evaluate(value)
  }
}

/// The values of the variables of the subqueries around, the innermost last.
typealias Locals = [PredicateValue]

/// A compiled predicate.
typealias Test<Model> = @Sendable (Model, Locals) throws(PredicateFormatError) -> Bool

/// A compiled expression.
typealias Evaluation<Model> =
  @Sendable (Model, Locals) throws(PredicateFormatError) -> PredicateValue
