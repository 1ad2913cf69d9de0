// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Foundation
public import PredicateFormat

extension PredicateTree {
  /// The format predicate that says what a `#Predicate` says, where the language has words for it.
  ///
  /// - Parameters:
  ///   - predicate: The predicate of one model.
  ///   - keys: The key of each property that the predicate may read.
  /// - Throws: ``PredicateFormatError/Code/unreadable`` for an expression without a counterpart, and
  ///   ``PredicateFormatError/Code/unknownKey`` for a property that is not among the keys.
  public init<Model>(
    _ predicate: Predicate<Model>, keys: [PartialKeyPath<Model>: String]
  ) throws(PredicateFormatError) {
    let converter = PredicateConverter(keys: keys, root: predicate.variable)
    self = try converter.predicate(predicate.expression)
  }
}

/// Turns Foundation's expressions into trees.
struct PredicateConverter {
  private let keys: [AnyKeyPath: String]
  /// The paths that variables stand for: the model itself, and what `?.` and closures introduce.
  private var paths: [PredicateExpressions.VariableID: [String]]

  init<Model>(
    keys: [PartialKeyPath<Model>: String], root: PredicateExpressions.Variable<Model>
  ) {
    self.keys = Dictionary(
      keys.map { ($0.key as AnyKeyPath, $0.value) }, uniquingKeysWith: { $1 })
    paths = [root.key: []]
  }

  func predicate(_ expression: Any) throws(PredicateFormatError) -> PredicateTree {
    if let convertible = expression as? any PredicateConvertible {
      return try convertible.predicateTree(self)
    }
    // A Boolean property by itself: $0.isHDR
    return .compare(try self.expression(expression), .equal, true)
  }

  func expression(_ expression: Any) throws(PredicateFormatError) -> ExpressionTree {
    guard let convertible = expression as? any ExpressionConvertible else {
      throw PredicateFormatError(
        .unreadable, "'\(type(of: expression))' has no counterpart in the format language")
    }
    return try convertible.expressionTree(self)
  }

  func path(of variable: PredicateExpressions.VariableID) throws(PredicateFormatError) -> [String] {
    guard let path = paths[variable] else {
      throw PredicateFormatError(.unreadable, "a closure's variable has no counterpart")
    }
    return path
  }

  /// A key behind a path.
  func key(_ keyPath: AnyKeyPath, of root: ExpressionTree) throws(PredicateFormatError)
    -> ExpressionTree
  {
    guard let name = keys[keyPath] else {
      throw PredicateFormatError(
        .unknownKey, "the property '\(keyPath)' has no key", remedy: "name its key in 'keys'")
    }
    let own = name.split(separator: ".").map(String.init)
    switch root {
    case .evaluatedObject: return .key(own.joined(separator: "."))
    case .keyPath(let base, let segments):
      return .keyPath(of: base, segments + own.map(KeySegment.name))
    default: return .keyPath(of: root, own.map(KeySegment.name))
    }
  }

  /// The same converter, knowing what another variable stands for.
  func knowing(
    _ variable: PredicateExpressions.VariableID, as tree: ExpressionTree
  ) throws(PredicateFormatError) -> PredicateConverter {
    guard let path = tree.plainKeyPath else {
      throw PredicateFormatError(.unreadable, "'?.' after '\(tree)' has no counterpart")
    }
    var converter = self
    converter.paths[variable] = path.split(separator: ".").map(String.init)
    return converter
  }
}

/// An expression of Foundation that is a predicate of the format language.
protocol PredicateConvertible {
  func predicateTree(_ converter: PredicateConverter) throws(PredicateFormatError) -> PredicateTree
}

/// An expression of Foundation that is an expression of the format language.
protocol ExpressionConvertible {
  func expressionTree(
    _ converter: PredicateConverter
  ) throws(PredicateFormatError) -> ExpressionTree
}
