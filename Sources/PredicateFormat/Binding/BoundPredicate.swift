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
    try test(model, Locals())
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

/// What evaluation carries along: the values of the variables of the subqueries around, the
/// innermost last, and how many elements they may still look at.
struct Locals {
  private(set) var values: [PredicateValue] = []
  private var budget: SubqueryBudget?

  /// The same with the variable of another subquery.
  func appending(_ value: PredicateValue, _ budget: SubqueryBudget) -> Locals {
    Locals(values: values + [value], budget: budget)
  }

  /// The budget of the outermost subquery, or a new one.
  var subqueryBudget: SubqueryBudget { budget ?? SubqueryBudget() }
}

/// The elements that all subqueries of one evaluation may look at together: ten subqueries within
/// each other over ten elements would look at ten thousand million.
final class SubqueryBudget {
  private static let limit = 1_000_000
  private var spent = 0

  func spend() throws(PredicateFormatError) {
    spent += 1
    guard spent <= Self.limit else {
      throw PredicateFormatError(
        .stepLimit, "SUBQUERY was given up after \(Self.limit) elements",
        remedy: "nest fewer subqueries")
    }
  }
}

/// A compiled predicate.
typealias Test<Model> = @Sendable (Model, Locals) throws(PredicateFormatError) -> Bool

/// A compiled expression.
typealias Evaluation<Model> =
  @Sendable (Model, Locals) throws(PredicateFormatError) -> PredicateValue
