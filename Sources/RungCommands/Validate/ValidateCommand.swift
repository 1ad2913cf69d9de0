// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HLSConformance

/// `rung validate`: holds a stream against RFC 8216bis and the authoring rules.
struct ValidateCommand: Command {
  static let specification = CommandSpecification(
    name: "validate",
    abstract: "Hold a stream against RFC 8216bis and the authoring rules.",
    operands: [.init("SOURCE", "a folder, a playlist, or an http(s) URL", .optional)],
    options: [
      .option(
        "--profile", "NAME", "the rules to check: apple (the default), apple-tv, rfc or cmaf"),
      .option("--only", "RULE", repeats: true, "check this rule, or all rules that begin so"),
      .option("--skip", "RULE", repeats: true, "leave this rule out, or all that begin so"),
      .flag("--media", "read initialisation sections and segments as well"),
      .option("--key", "FILE", "with --media, the key file of segments that are encrypted"),
      .option("--sample", "N", "read at most N segments of each playlist, spread over it"),
      .flag("--sizes", "over the web, ask for the size of every segment: bit rates need them"),
      .flag("--fix", "rewrite playlists so that they keep the rules, after showing the changes"),
      .flag("--dry-run", "with --fix, show the changes and write nothing"),
      .option("--junit", "FILE", "write the findings as a build server reads them"),
      .option("--html", "FILE", "write the findings as a page with plots"),
      .option("--watch", "SECONDS", "reload live playlists for so long and check how they change"),
      .flag("--list-rules", "print the rules that would be checked"),
      .option("--explain", "RULE", "print what a rule asks for and why"),
    ],
    example: "rung validate out/ --skip apple-4.1")

  private let source: String?
  private let selection: RuleSelection
  private let explained: ConformanceRule?
  private let sample: Int?
  private let key: KeyArgument?
  private let watched: Int?
  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws(UsageError) {
    source = arguments.operands.first
    self.arguments = arguments
    sample = try arguments.integer("--sample")
    key = arguments.value("--key").map(KeyArgument.init)
    if key != nil, !arguments.has("--media"), sample == nil {
      throw UsageError("'--key <FILE>' needs '--media'")
    }
    watched = try arguments.integer("--watch", in: 1...86_400)
    if let source, arguments.has("--fix"), WebSource.isWeb(source) {
      throw UsageError("'--fix' rewrites files, and '\(source)' is none")
    }
    let names = ConformanceProfile.all.map(\.name)
    let profile = try arguments.value(
      "--profile", expecting: "one of \(names.joined(separator: ", "))"
    ) { name in ConformanceProfile.all.first { $0.name == name } }
    selection = RuleSelection(
      profile: profile ?? .apple, only: arguments.all("--only"),
      skipping: arguments.all("--skip"))
    if let name = selection.unknownName { throw Self.unknownRule(name) }
    guard !selection.rules.isEmpty else {
      let lists = ["--only", "--skip"].map { option in
        arguments.all(option).map { " \(option) \($0)" }.joined()
      }
      throw UsageError(
        "no rule of the profile '\(selection.profile.name)' is left to check by"
          + lists.joined())
    }
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
    var presentation = try await load(source)
    if arguments.has("--fix") {
      let repaired = try await repair(presentation, console)
      // What is reported is the stream as it now is.
      if !arguments.has("--dry-run") { presentation = repaired }
    }
    let report = ConformanceReport(of: presentation, against: selection)
    if let file = arguments.value("--junit") {
      try FileSource.create(file, JUnitReport(report).description)
    }
    if let file = arguments.value("--html") {
      try FileSource.create(file, HTMLReport(report).description)
    }
    if arguments.has("--json") {
      try console.print(json: ValidationReport(report))
    } else if !arguments.has("--quiet") {
      console.print(FindingText(report).description)
    }
    return report.hasErrors ? .failure : .success
  }

  private func load(
    _ source: String, from files: ValidationSource = ValidationSource()
  ) async throws -> Presentation {
    var presentation = try await Presentation.load(
      files.playlist(of: source), from: files,
      measuring: arguments.has("--sizes") || !WebSource.isWeb(source))
    if arguments.has("--media") || sample != nil {
      let decryption = try key.map { KeyedSegments(try $0.keys()) }
      presentation = await presentation.readingMedia(
        from: files, decryption: decryption, sample: sample)
    }
    if let watched {
      presentation = try await presentation.watching(for: Double(watched), from: files)
    }
    return presentation
  }

  /// The most times that a stream is read again: a playlist that could not be read names others.
  private static let roundLimit = 4

  /// Shows the changes that the stream needs, and makes those of files beside the playlist that was
  /// asked for or below.
  ///
  /// The stream is read again with its changes until none is left, and only then are files
  /// written: repairing what was repaired changes nothing.
  ///
  /// - Returns: The stream as it is with the changes.
  private func repair(
    _ presentation: Presentation, _ console: Console
  ) async throws -> Presentation {
    var (current, files) = (presentation, ValidationSource())
    var (left, old): ([Repair.Change], [String: [UInt8]]) = ([], [:])
    for _ in 0..<Self.roundLimit {
      let all = Repair(of: current, against: selection).changes
      let changes = all.filter { change in
        !WebSource.isWeb(change.file)
          && FileSource.isFile(change.file, besideOrBelow: presentation.name)
      }
      left = all.filter { !changes.contains($0) }
      guard !changes.isEmpty else { break }
      for change in changes {
        old[change.file] = old[change.file] ?? change.old
        files.changed[change.file] = change.new
      }
      current = try await load(presentation.name, from: files)
    }
    // The multivariant playlist first, as the stream has it.
    let changes = current.files.compactMap { file in
      old[file.name].map { Repair.Change(file: file.name, old: $0, new: file.bytes) }
    }
    for change in changes where !arguments.has("--quiet") {
      console.note("--- \(change.file)\n+++ \(change.file)")
      console.note(LineDifference(change.old, change.new).description)
    }
    current.notes += left.map { change in
      Note(Place(file: change.file), "not rewritten: it is outside the folder of the stream")
    }
    current.notes += changes.flatMap(\.notes)
    guard !arguments.has("--dry-run") else { return current }
    // Of all first, so that none is written where one cannot be.
    for change in changes { try FileSource().checkWritable(change.file) }
    // The multivariant playlist last: until then it names what is still as it was.
    for change in changes.reversed() { try FileSource().write(change.new, to: change.file) }
    return current
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
