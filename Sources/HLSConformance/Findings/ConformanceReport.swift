// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

/// What a stream was held against, and what came of it.
public struct ConformanceReport: Sendable {
  /// The stream.
  public let presentation: Presentation
  /// The rules that were checked.
  public let rules: [ConformanceRule]
  /// What was found: Must first, then in the order of the rules.
  public let findings: [Finding]

  /// The most findings of one rule in one file; how many there are beyond is counted.
  public static let findingLimit = 25

  /// How many findings were beyond ``findingLimit``, by rule.
  public let suppressed: [String: Int]

  /// Holds a stream against rules.
  public init(of presentation: Presentation, against selection: RuleSelection = RuleSelection()) {
    self.presentation = presentation
    rules = selection.rules(for: presentation)
    var (kept, suppressed) = ([Finding](), [String: Int]())
    for rule in rules {
      var counts: [String: Int] = [:]
      for finding in rule.findings(in: presentation) {
        counts[finding.place.file, default: 0] += 1
        if counts[finding.place.file, default: 0] <= Self.findingLimit {
          kept.append(finding)
        } else {
          suppressed[rule.id, default: 0] += 1
        }
      }
    }
    self.suppressed = suppressed
    let resolved = presentation.resolvingLines(of: kept)
    findings =
      resolved.filter { $0.requirement == .must }
      + resolved.filter { $0.requirement == .should }
  }

  /// What was not checked and why.
  public var notes: [Note] { presentation.notes }

  /// Whether a Must rule is broken.
  public var hasErrors: Bool { findings.contains { $0.requirement == .must } }

  /// The number of findings of a kind, those that are not listed included.
  public func count(_ requirement: Requirement) -> Int {
    findings.count { $0.requirement == requirement }
      + rules.filter { $0.requirement == requirement }
      .reduce(0) { $0 + suppressed[$1.id, default: 0] }
  }

  /// The findings of each rule that has some, in the order of ``findings``.
  public var groups: [(rule: ConformanceRule, findings: [Finding])] {
    let byRule = Dictionary(grouping: findings, by: \.rule)
    let ordered =
      rules.filter { $0.requirement == .must } + rules.filter { $0.requirement == .should }
    return ordered.compactMap { rule in byRule[rule.id].map { (rule, $0) } }
  }
}
