// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import PredicateFormat
internal import PredicateFoundation

/// What `rung predicate` says about a predicate.
struct PredicateReport {
  private let tree: PredicateTree
  private let plainEnglish: String
  private let findings: [PredicateFinding]
  private let explanation: PredicateExplanation?

  /// The answer for the object, where there is one.
  let evaluation: Bool?

  init(
    format: String, arguments: [PredicateValue], variables: [String: PredicateValue],
    object: PredicateValue?
  ) throws {
    do throws(PredicateFormatError) {
      tree = try PredicateTree(format: format, arguments: arguments)
      let schema = object == nil ? VariantKeys.schema(for: tree) : .open
      plainEnglish = tree.plainEnglish(VariantKeys.schema)
      findings = try PredicateLinter(schema: schema)
        .findings(inFormat: format, arguments: arguments)
      guard let object else {
        explanation = nil
        evaluation = nil
        return
      }
      let bound = try tree.bound(
        to: .values, variables: variables, environment: ICUEnvironment())
      evaluation = try bound.evaluate(object)
      explanation = bound.explain(object)
    } catch {
      throw PredicateTextError(error: error)
    }
  }
}

extension PredicateReport: CustomStringConvertible {
  /// The tree, the canonical form, the meaning, the findings, and the answer as the last line.
  var description: String {
    var lines = ["\(tree.outline)", "", "canonical  \(tree)", "meaning    \(plainEnglish)"]
    if !findings.isEmpty { lines += [""] + findings.map(\.description) }
    if let explanation { lines += ["", explanation.description] }
    if let evaluation { lines += ["", "\(evaluation)"] }
    return lines.joined(separator: "\n")
  }
}

extension PredicateReport: Encodable {
  private enum CodingKeys: CodingKey {
    case tree, canonical, plainEnglish, findings, evaluation, explanation
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(OutlineJSON(tree.outline), forKey: .tree)
    try container.encode(tree.predicateFormat, forKey: .canonical)
    try container.encode(plainEnglish, forKey: .plainEnglish)
    try container.encode(findings.map(FindingJSON.init), forKey: .findings)
    try container.encodeIfPresent(evaluation, forKey: .evaluation)
    try container.encodeIfPresent(explanation?.decisive.map(\.reason), forKey: .explanation)
  }
}

private struct OutlineJSON: Encodable {
  let kind: String
  let text: String
  let parts: [OutlineJSON]

  init(_ outline: PredicateOutline) {
    kind = outline.kind
    text = outline.text
    parts = outline.parts.map(OutlineJSON.init)
  }
}

private struct FindingJSON: Encodable {
  let code: String
  let severity: String
  let message: String
  let remedy: String?
  let column: Int?

  init(_ finding: PredicateFinding) {
    code = finding.code.rawValue
    severity = finding.severity.rawValue
    message = finding.message
    remedy = finding.remedy
    column = finding.location?.column
  }
}
