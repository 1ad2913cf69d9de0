// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HLSOffline

/// How a download is done, as the command line says it.
struct DownloadSettings: Sendable {
  static let options: [CommandSpecification.Option] = [
    .flag("--dry-run", "print the plan and its size, and fetch no media"),
    .flag("--until-end", "store a live stream as it comes, until it ends"),
    .flag("--keys", "fetch and store keys too, readable by you alone"),
    .flag("--force", "replace a package with another choice, or of a source that has changed"),
    .option("--connections", "number", "requests at a time (8)"),
    .option("--retries", "number", "how often a request without progress is sent again (7)"),
    .option("--max-size", "size", "the most bytes that the package may take, as 20G"),
    .flag("--allow-private", "let a master of the public web name private addresses"),
    .option("--cacert", "file", "certificates to trust in place of the system's"),
    .option("--title", "text", "the title that 'rung downloads' shows"),
    .option("--artwork", "file", "an image to store with the package"),
    .option("--priority", "name", "'important' to be removed last, else 'default'"),
    .option("--library", "file", "the index to list the package in, else RUNG_LIBRARY's"),
    .option("--expires", "time", "when the download may go, as 30d, 12h or 2027-01-31"),
  ]

  let isDryRun: Bool
  let waitsForEnd: Bool
  let storesKeys: Bool
  let replaces: Bool
  let connections: Int
  let retries: Int
  let maximumSize: UInt64?
  let allowsPrivate: Bool
  let certificates: String?
  let title: String?
  let artwork: String?
  let priority: StoragePriority
  let expires: Expiry?
  let library: String

  init(_ arguments: ParsedArguments) throws(UsageError) {
    isDryRun = arguments.has("--dry-run")
    waitsForEnd = arguments.has("--until-end")
    storesKeys = arguments.has("--keys")
    replaces = arguments.has("--force")
    connections = try arguments.integer("--connections", in: 1...256) ?? 8
    retries = try arguments.integer("--retries", in: 0...1000) ?? 7
    maximumSize = try arguments.value(
      "--max-size", expecting: "a size such as 800MB or 20G", Quantity.bytes)
    allowsPrivate = arguments.has("--allow-private")
    certificates = arguments.value("--cacert")
    title = arguments.value("--title")
    artwork = arguments.value("--artwork")
    priority =
      try arguments.value(
        "--priority", expecting: "'default' or 'important'", StoragePriority.init(rawValue:))
      ?? .default
    library = arguments.value("--library") ?? DownloadLibrary.standardPath()
    expires = try arguments.value(
      "--expires", expecting: "a time such as 30d, 12h or 2027-01-31", Expiry.init)
  }

  /// The options of a downloader.
  func options() throws -> DownloadOptions {
    var options = DownloadOptions()
    // More requests than connections: one that is free finds the next request waiting.
    options.connections = connections * 4
    options.retries.attempts = retries + 1
    options.replaces = replaces
    if let maximumSize { options.packageLimit = maximumSize }
    options.settings.title = title ?? ""
    options.settings.priority = priority
    options.settings.expires = expires?.date(from: Int64(Date().timeIntervalSince1970))
    if let artwork {
      guard let data = FileManager.default.contents(atPath: artwork) else {
        throw MasterError(
          description: "\(artwork): expected an image that can be read, found none", hint: nil)
      }
      options.settings.artwork = Array(data)
    }
    return options
  }
}

/// When a download may go: a while after it began, or on a day.
enum Expiry: Hashable, Sendable {
  /// Seconds from now.
  case after(Int64)
  /// Seconds since 1970.
  case at(Int64)

  /// Reads `30d`, `12h` or `2027-01-31`.
  init?(_ text: String) {
    let units: [Character: Int64] = ["h": 3600, "d": 86400, "w": 7 * 86400]
    if let unit = text.last.flatMap({ units[$0] }) {
      guard let count = Int64(text.dropLast()), (0...100_000).contains(count) else { return nil }
      self = .after(count * unit)
      return
    }
    let style = Date.ISO8601FormatStyle().year().month().day()
    guard let date = try? style.parse(text) else { return nil }
    self = .at(Int64(date.timeIntervalSince1970))
  }

  /// Seconds since 1970.
  func date(from now: Int64) -> Int64 {
    switch self {
    case .after(let seconds): now + seconds
    case .at(let date): date
    }
  }
}
