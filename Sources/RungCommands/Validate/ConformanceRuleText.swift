// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSConformance

/// What `rung validate --explain` prints of a rule.
struct ConformanceRuleText: CustomStringConvertible {
  let description: String

  init(_ rule: ConformanceRule) {
    var lines = [
      "\(rule.id): \(rule.title)", "",
      "level   \(rule.requirement.title)", "source  \(rule.reference)",
      "needs   \(rule.need.rawValue)",
    ]
    if !rule.rationale.isEmpty { lines += ["", rule.rationale] }
    description = lines.joined(separator: "\n")
  }
}

/// A rule as JSON has it: `rule`, `requirement`, `title`, `source`, `clause`, `needs`, and
/// `rationale` where there is one.
struct RuleReport: Encodable {
  private enum CodingKeys: CodingKey {
    case rule, requirement, title, source, clause, needs, rationale
  }

  private let rule: ConformanceRule

  init(_ rule: ConformanceRule) { self.rule = rule }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(rule.id, forKey: .rule)
    try container.encode(rule.requirement, forKey: .requirement)
    try container.encode(rule.title, forKey: .title)
    try container.encode(rule.source, forKey: .source)
    try container.encode(rule.clause, forKey: .clause)
    try container.encode(rule.need, forKey: .needs)
    if !rule.rationale.isEmpty { try container.encode(rule.rationale, forKey: .rationale) }
  }
}
