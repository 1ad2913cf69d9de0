// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import PredicateFormat
internal import Synchronization

/// What an `NSPredicate` was made from, and what it has been bound to.
final class FormatSource: Sendable {
  let tree: PredicateTree
  let error: PredicateFormatError?
  /// The predicate bound to each model that it has met: a `BoundPredicate` of that model.
  private let bound = Mutex<[ObjectIdentifier: any Sendable]>([:])

  init(_ tree: PredicateTree) {
    self.tree = tree
    error = nil
  }

  init(_ format: String, _ arguments: [Any?]) {
    do throws(PredicateFormatError) {
      tree = try PredicateTree(
        format: format, arguments: arguments.map(PredicateValue.init(bridging:)))
      error = nil
    } catch {
      tree = .constant(false)
      self.error = error
    }
  }

  func evaluate(
    _ object: Any?, _ variables: [String: Any]?
  ) throws(PredicateFormatError) -> Bool {
    let variables = (variables ?? [:]).mapValues { PredicateValue(bridging: $0) }
    if let model = object as? any PredicateKeyed { return try evaluate(keyed: model, variables) }
    return try binding(to: .values, variables).evaluate(PredicateValue(bridging: object))
  }

  private func evaluate<Model: PredicateKeyed>(
    keyed model: Model, _ variables: [String: PredicateValue]
  ) throws(PredicateFormatError) -> Bool {
    try binding(to: Model.predicateKeys, variables).evaluate(model)
  }

  /// Binds once for each model; variables are part of a binding and so keep it from being kept.
  private func binding<Model>(
    to table: KeyTable<Model>, _ variables: [String: PredicateValue]
  ) throws(PredicateFormatError) -> BoundPredicate<Model> {
    let environment = ICUEnvironment()
    guard variables.isEmpty else {
      return try tree.bound(to: table, variables: variables, environment: environment)
    }
    let key = ObjectIdentifier(Model.self)
    if let known = bound.withLock({ $0[key] }) as? BoundPredicate<Model> { return known }
    let new = try tree.bound(to: table, environment: environment)
    bound.withLock { $0[key] = new }
    return new
  }
}
