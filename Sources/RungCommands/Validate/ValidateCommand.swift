// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSConformance

/// `rung validate`: holds a stream against RFC 8216bis and the authoring rules.
struct ValidateCommand: Command {
  static let specification = CommandSpecification(
    name: "validate",
    abstract: "holds a stream against RFC 8216bis and the authoring rules",
    operands: [.init("SOURCE", "a folder, a playlist, or an http(s) URL", .optional)],
    options: [
      .option(
        "--profile", "NAME", "the rules to check: apple (the default), apple-tv, rfc or cmaf"),
      .option("--only", "RULE", repeats: true, "check this rule, or all rules that begin so"),
      .option("--skip", "RULE", repeats: true, "leave this rule out, or all that begin so"),
      .flag("--list-rules", "print the rules that would be checked"),
      .option("--explain", "RULE", "print what a rule asks for and why"),
    ],
    example: "rung validate out/ --skip apple-4.1")

  private let source: String?
  private let selection: RuleSelection
  private let explained: ConformanceRule?
  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws(UsageError) {
    source = arguments.operands.first
    self.arguments = arguments
    let names = ConformanceProfile.all.map(\.name)
    let profile = try arguments.value(
      "--profile", expecting: "one of \(names.joined(separator: ", "))"
    ) { name in ConformanceProfile.all.first { $0.name == name } }
    selection = RuleSelection(
      profile: profile ?? .apple, only: arguments.all("--only"),
      skipping: arguments.all("--skip"))
    if let name = selection.unknownName { throw Self.unknownRule(name) }
    explained = try arguments.value("--explain").map { name throws(UsageError) in
      guard let rule = ConformanceRule.named(name) else { throw Self.unknownRule(name) }
      return rule
    }
    if source == nil, explained == nil, !arguments.has("--list-rules") {
      throw UsageError("missing argument 'SOURCE'")
    }
  }

  private static func unknownRule(_ name: String) -> UsageError {
    UsageError(
      "no rule is named '\(name)'"
        + Suggestion.text(for: name, among: ConformanceRule.all.map(\.id)))
  }

  func run(_ console: Console) async throws -> ExitCode {
    if let explained {
      if arguments.has("--json") {
        try console.print(json: RuleReport(explained))
      } else {
        console.print(ConformanceRuleText(explained).description)
      }
      return .success
    }
    guard let source, !arguments.has("--list-rules") else {
      try list(console)
      return .success
    }
    let files = ValidationSource()
    let presentation = try await Presentation.load(files.playlist(of: source), from: files)
    let report = ConformanceReport(of: presentation, against: selection)
    if arguments.has("--json") {
      try console.print(json: ValidationReport(report))
    } else if !arguments.has("--quiet") {
      console.print(FindingText(report).description)
    }
    return report.hasErrors ? .failure : .success
  }

  private func list(_ console: Console) throws {
    if arguments.has("--json") {
      return try console.print(json: ["rules": selection.rules.map(RuleReport.init)])
    }
    var table = Table("rule", "level", "needs", "what it asks for")
    for rule in selection.rules {
      table.add(rule.id, rule.requirement.title, rule.need.rawValue, rule.title)
    }
    console.print(table.description)
  }
}
