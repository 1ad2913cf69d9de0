// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HLSOffline

/// `rung downloads`: what has been fetched.
struct DownloadsCommand: Command {
  static let specification = CommandSpecification(
    name: "downloads", abstract: "List, verify, remove and prune what 'rung download' has fetched.",
    operands: [
      .init(
        "ACTION", "list, verify [PACKAGE…], remove PACKAGE…, prune, or rebuild [FOLDER…]"),
      .init("PATH", "packages; for 'rebuild' folders to look in, else the current one", .any),
    ],
    options: [
      .option("--max-size", "size", "for 'prune': the most that all may take, as 20G"),
      .flag("--dry-run", "for 'prune': print what would go, and remove nothing"),
      .option("--library", "file", "the index, else the one that RUNG_LIBRARY names"),
    ],
    example: "rung downloads prune --max-size 20G --dry-run")

  private enum Action: String, CaseIterable { case list, verify, remove, prune, rebuild }

  private let action: Action
  private let paths: [String]
  private let limit: UInt64?
  private let isDryRun: Bool
  private let library: String
  private let isJSON: Bool
  private let isQuiet: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let name = arguments.operands[0]
    guard let action = Action(rawValue: name) else {
      let names = Action.allCases.map(\.rawValue)
      throw UsageError(
        "expected \(names.joined(separator: ", ")), found '\(name)'"
          + Suggestion.text(for: name, among: names))
    }
    self.action = action
    paths = Array(arguments.operands.dropFirst())
    limit = try arguments.value(
      "--max-size", expecting: "a size such as 800MB or 20G", Quantity.bytes)
    isDryRun = arguments.has("--dry-run")
    library = arguments.value("--library") ?? DownloadLibrary.standardPath()
    isJSON = arguments.has("--json")
    isQuiet = arguments.has("--quiet")
    if action == .remove, paths.isEmpty { throw UsageError("missing argument 'PACKAGE'") }
    if action == .prune, limit == nil { throw UsageError("missing option '--max-size <size>'") }
    if action == .prune || action == .list, !paths.isEmpty {
      throw UsageError("'\(name)' takes no packages, found '\(paths[0])'")
    }
  }

  func run(_ console: Console) async throws -> ExitCode {
    let library = try DownloadLibrary.open(library)
    switch action {
    case .list: return try list(try library.entries(), console)
    case .verify: return try verify(library, console)
    case .remove: return try remove(library, console)
    case .prune: return try prune(library, console)
    case .rebuild: return try rebuild(library, console)
    }
  }

  private func list(_ entries: [LibraryEntry], _ console: Console) throws -> ExitCode {
    if isJSON {
      try console.print(json: ["downloads": entries])
    } else if !isQuiet {
      console.print(DownloadsTable.text(entries))
    }
    return .success
  }

  private func verify(_ library: borrowing DownloadLibrary, _ console: Console) throws -> ExitCode {
    let paths = paths.isEmpty ? try library.entries().map(\.path) : paths
    var findings: [String: [String]] = [:]
    for path in paths {
      do throws(OfflineError) {
        findings[path] = try OfflinePackage(path).findings()
      } catch {
        findings[path] = ["\(error)"]
      }
    }
    if isJSON {
      try console.print(json: ["findings": findings])
    } else {
      for path in paths {
        let found = findings[path] ?? []
        if found.isEmpty, !isQuiet { console.print("\(path): fine") }
        found.forEach { console.print("\(path): \($0)") }
      }
    }
    return findings.values.allSatisfy(\.isEmpty) ? .success : .failure
  }

  private func remove(_ library: borrowing DownloadLibrary, _ console: Console) throws -> ExitCode {
    for path in paths {
      // One that has gone already, the index may still have.
      if FileManager.default.fileExists(atPath: path) { try OfflinePackage(path).remove() }
      try library.forget(path)
      if !isQuiet, !isJSON { console.print("\(path): removed") }
    }
    if isJSON { try console.print(json: ["removed": paths]) }
    return .success
  }

  private func prune(_ library: borrowing DownloadLibrary, _ console: Console) throws -> ExitCode {
    let policy = StoragePolicy(limit: limit ?? .max)
    let now = Int64(Date().timeIntervalSince1970)
    let evictions = policy.evictions(from: try library.entries(), at: now)
    for entry in evictions {
      if !isDryRun {
        try OfflinePackage(entry.path).remove()
        try library.forget(entry.path)
      }
      if !isQuiet, !isJSON {
        let size = Format.bytes(Int64(clamping: entry.bytes))
        console.print("\(entry.path): \(isDryRun ? "would go" : "removed"), \(size)")
      }
    }
    if isJSON { try console.print(json: ["removed": evictions.map(\.path)]) }
    return .success
  }

  private func rebuild(_ library: borrowing DownloadLibrary, _ console: Console) throws -> ExitCode
  {
    let folders = paths.isEmpty ? [FileManager.default.currentDirectoryPath] : paths
    let result = try library.rebuild(from: folders)
    result.unreadable.forEach { console.note("warning: \($0)") }
    return try list(try library.entries(), console)
  }
}

/// Downloads as `rung downloads list` prints them.
enum DownloadsTable {
  static func text(_ entries: [LibraryEntry]) -> String {
    var table = Table(
      "title", ">length", ">size", "date", "expires", "priority", "state", "package")
    for entry in entries {
      table.add(
        entry.title.isEmpty ? "-" : entry.title, ClockTime.text(entry.duration),
        Format.bytes(Int64(clamping: entry.bytes)), day(entry.date),
        entry.expires.map(day) ?? "-", entry.priority.rawValue, entry.state.rawValue, entry.path)
    }
    return table.description
  }

  private static func day(_ seconds: Int64) -> String {
    let date = Date(timeIntervalSince1970: Double(seconds))
    return date.formatted(Date.ISO8601FormatStyle().year().month().day())
  }
}
