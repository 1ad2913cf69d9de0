// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSConformance

/// What `rung validate --json` prints.
///
/// `source`; `must` and `should` count findings; `rules` counts the rules that were checked; each
/// of `findings` has `rule`, `requirement`, `place` (`file`, and where known `line`, `column`,
/// `segment`, `box`, `time`), `expected`, `found` and, where there is one, `fix`; `suppressed`
/// counts findings that are not listed, by rule; each of `notes` has `place` and `text`.
struct ValidationReport: Encodable {
  private enum CodingKeys: CodingKey {
    case source, must, should, rules, findings, suppressed, notes
  }

  private let report: ConformanceReport

  init(_ report: ConformanceReport) { self.report = report }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(report.presentation.name, forKey: .source)
    try container.encode(report.count(.must), forKey: .must)
    try container.encode(report.count(.should), forKey: .should)
    try container.encode(report.rules.count, forKey: .rules)
    try container.encode(report.findings, forKey: .findings)
    try container.encode(report.suppressed, forKey: .suppressed)
    try container.encode(report.notes, forKey: .notes)
  }
}
