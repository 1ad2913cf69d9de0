// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import PredicateFormat
internal import PredicateFoundation

/// A rule whose keys have been checked, ready to be evaluated.
struct BoundQualifier: Sendable {
  let qualifier: VariantQualifier
  let predicate: BoundPredicate<AssetVariant>?
  /// What keeps the rule from being evaluated: it then matches nothing.
  let error: PredicateFormatError?

  init(_ qualifier: VariantQualifier) {
    self.qualifier = qualifier
    do throws(PredicateFormatError) {
      predicate = try qualifier.predicate?.bound(
        to: AssetVariant.predicateKeys, environment: ICUEnvironment())
      error = nil
    } catch {
      predicate = nil
      self.error = error
    }
  }

  /// The variants that keep the rule, and the error that the first of the others met.
  ///
  /// What Apple's systems do when evaluating raises an exception is not published; here the variant
  /// does not match.
  func matches(in variants: [AssetVariant]) -> (kept: [AssetVariant], error: PredicateFormatError?)
  {
    if let variant = qualifier.variant { return ([variant], nil) }
    guard let predicate else { return ([], error) }
    var kept: [AssetVariant] = []
    var firstError: PredicateFormatError?
    for variant in variants {
      do throws(PredicateFormatError) {
        if try predicate.evaluate(variant) { kept.append(variant) }
      } catch {
        firstError = firstError ?? error
      }
    }
    return (extremes(of: kept), firstError)
  }

  /// Of a rule about the least or the greatest value, the variants that have it.
  private func extremes(of variants: [AssetVariant]) -> [AssetVariant] {
    guard case .extremum(let extremum, _) = qualifier.rule else { return variants }
    let values = variants.map(extremum.value)
    let declared = values.compactMap(\.self)
    guard let best = extremum.isGreatest ? declared.max() : declared.min() else { return [] }
    return zip(variants, values).filter { $0.1 == best }.map(\.0)
  }
}
