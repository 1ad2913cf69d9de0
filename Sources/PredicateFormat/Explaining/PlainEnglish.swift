// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension PredicateTree {
  /// The predicate in plain English: `peak bit rate is below 5 Mbit/s, and video range is PQ`.
  ///
  /// - Parameter schema: What the keys are called and what their numbers count. A key that it
  ///   does not describe goes by the words of its name.
  /// - Returns: A sentence without a capital and without a full stop.
  public func plainEnglish(_ schema: KeySchema = .open) -> String {
    PlainEnglish(schema: schema).sentence(self, nested: false)
  }
}

/// Says what trees mean.
struct PlainEnglish {
  let schema: KeySchema

  /// A predicate as a sentence; within another one a compound says where it starts and ends.
  func sentence(_ tree: PredicateTree, nested: Bool) -> String {
    switch tree {
    case .constant(let value): value ? "always" : "never"
    case .comparison(let comparison): clause(comparison)
    case .not(let part): "it is not so that " + sentence(part, nested: true)
    case .leaf(let leaf): leaf.plainEnglish
    case .and(let parts): joined(parts, "and", "both", nested: nested, empty: "always")
    case .or(let parts): joined(parts, "or", "either", nested: nested, empty: "never")
    }
  }

  private func joined(
    _ parts: [PredicateTree], _ conjunction: String, _ opening: String, nested: Bool, empty: String
  ) -> String {
    guard let last = parts.last else { return empty }
    guard parts.count > 1 else { return sentence(last, nested: nested) }
    let sentences = parts.map { sentence($0, nested: true) }
    guard nested else {
      return sentences.dropLast().joined(separator: ", ") + ", \(conjunction) "
        + (sentences.last ?? "")
    }
    // Within a compound the parts are simple or are themselves in parentheses.
    let isDeep = parts.contains { $0.isCompound }
    let text =
      sentences.dropLast().joined(separator: ", ") + " \(conjunction) "
      + (sentences.last ?? "")
    return isDeep ? "(\(opening) \(text))" : "\(opening) \(text)"
  }

  // MARK: - Clauses

  private func clause(_ comparison: Comparison) -> String {
    var comparison = comparison
    // What is constant stands last: '5 < x' says that x is above 5.
    if comparison.quantifier == nil, comparison.left.constantValue != nil,
      comparison.right.constantValue == nil, let mirrored = comparison.operation.mirrored
    {
      comparison = Comparison(
        comparison.right, mirrored, comparison.left, options: comparison.options)
    }
    let key = comparison.left.plainKeyPath.map(description(of:))
    let name = subject(comparison.left)
    let subject =
      switch comparison.quantifier {
      case .any: "at least one of \(name)"
      case .all: "every one of \(name)"
      case .no: "none of \(name)"
      case nil: name
      }
    let isPlural = comparison.quantifier == nil && isList(key)
    return subject + " " + predicate(comparison, key, isPlural: isPlural)
      + ignoring(comparison.options)
  }

  private func isList(_ key: KeyDescription?) -> Bool {
    if case .list? = key?.type { true } else { false }
  }

  private func predicate(
    _ comparison: Comparison, _ key: KeyDescription?, isPlural: Bool
  ) -> String {
    let right = comparison.right
    let verb = isPlural ? "are" : "is"
    if right.constantValue == .null {
      if comparison.operation == .equal { return "\(verb) not set" }
      if comparison.operation == .notEqual { return "\(verb) set" }
    }
    let object = object(right, key)
    switch comparison.operation {
    case .lessThan: return "\(verb) below \(object)"
    case .lessThanOrEqual: return "\(verb) at most \(object)"
    case .greaterThan: return "\(verb) above \(object)"
    case .greaterThanOrEqual: return "\(verb) at least \(object)"
    case .equal: return "\(verb) \(object)"
    case .notEqual: return "\(verb) not \(object)"
    case .between:
      guard let bounds = right.parts, bounds.count == 2 else { return "\(verb) within \(object)" }
      return "\(verb) from \(self.object(bounds[0], key)) to \(self.object(bounds[1], key))"
    case .isIn:
      guard let parts = right.parts else {
        return right.constantValue == nil ? "\(verb) in \(object)" : "\(verb) part of \(object)"
      }
      return "\(verb) one of " + parts.map { self.object($0, key) }.joined(separator: ", ")
    case .contains: return "\(isPlural ? "include" : "contains") \(object)"
    case .beginsWith: return "begins with \(object)"
    case .endsWith: return "ends with \(object)"
    case .like: return "matches the pattern \(object)"
    case .matches: return "matches the regular expression \(object)"
    }
  }

  private func ignoring(_ options: StringOptions) -> String {
    switch (options.contains(.caseInsensitive), options.contains(.diacriticInsensitive)) {
    case _ where options.contains(.normalized), (false, false): ""
    case (true, false): ", ignoring case"
    case (false, true): ", ignoring accents"
    case (true, true): ", ignoring case and accents"
    }
  }
}

extension PredicateTree {
  fileprivate var isCompound: Bool {
    switch self {
    case .and(let parts), .or(let parts): parts.count > 1
    case .not(let part): part.isCompound
    default: false
    }
  }
}

extension ExpressionTree {
  /// The elements of a list that is written out.
  fileprivate var parts: [ExpressionTree]? {
    switch self {
    case .aggregate(let parts): parts
    case .constant(.list(let values)): values.map(ExpressionTree.constant)
    default: nil
    }
  }
}
