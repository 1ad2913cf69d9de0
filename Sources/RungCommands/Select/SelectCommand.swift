// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSVariants

/// `rung select`: what an offline download would take.
struct SelectCommand: Command {
  static let specification = CommandSpecification(
    name: "select", abstract: "Show what an offline download of a master would take, and why.",
    operands: [MasterSource.operand],
    options: SelectOptions.options + [
      DeviceOption.option,
      .option("--fit", "size", "the best choice that takes at most so many bytes, as 800MB"),
      .flag("--explain", "every variant against every rule"),
      .flag("--require-match", "exit 1 when no rule matches"),
      .option("--emit", "swift", "print the AVFoundation code that does the same"),
    ],
    example: "rung select master.m3u8 --prefer \"peakBitRate < 5000000 AND "
      + "videoAttributes.videoRange == 'PQ'\" --device iphone-12")

  private let master: MasterSource
  private let options: SelectOptions
  private let device: String?
  private let budget: UInt64?
  private let emitsSwift: Bool
  private let isExplained: Bool
  private let requiresMatch: Bool
  private let isJSON: Bool
  private let isQuiet: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    master = MasterSource(name: arguments.operands[0])
    options = try SelectOptions(arguments)
    device = arguments.value("--device")
    budget = try arguments.value(
      "--fit", expecting: "a size such as 800MB or 1.5GB", Quantity.bytes)
    emitsSwift =
      try arguments.value("--emit", expecting: "'swift'") { $0 == "swift" ? true : nil } ?? false
    isExplained = arguments.has("--explain")
    requiresMatch = arguments.has("--require-match")
    isJSON = arguments.has("--json")
    isQuiet = arguments.has("--quiet")
  }

  func run(_ console: Console) async throws -> ExitCode {
    let profile = try DeviceOption.profile(device)
    let asset = try await master.asset()
    let rules = try options.rules(for: asset)
    if !isQuiet { rules.notes.forEach { console.note($0) } }
    if emitsSwift {
      console.print(SelectionCode(master.name, options, rules).text)
      return .success
    }
    let reader = FileAndWebReader()
    var playlists = MediaPlaylists { reader.size(of: $0) }
    let selection: Selection
    if let budget {
      selection = try await asset.select(
        rules.configuration, fitting: budget, on: profile,
        automaticSelection: rules.automaticSelection, playlists: &playlists, reader: reader)
    } else {
      selection = try asset.select(
        rules.configuration, on: profile, automaticSelection: rules.automaticSelection)
      _ = await playlists.load(for: selection, with: reader)
    }
    try report(selection, playlists, console)
    return requiresMatch && selection.primary.basis == .noneMatched ? .failure : .success
  }

  private func report(
    _ selection: Selection, _ playlists: MediaPlaylists, _ console: Console
  ) throws {
    let sizes = selection.sizes(by: playlists)
    let warnings = selection.warnings + selection.warnings(about: playlists)
    if isJSON {
      return try console.print(
        json: SelectionReport(selection, sizes, warnings: warnings, isExplained: isExplained))
    }
    if isQuiet { return }
    if isExplained {
      console.print(selection.explanation.parts.map(\.description).joined(separator: "\n") + "\n")
    }
    SelectionText(selection, sizes).lines.forEach { console.print($0) }
    warnings.forEach { console.note("warning: \($0)") }
  }
}
