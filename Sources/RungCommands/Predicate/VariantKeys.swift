// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSVariants
internal import PredicateFormat

/// The keys that a download rule may read, so that it can be linted without a playlist.
enum VariantKeys {
  static let schema = AssetVariant.predicateKeys.schema

  /// The schema where the predicate is about variants: where it reads one of their keys, its
  /// letter case aside. About anything else nothing is known.
  static func schema(for tree: PredicateTree) -> KeySchema {
    let known = Set(schema.paths.map { $0.lowercased() })
    return tree.keyPaths.contains { known.contains($0.lowercased()) } ? schema : .open
  }
}
