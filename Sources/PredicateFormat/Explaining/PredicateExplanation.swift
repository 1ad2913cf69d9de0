// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Why a predicate is true or false for an object: the answer of every part, and what was found.
public struct PredicateExplanation: Sendable {
  /// The answer of a part.
  public enum Outcome: Equatable, Sendable {
    /// The part is true.
    case holds
    /// The part is false.
    case fails
    /// The part cannot be evaluated for the object.
    case raises(PredicateFormatError)
  }

  /// The part that is explained.
  public let predicate: PredicateTree

  /// Its answer.
  public let outcome: Outcome

  /// What the part says, in plain English.
  public let plainEnglish: String

  /// The value that was compared, in words, such as `7 Mbit/s`; `nil` for a compound.
  public let found: String?

  /// The explanations of the parts of a compound.
  public let parts: [PredicateExplanation]
}

extension PredicateExplanation {
  /// The simple parts that decide the answer: those that fail where a conjunction fails, those
  /// that hold where a disjunction holds.
  public var decisive: [PredicateExplanation] {
    guard !parts.isEmpty else { return [self] }
    if case .raises = outcome {
      return parts.filter { if case .raises = $0.outcome { true } else { false } }
        .flatMap(\.decisive)
    }
    switch (predicate, outcome) {
    case (.and, .fails), (.or, .holds):
      return parts.filter { $0.outcome == outcome }.flatMap(\.decisive)
    default: return parts.flatMap(\.decisive)
    }
  }

  /// What the part says and what was found instead: `video range is PQ (found SDR)`.
  public var reason: String {
    switch outcome {
    case .raises(let error): "\(plainEnglish) (\(error.reason))"
    case .holds, .fails: plainEnglish + (found.map { " (found \($0))" } ?? "")
    }
  }
}

extension PredicateExplanation: CustomStringConvertible {
  /// One line for each part, with its answer before it.
  public var description: String { lines.joined(separator: "\n") }

  private var lines: [String] {
    let answer =
      switch outcome {
      case .holds: "yes"
      case .fails: "no "
      case .raises: "?  "
      }
    let title: String =
      switch predicate {
      case .and where !parts.isEmpty: "all of"
      case .or where !parts.isEmpty: "any of"
      case .not where !parts.isEmpty: "not"
      default: reason
      }
    return [answer + "  " + title] + parts.flatMap { part in part.lines.map { "  " + $0 } }
  }
}

extension BoundPredicate {
  /// Evaluates every part for an object and says what was found.
  ///
  /// This takes much longer than ``evaluate(_:)``, which stops as soon as the answer is known.
  public func explain(_ model: Model) -> PredicateExplanation {
    explain(tree, model)
  }

  private func explain(_ tree: PredicateTree, _ model: Model) -> PredicateExplanation {
    let parts: [PredicateExplanation]
    let outcome: PredicateExplanation.Outcome
    switch tree {
    case .and(let trees):
      parts = trees.map { explain($0, model) }
      outcome = parts.first { $0.outcome != .holds }?.outcome ?? .holds
    case .or(let trees):
      parts = trees.map { explain($0, model) }
      outcome = parts.first { $0.outcome != .fails }?.outcome ?? .fails
    case .not(let inner):
      let part = explain(inner, model)
      parts = [part]
      outcome =
        switch part.outcome {
        case .holds: .fails
        case .fails: .holds
        case .raises: part.outcome
        }
    case .constant, .comparison, .leaf:
      parts = []
      outcome = self.outcome(of: tree, model)
    }
    return PredicateExplanation(
      predicate: tree, outcome: outcome, plainEnglish: tree.plainEnglish(schema),
      found: found(tree, model), parts: parts)
  }

  private func outcome(
    of tree: PredicateTree, _ model: Model
  ) -> PredicateExplanation.Outcome {
    do throws(PredicateFormatError) {
      return try binder.predicate(tree)(model, Locals()) ? .holds : .fails
    } catch {
      return .raises(error)
    }
  }

  /// What the side that is not constant holds.
  private func found(_ tree: PredicateTree, _ model: Model) -> String? {
    switch tree {
    case .leaf(let leaf): return leaf.found(in: model)
    case .comparison(let comparison):
      let sides = [comparison.left, comparison.right]
      guard let side = sides.first(where: { $0.constantValue == nil }),
        let value = try? binder.expression(side).evaluation(model, Locals())
      else { return nil }
      let words = PlainEnglish(schema: schema)
      return words.words(value, side.plainKeyPath.map(words.description(of:)))
    case .constant, .and, .or, .not: return nil
    }
  }
}
