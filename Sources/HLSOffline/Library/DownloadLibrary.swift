// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import LibSQLite

/// The index of downloads: where packages are, and what they said of themselves.
///
/// The packages know everything that is here, so that the index can be made anew from them.
/// Processes share it: each change is one transaction of SQLite.
public struct DownloadLibrary: ~Copyable {
  /// The file.
  public let path: String

  private let database: SQLiteDatabase

  /// Where the library is unless something else is said: `RUNG_LIBRARY`, else below
  /// `XDG_DATA_HOME`, else below `~/.local/share`.
  public static func standardPath(
    environment: [String: String]? = nil
  ) -> String {
    let environment = environment ?? ProcessInfo.processInfo.environment
    if let path = environment["RUNG_LIBRARY"], !path.isEmpty { return path }
    let home = environment["HOME"] ?? NSHomeDirectory()
    let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (data ?? home + "/.local/share") + "/rung/downloads.sqlite"
  }

  private init(path: String, adopting database: consuming SQLiteDatabase) {
    self.path = path
    self.database = database
  }

  /// Opens a library, creating it where it is missing.
  ///
  /// - Throws: ``OfflineError/Code/library``.
  public static func open(
    _ path: String = standardPath()
  ) throws(OfflineError) -> DownloadLibrary {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    do throws(SQLiteError) {
      let database = try SQLiteDatabase.open(path)
      try database.execute(
        """
        CREATE TABLE IF NOT EXISTS downloads (
          path TEXT PRIMARY KEY, title TEXT NOT NULL, source TEXT NOT NULL,
          bytes INTEGER NOT NULL, milliseconds INTEGER NOT NULL, date INTEGER NOT NULL,
          expires INTEGER, priority TEXT NOT NULL, state TEXT NOT NULL, artwork TEXT
        ) WITHOUT ROWID
        """)
      return DownloadLibrary(path: path, adopting: database)
    } catch {
      throw Self.error(error, path)
    }
  }

  private static func error(_ error: SQLiteError, _ path: String) -> OfflineError {
    OfflineError(
      .library, path, "\(error)",
      remedy: error.isDamage
        ? "move the file away; 'rung downloads rebuild FOLDER' makes it anew" : nil)
  }

  /// Lists a package, or what it says of itself now.
  ///
  /// - Throws: ``OfflineError/Code/library``.
  public func add(_ package: OfflinePackage) throws(OfflineError) {
    try insert(LibraryEntry(package))
  }

  private func insert(_ entry: LibraryEntry) throws(OfflineError) {
    let path = Self.absolute(entry.path)
    try run { () throws(SQLiteError) in
      try database.execute(
        "INSERT OR REPLACE INTO downloads VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        .text(path), .text(entry.title), .text(entry.source),
        .integer(Int64(clamping: entry.bytes)),
        .integer(Int64(min(1e15, max(0, entry.duration * 1000)))), .integer(entry.date),
        entry.expires.map(SQLiteValue.integer) ?? .null, .text(entry.priority.rawValue),
        .text(entry.state.rawValue), entry.artwork.map(SQLiteValue.text) ?? .null)
    }
  }

  /// Forgets a package. Its files stay.
  ///
  /// - Throws: ``OfflineError/Code/library``.
  public func forget(_ path: String) throws(OfflineError) {
    let path = Self.absolute(path)
    try run { () throws(SQLiteError) in
      try database.execute("DELETE FROM downloads WHERE path = ?", .text(path))
    }
  }

  /// The downloads, by path, as their packages are now.
  ///
  /// - Throws: ``OfflineError/Code/library``.
  public func entries() throws(OfflineError) -> [LibraryEntry] {
    var rows: [[SQLiteValue]] = []
    try run { () throws(SQLiteError) in
      rows = try database.execute("SELECT * FROM downloads ORDER BY path")
    }
    return rows.compactMap { row in
      guard let entry = LibraryEntry(row) else { return nil }
      // What the package says counts; the index may be older.
      if let package = try? OfflinePackage(entry.path) { return LibraryEntry(package) }
      var missing = entry
      missing.state = .missing
      return missing
    }
  }

  /// Makes the index anew from the packages below some folders. Packages elsewhere that are still
  /// there stay listed.
  ///
  /// - Returns: The packages that were found, and what could not be read with the reason.
  /// - Throws: ``OfflineError/Code/library``.
  public func rebuild(
    from folders: [String]
  ) throws -> (found: [LibraryEntry], unreadable: [OfflineError]) {
    var found: [LibraryEntry] = []
    var unreadable: [OfflineError] = []
    for folder in folders {
      for path in Self.packages(below: folder) {
        do throws(OfflineError) {
          found.append(LibraryEntry(try OfflinePackage(path)))
        } catch {
          unreadable.append(error)
        }
      }
    }
    let kept = try entries().filter { $0.state != .missing }
    try database.transaction {
      try database.execute("DELETE FROM downloads")
      for entry in kept + found { try insert(entry) }
    }
    return (found, unreadable)
  }

  /// The packages below a folder, itself included; nothing is looked for inside them.
  private static func packages(below folder: String) -> [String] {
    let files = FileManager.default
    if files.fileExists(atPath: folder + "/" + BootDocument.name) { return [folder] }
    var found: [String] = []
    guard
      let walk = files.enumerator(
        at: URL(filePath: folder), includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
    else { return [] }
    for case let url as URL in walk
    where files.fileExists(atPath: url.appending(path: BootDocument.name).path) {
      found.append(url.path)
      walk.skipDescendants()
    }
    return found.sorted()
  }

  static func absolute(_ path: String) -> String { URL(filePath: path).standardizedFileURL.path }

  private func run(_ body: () throws(SQLiteError) -> Void) throws(OfflineError) {
    do throws(SQLiteError) {
      try body()
    } catch {
      throw Self.error(error, path)
    }
  }
}

extension LibraryEntry {
  /// Reads a row of the index.
  fileprivate init?(_ row: [SQLiteValue]) {
    guard row.count == 10, let path = row[0].text, let title = row[1].text,
      let source = row[2].text, let bytes = row[3].integer, let milliseconds = row[4].integer,
      let date = row[5].integer, let priority = row[7].text.flatMap(StoragePriority.init),
      let state = row[8].text.flatMap(State.init)
    else { return nil }
    self.path = path
    self.title = title
    self.source = source
    self.bytes = UInt64(max(0, bytes))
    duration = Double(milliseconds) / 1000
    self.date = date
    expires = row[6].integer
    self.priority = priority
    self.state = state
    artwork = row[9].text
  }
}
