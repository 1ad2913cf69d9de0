// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension LintWalk {
  /// Parts of a conjunction about one key that leave it no value.
  mutating func checkConjunction(_ parts: [PredicateTree]) {
    for (path, comparisons) in Self.byPath(parts) where comparisons.count > 1 {
      var values = PossibleValues()
      for comparison in comparisons { values.restrict(comparison.operation, comparison.value) }
      guard values.isEmpty else { continue }
      report(
        PredicateFinding(
          .contradiction,
          "no '\(path)' fulfils all of \(Self.list(comparisons)): the conjunction "
            + "is never true",
          remedy: "join them with OR, or exchange the operators"))
    }
  }

  /// Parts of a disjunction about one key that leave out no value.
  mutating func checkDisjunction(_ parts: [PredicateTree]) {
    for (path, comparisons) in Self.byPath(parts) where comparisons.count > 1 {
      var missed = PossibleValues()
      guard comparisons.allSatisfy({ $0.negatedOperation != nil }) else { continue }
      for comparison in comparisons {
        if let negated = comparison.negatedOperation { missed.restrict(negated, comparison.value) }
      }
      guard missed.isEmpty else { continue }
      report(
        PredicateFinding(
          .alwaysTrue, "every '\(path)' that is not nil fulfils one of \(Self.list(comparisons))",
          remedy: "join them with AND"))
    }
  }

  private static func byPath(
    _ parts: [PredicateTree]
  ) -> [(key: String, value: [SimpleComparison])] {
    Dictionary(grouping: parts.compactMap(SimpleComparison.init), by: \.path)
      .sorted { $0.key < $1.key }
  }

  private static func list(_ comparisons: [SimpleComparison]) -> String {
    comparisons.map { comparison in
      "'\(comparison.operation.rawValue) \(ExpressionTree.constant(comparison.value))'"
    }.joined(separator: ", ")
  }
}
