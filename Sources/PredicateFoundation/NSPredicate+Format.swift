// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

#if !canImport(ObjectiveC)
  public import Foundation
  public import PredicateFormat

  extension NSPredicate {
    /// Creates a predicate from a format string, as on Apple's systems.
    ///
    /// Objects are evaluated by their keys: dictionaries and collections by their own, models
    /// that are `PredicateKeyed` by their table.
    ///
    /// Where Apple's initialiser raises an exception, this one makes a predicate that matches
    /// nothing and has a `formatError`; where evaluating would raise one, the answer is false
    /// and `evaluateOrThrow` throws.
    public convenience init(format: String, _ arguments: Any?...) {
      self.init(source: FormatSource(format, arguments))
    }

    /// Creates a predicate from a format string and an array of its arguments.
    public convenience init(format: String, argumentArray arguments: [Any]?) {
      self.init(source: FormatSource(format, arguments ?? []))
    }

    /// Creates a predicate from a tree.
    public convenience init(tree: PredicateTree) {
      self.init(source: FormatSource(tree))
    }

    private convenience init(source: FormatSource) {
      self.init { object, variables in
        if let request = object as? SourceRequest {
          request.source = source
          return false
        }
        return (try? source.evaluate(object, variables)) ?? false
      }
    }

    /// The tree of a predicate that was made from a format string or a tree, and of compounds.
    /// A block becomes a leaf that binds to every model.
    public var predicateTree: PredicateTree {
      if let compound = self as? NSCompoundPredicate { return compound.compoundTree }
      if let source { return source.tree }
      for value in [true, false] where isEqual(NSPredicate(value: value)) {
        return .constant(value)
      }
      let block = UncheckedBlock(predicate: self)
      return .leaf(
        PredicateLeaf("BLOCKPREDICATE", plainEnglish: "a condition in code holds") {
          (object: Any) in block.predicate.evaluate(with: object)
        })
    }

    /// What is wrong with the format string that the predicate was made from, if anything is.
    public var formatError: PredicateFormatError? {
      guard let compound = self as? NSCompoundPredicate else { return source?.error }
      return compound.subpredicates.lazy.compactMap(\.formatError).first
    }

    /// The canonical form of the predicate, which `predicateFormat` is on Apple's systems.
    public var canonicalFormat: String { predicateTree.predicateFormat }

    /// Evaluates the predicate, and throws where Apple's Foundation raises an exception.
    public func evaluateOrThrow(
      with object: Any?, substitutionVariables: [String: Any]? = nil
    ) throws(PredicateFormatError) -> Bool {
      if let formatError { throw formatError }
      return try FormatSource(predicateTree).evaluate(object, substitutionVariables)
    }

    /// Asks the predicate's own block for what it was made from.
    private var source: FormatSource? {
      guard !(self is NSCompoundPredicate) else { return nil }
      let request = SourceRequest()
      _ = evaluate(with: request)
      return request.source
    }
  }

  extension NSCompoundPredicate {
    fileprivate var compoundTree: PredicateTree {
      let parts = subpredicates.map(\.predicateTree)
      switch compoundPredicateType {
      case .and: return parts.count == 1 ? parts[0] : .and(parts)
      case .or: return parts.count == 1 ? parts[0] : .or(parts)
      case .not: return .not(parts.first ?? .constant(false))
      @unknown default: return .constant(false)
      }
    }
  }

  /// The object for which a format predicate's block answers with its source.
  ///
  /// A request lives within one call of one thread.
  private final class SourceRequest {
    var source: FormatSource?
  }

  /// A predicate whose block is not declared to be sendable.
  ///
  /// `NSPredicate` is immutable; its block is asked for no more than Foundation asks, which may
  /// evaluate a predicate on any thread.
  private struct UncheckedBlock: @unchecked Sendable {
    let predicate: NSPredicate
  }
#endif
