// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import PredicateFormat
internal import PredicateFoundation

/// A predicate that some variant of a master must keep, whether the master is planned or finished.
public struct VariantRequirement: Sendable {
  /// The predicate.
  public let predicate: PredicateTree

  private let bound: BoundPredicate<AssetVariant>

  /// Checks a predicate's keys.
  ///
  /// - Throws: An unknown key, or a comparison that no values of the keys' types allow.
  public init(_ predicate: PredicateTree) throws(PredicateFormatError) {
    self.predicate = predicate
    bound = try predicate.bound(
      to: AssetVariant.predicateKeys, environment: ICUEnvironment())
  }

  /// What a master has for a requirement.
  public enum Outcome: Sendable {
    /// These variants keep it.
    case met([AssetVariant])
    /// None does; the nearest fails these parts, each with what was found.
    case unmet(nearest: AssetVariant?, reasons: [String])
  }

  /// Holds the variants of an asset against the requirement. The nearest variant of those that do
  /// not keep it is the one that fails the fewest parts, the first of several.
  public func check(_ asset: Asset) -> Outcome {
    let explanations = asset.variants.map { (variant: $0, explanation: bound.explain($0)) }
    let met = explanations.filter { $0.explanation.outcome == .holds }.map(\.variant)
    guard met.isEmpty else { return .met(met) }
    let nearest = explanations.min {
      $0.explanation.decisive.count < $1.explanation.decisive.count
    }
    return .unmet(
      nearest: nearest?.variant, reasons: nearest?.explanation.decisive.map(\.reason) ?? [])
  }
}
