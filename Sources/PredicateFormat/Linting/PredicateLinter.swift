// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Finds what parses and yet surprises, from what is known of the keys.
public struct PredicateLinter: Sendable {
  /// What is known of the keys.
  public var schema: KeySchema

  /// Creates a linter; without a schema only what holds for any key is found.
  public init(schema: KeySchema = .open) { self.schema = schema }

  /// The findings about a tree, in its order, each once.
  public func findings(in tree: PredicateTree) -> [PredicateFinding] {
    var walk = LintWalk(schema: schema, variables: tree.variables)
    walk.visit(tree)
    return walk.unique
  }

  /// The findings about a text: those about its tree, and those about how it reads.
  ///
  /// - Throws: The error that keeps the text from being read.
  public func findings(
    inFormat format: String, arguments: [PredicateValue] = []
  ) throws(PredicateFormatError) -> [PredicateFinding] {
    let tree = try PredicateTree(format: format, arguments: arguments)
    return try PrecedenceLint(format).findings + findings(in: tree)
  }
}

/// One walk over a tree.
struct LintWalk {
  let schema: KeySchema
  private let table: KeyTable<PredicateValue>
  /// Every variable stands for nil while types are checked: its own type is not known.
  let variables: [String: PredicateValue]
  private var findings: [PredicateFinding] = []

  init(schema: KeySchema, variables: Set<String>) {
    self.schema = schema
    table = schema.table
    self.variables = Dictionary(uniqueKeysWithValues: variables.map { ($0, .null) })
  }

  /// The findings, each once, in order.
  var unique: [PredicateFinding] {
    var seen: Set<PredicateFinding> = []
    return findings.filter { seen.insert($0).inserted }
  }

  /// The error of binding a comparison alone to what is known of the keys.
  func bindingError(_ comparison: Comparison) -> PredicateFormatError? {
    let binder = Binder(table: table, environment: PortableEnvironment(), variables: variables)
    do throws(PredicateFormatError) {
      _ = try binder.comparison(comparison)
      return nil
    } catch {
      return error.code == .unsupported ? nil : error
    }
  }

  mutating func report(_ finding: PredicateFinding) { findings.append(finding) }

  mutating func visit(_ tree: PredicateTree) {
    switch tree {
    case .constant, .leaf: break
    case .not(let part): visit(part)
    case .and(let parts):
      checkConjunction(parts)
      parts.forEach { visit($0) }
    case .or(let parts):
      checkDisjunction(parts)
      parts.forEach { visit($0) }
    case .comparison(let comparison):
      check(comparison)
      visit(comparison.left)
      visit(comparison.right)
    }
  }

  private mutating func visit(_ tree: ExpressionTree) {
    switch tree {
    case .constant, .evaluatedObject, .variable: break
    case .keyPath(let base, _): if let base { visit(base) }
    case .element(let base, let position):
      visit(base)
      if case .index(let index) = position { visit(index) }
    case .aggregate(let parts), .function(_, let parts): parts.forEach { visit($0) }
    case .message(let receiver, _, let parts):
      visit(receiver)
      parts.forEach { visit($0) }
    case .subquery(let collection, _, let predicate):
      visit(collection)
      visit(predicate)
    case .ternary(let condition, let first, let second):
      visit(condition)
      visit(first)
      visit(second)
    }
  }
}
