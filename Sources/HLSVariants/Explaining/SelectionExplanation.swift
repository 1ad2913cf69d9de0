// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import PredicateFormat
internal import PredicateFoundation

/// Why a selection is what it is: the variants against the rules.
public struct SelectionExplanation: Sendable {
  /// A variant against the rules of one content configuration.
  public struct Row: Sendable {
    /// The variant.
    public let variant: AssetVariant
    /// Whether the device plays it.
    public let playability: Playability
    /// The answer of each rule: an explanation by parts, or `nil` for a rule that names a variant.
    public let rules: [PredicateExplanation?]
    /// Whether it was chosen.
    public let isChosen: Bool
  }

  /// One content configuration.
  public struct Part: Sendable {
    /// `primary`, `auxiliary 1` and so on.
    public let title: String
    /// The rules.
    public let qualifiers: [VariantQualifier]
    /// Every variant of the asset.
    public let rows: [Row]
    /// What was chosen; `nil` for nothing.
    public let choice: ContentChoice?
  }

  /// The content configurations, the primary one first.
  public let parts: [Part]

  /// What a developer may not have meant.
  public let warnings: [SelectionWarning]
}

extension Selection {
  /// The explanation; made anew at each call, from every rule and variant.
  public var explanation: SelectionExplanation {
    let contents = [configuration.primary] + configuration.auxiliary
    let choices = [primary] + auxiliary
    let parts = zip(contents, choices).enumerated().map { index, pair in
      part(index == 0 ? "primary" : "auxiliary \(index)", pair.0, pair.1)
    }
    return SelectionExplanation(parts: parts, warnings: warnings)
  }

  private func part(
    _ title: String, _ content: ContentConfiguration, _ choice: ContentChoice?
  ) -> SelectionExplanation.Part {
    let rules = content.variantQualifiers.map(BoundQualifier.init)
    let audio = content.mediaSelections.first?.audible
    let rows = asset.variants.map { variant in
      SelectionExplanation.Row(
        variant: variant, playability: playability[variant.index],
        rules: rules.map { $0.predicate?.explain(variant.selecting(audio)) },
        isChosen: variant.index == choice?.variant.index)
    }
    return SelectionExplanation.Part(
      title: title, qualifiers: content.variantQualifiers, rows: rows, choice: choice)
  }
}

extension SelectionExplanation: CustomStringConvertible {
  /// The parts, each with its rules, its variants and its choice, then the warnings.
  public var description: String {
    (parts.map(\.description) + warnings.map { "warning: \($0)" }).joined(separator: "\n")
  }
}

extension SelectionExplanation.Part: CustomStringConvertible {
  /// The rules; a line for each variant with what it fails; the choice with its reasons.
  public var description: String {
    var lines = [title]
    for (index, qualifier) in qualifiers.enumerated() {
      lines.append("  rule \(index + 1): \(qualifier)")
    }
    for row in rows { lines += row.lines.map { "  " + $0 } }
    guard let choice else { return (lines + ["  nothing is stored"]).joined(separator: "\n") }
    lines.append("  takes \(choice.variant.index + 1): \(choice.variant)")
    lines += choice.reasons.map { "    " + $0 }
    return lines.joined(separator: "\n")
  }
}

extension SelectionExplanation.Row {
  /// The variant, whether it plays, and for each rule that it does not keep the part that failed.
  fileprivate var lines: [String] {
    let mark = isChosen ? ">" : " "
    var lines = ["\(mark) \(variant.index + 1)  \(variant)"]
    if case .unplayable = playability {
      lines[0] += "  (not playable: \(playability))"
      return lines
    }
    for (index, rule) in rules.enumerated() {
      guard let rule else { continue }
      switch rule.outcome {
      case .holds: lines.append("     rule \(index + 1) yes")
      case .fails, .raises:
        let reasons = rule.decisive.map(\.reason).joined(separator: "; ")
        lines.append("     rule \(index + 1) no: \(reasons)")
      }
    }
    return lines
  }
}
