// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSConformance

/// `rung diff`: compares two streams by what they mean.
struct DiffCommand: Command {
  static let specification = CommandSpecification(
    name: "diff",
    abstract: "Compare two streams by what they mean.",
    operands: [
      .init("A", "a folder, a playlist, or an http(s) URL"),
      .init("B", "the stream to compare it with"),
    ],
    options: [
      .flag("--media", "compare what segments hold as well: formats, times and samples")
    ],
    example: "rung diff out/ rebuilt/ --media")

  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws(UsageError) { self.arguments = arguments }

  func run(_ console: Console) async throws -> ExitCode {
    let comparison = StreamComparison(
      try await load(arguments.operands[0]), try await load(arguments.operands[1]))
    if arguments.has("--json") {
      try console.print(json: ["differences": comparison.differences])
    } else if !arguments.has("--quiet") {
      console.print(Self.text(comparison))
    }
    return comparison.differences.isEmpty ? .success : .failure
  }

  private func load(_ name: String) async throws -> Presentation {
    let source = ValidationSource()
    let presentation = try await Presentation.load(source.playlist(of: name), from: source)
    return arguments.has("--media") ? await presentation.readingMedia(from: source) : presentation
  }

  private static func text(_ comparison: StreamComparison) -> String {
    guard !comparison.differences.isEmpty else { return "the streams mean the same" }
    var table = Table("area", "what", "first", "second")
    for difference in comparison.differences {
      table.add(difference.area, difference.subject, difference.first, difference.second)
    }
    return table.description
  }
}
