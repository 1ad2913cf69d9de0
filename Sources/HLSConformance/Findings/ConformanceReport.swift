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
      var seen: Set<Finding> = []
      // Playlists may share an initialisation section, of which one finding says all.
      for finding in rule.findings(in: presentation) where seen.insert(finding).inserted {
        counts[finding.place.file, default: 0] += 1
        if counts[finding.place.file, default: 0] <= Self.findingLimit {
          kept.append(finding)
        } else {
          suppressed[rule.id, default: 0] += 1
        }
      }
    }
    self.suppressed = suppressed
    kept.keepFixes(appliedBy: { Repair(of: presentation, against: selection) }, to: rules)
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

extension [Finding] {
  /// Takes the fixes off findings that are still there when the stream has been repaired: what
  /// hinders a change, such as a line that cannot be written, is known only then.
  fileprivate mutating func keepFixes(
    appliedBy repair: () -> Repair, to rules: [ConformanceRule]
  ) {
    let names = Set(lazy.filter { $0.fix != nil }.map(\.rule))
    guard !names.isEmpty else { return }
    let repaired = repair().presentation
    let left = Set(
      rules.filter { names.contains($0.id) }.flatMap { $0.findings(in: repaired) }
        .filter { $0.fix != nil }.map(FixedItem.init))
    for index in indices where left.contains(FixedItem(self[index])) { self[index].fix = nil }
  }
}

/// What a fix is of, wherever its line has come to stand.
private struct FixedItem: Hashable {
  private let rule: String
  private let file: String
  private let anchor: Place.Anchor?
  private let fix: Fix?

  init(_ finding: Finding) {
    (rule, file, fix) = (finding.rule, finding.place.file, finding.fix)
    anchor = finding.place.anchor
  }
}
