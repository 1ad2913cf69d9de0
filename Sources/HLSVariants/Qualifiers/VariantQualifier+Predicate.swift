// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Foundation
internal import PredicateFormat

extension VariantQualifier {
  /// Creates a rule from a `#Predicate` over the Swift view of variants, where what is not
  /// declared is nil. AVFoundation has no counterpart for it.
  public init(_ predicate: Predicate<AssetVariant>) {
    self.init(
      .leaf(
        PredicateLeaf("\(predicate)") { (variant: AssetVariant) throws(PredicateFormatError) in
          do {
            return try predicate.evaluate(variant)
          } catch {
            throw PredicateFormatError(.unsupported, "\(error)")
          }
        }))
  }
}
