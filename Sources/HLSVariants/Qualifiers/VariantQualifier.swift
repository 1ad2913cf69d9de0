// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
public import PredicateFormat

/// A rule of a download: which variants will do.
///
/// Rules stand in order, and the first that any playable variant keeps is the one that counts: a
/// list of them is a list of second-bests and not a list of conditions.
public struct VariantQualifier: Sendable {
  /// What makes the rule.
  enum Rule: Sendable {
    /// A condition on each variant.
    case predicate(PredicateTree)
    /// One variant, whether or not it is playable.
    case variant(AssetVariant)
    /// Those with the least or the greatest value, among the variants that keep a condition.
    case extremum(Extremum, among: PredicateTree)
  }

  let rule: Rule

  init(rule: Rule) { self.rule = rule }

  /// Creates a rule from a predicate's tree: read, typed or combined.
  public init(_ predicate: PredicateTree) { self.init(rule: .predicate(predicate)) }

  /// Creates a rule from a predicate in the language of `NSPredicate(format:)`.
  ///
  /// - Throws: The first error in the text.
  public init(
    _ format: String, _ arguments: (any PredicateValueConvertible)?...
  ) throws(PredicateFormatError) {
    self.init(
      try PredicateTree(
        format: format, arguments: arguments.map { $0?.predicateValue ?? .null }))
  }

  /// Creates a rule that takes one variant, without evaluating anything and whether or not the
  /// device can play it.
  public init(variant: AssetVariant) { self.init(rule: .variant(variant)) }

  /// Creates a rule from a condition in code, which AVFoundation has no counterpart for.
  ///
  /// - Parameters:
  ///   - name: What the rule is called in explanations.
  ///   - isMet: Whether a variant will do.
  public init(_ name: String, where isMet: @escaping @Sendable (AssetVariant) -> Bool) {
    self.init(.leaf(PredicateLeaf(name) { (variant: AssetVariant) in isMet(variant) }))
  }
}

extension VariantQualifier {
  /// A value by which variants are compared.
  struct Extremum: Sendable {
    let name: String
    let isGreatest: Bool
    /// The value; `nil` where none is declared, and then the variant is never chosen.
    let value: @Sendable (AssetVariant) -> Double?
  }

  /// A rule that takes the playable variants with the least value.
  ///
  /// AVFoundation declares this for `peakBitRate`, `averageBitRate` and the presentation size, and
  /// marks it as unavailable.
  public static func minimum(
    of measure: VariantMeasure, among condition: PredicateTree = .constant(true)
  ) -> VariantQualifier {
    VariantQualifier(
      rule: .extremum(
        Extremum(name: measure.name, isGreatest: false, value: measure.value), among: condition))
  }

  /// A rule that takes the playable variants with the greatest value.
  public static func maximum(
    of measure: VariantMeasure, among condition: PredicateTree = .constant(true)
  ) -> VariantQualifier {
    VariantQualifier(
      rule: .extremum(
        Extremum(name: measure.name, isGreatest: true, value: measure.value), among: condition))
  }

  /// The variant that the rule names, where it is one of those.
  public var variant: AssetVariant? {
    if case .variant(let variant) = rule { variant } else { nil }
  }

  /// The predicate of the rule, where it has one.
  public var predicate: PredicateTree? {
    switch rule {
    case .predicate(let tree): tree
    case .extremum(_, let tree): tree
    case .variant: nil
    }
  }
}

extension VariantQualifier: CustomStringConvertible {
  /// The rule as it prints: a predicate in canonical form, `variant 3 (…)`, `greatest peakBitRate`.
  public var description: String {
    switch rule {
    case .predicate(let tree): tree.predicateFormat
    case .variant(let variant): "variant \(variant.index + 1) (\(variant))"
    case .extremum(let extremum, let condition):
      "\(extremum.isGreatest ? "greatest" : "least") \(extremum.name)"
        + (condition == .constant(true) ? "" : " where \(condition.predicateFormat)")
    }
  }
}

/// A number of each variant that a rule can ask the least or the greatest of.
public struct VariantMeasure: Sendable {
  let name: String
  let value: @Sendable (AssetVariant) -> Double?

  /// Creates a measure from a property.
  ///
  /// - Parameters:
  ///   - name: What it is called in explanations.
  ///   - value: The number; `nil` where a variant declares none.
  public init(_ name: String, value: @escaping @Sendable (AssetVariant) -> Double?) {
    self.name = name
    self.value = value
  }

  /// Creates a measure from a key path, as in `VariantMeasure(\.peakBitRate)`.
  public init(_ keyPath: any KeyPath<AssetVariant, Double?> & Sendable) {
    self.init("\(keyPath)".split(separator: ".").dropFirst().joined(separator: ".")) {
      $0[keyPath: keyPath]
    }
  }

  /// The peak bit rate.
  public static let peakBitRate = VariantMeasure("peakBitRate") { $0.peakBitRate }
  /// The average bit rate.
  public static let averageBitRate = VariantMeasure("averageBitRate") { $0.averageBitRate }
  /// The number of pixels.
  public static let presentationSize = VariantMeasure("presentationSize") { variant in
    variant.videoAttributes?.presentationSize.map { Double($0.width) * Double($0.height) }
  }
}
