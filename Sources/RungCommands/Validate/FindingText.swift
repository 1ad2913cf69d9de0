// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSConformance

/// What `rung validate` prints for people: the findings of each rule under its title.
struct FindingText: CustomStringConvertible {
  let description: String

  /// The findings of one rule that are listed; the rest is counted.
  private static let listed = 8

  init(_ report: ConformanceReport) {
    var blocks: [String] = []
    for requirement in Requirement.allCases {
      let groups = report.groups.filter { $0.rule.requirement == requirement }
      guard !groups.isEmpty else { continue }
      blocks.append(requirement.title)
      blocks += groups.map { Self.text($0.rule, $0.findings, report) }
    }
    if !report.notes.isEmpty {
      let lines = report.notes.prefix(Self.listed).map { "  \($0)" }
      let left = report.notes.count - lines.count
      blocks.append(
        (["Notes"] + lines + (left > 0 ? ["  and \(left) more"] : [])).joined(separator: "\n"))
    }
    blocks.append(Self.summary(report))
    description = blocks.joined(separator: "\n\n")
  }

  private static func text(
    _ rule: ConformanceRule, _ findings: [Finding], _ report: ConformanceReport
  ) -> String {
    var lines = ["  \(rule.id)  \(rule.title)"]
    for finding in findings.prefix(listed) {
      lines.append("    \(finding.place)")
      lines.append("      expected \(finding.expected), found \(finding.found)")
      if let fix = finding.fix { lines.append("      fix: \(fix)") }
    }
    let left = findings.count - listed + (report.suppressed[rule.id] ?? 0)
    if left > 0 { lines.append("    and \(left) more") }
    return lines.joined(separator: "\n")
  }

  private static func summary(_ report: ConformanceReport) -> String {
    let counts = Requirement.allCases.map { "\(report.count($0)) \($0.title)" }
    let files = report.presentation.files.count
    return "\(counts.joined(separator: " and ")) findings; \(report.rules.count) rules on "
      + "\(files) \(files == 1 ? "playlist" : "playlists")"
  }
}
