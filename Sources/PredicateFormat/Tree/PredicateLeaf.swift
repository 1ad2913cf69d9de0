// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A condition that the format language has no words for, such as the channel count of one audio
/// option: it prints, explains itself, and combines with everything else.
///
/// Its text does not parse back. A leaf about `Any` binds to every model. Two leaves are equal when they say the same about one model.
public struct PredicateLeaf: Sendable {
  /// How the leaf prints within ``PredicateTree/predicateFormat``.
  public let predicateFormat: String

  /// What the leaf says in plain English, such as `audio has 6 channels or more`.
  public let plainEnglish: String

  /// The keys that the leaf reads, for those who want to know what a predicate depends on.
  public let keyPaths: [String]

  private let condition: any Sendable
  private let model: ObjectIdentifier

  /// Creates a leaf from a closure over a model.
  ///
  /// - Parameters:
  ///   - predicateFormat: How the leaf prints.
  ///   - plainEnglish: What it says; the printed form where there is nothing better.
  ///   - keyPaths: The keys that it reads.
  ///   - found: What the object has instead, in words, for explanations.
  ///   - evaluate: Whether it is true for an object. What it throws ends the evaluation.
  public init<Model>(
    _ predicateFormat: String, plainEnglish: String? = nil, keyPaths: [String] = [],
    found: (@Sendable (Model) -> String)? = nil,
    evaluate: @escaping @Sendable (Model) throws(PredicateFormatError) -> Bool
  ) {
    self.predicateFormat = predicateFormat
    self.plainEnglish = plainEnglish ?? predicateFormat
    self.keyPaths = keyPaths
    condition = Condition<Model>(evaluate: evaluate, found: found)
    model = ObjectIdentifier(Model.self)
  }

  /// The closure of a leaf for the given model, or `nil` if it is about another.
  func condition<Model>(
    on model: Model.Type
  ) -> (@Sendable (Model) throws(PredicateFormatError) -> Bool)? {
    if let condition = condition as? Condition<Model> { return condition.evaluate }
    guard let universal = (condition as? Condition<Any>)?.evaluate else { return nil }
    return { model throws(PredicateFormatError) in try universal(model) }
  }

  /// What an object has instead of what the leaf asks for.
  func found<Model>(in model: Model) -> String? {
    if let condition = condition as? Condition<Model> { return condition.found?(model) }
    return (condition as? Condition<Any>)?.found?(model)
  }

  private struct Condition<Model>: Sendable {
    let evaluate: @Sendable (Model) throws(PredicateFormatError) -> Bool
    let found: (@Sendable (Model) -> String)?
  }
}

extension PredicateLeaf: Equatable {
  /// Whether two leaves say the same about one model.
  public static func == (left: Self, right: Self) -> Bool {
    left.predicateFormat == right.predicateFormat && left.plainEnglish == right.plainEnglish
      && left.model == right.model
  }
}
