// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HLSEncoding
internal import Synchronization

/// The folder that a package is written to, all at once.
///
/// Everything is written to a hidden folder inside it and moved into place when it is complete,
/// the master playlist last. A run that fails or is stopped leaves what was there before; one that
/// has begun to publish leaves a list of what it published, and the next run goes on.
public final class OutputDirectory: Sendable {
  /// The master playlist, whose presence says that a package is complete.
  static let masterName = "master.m3u8"
  /// The report beside it.
  static let reportName = "report.json"

  /// Holds what is not complete yet. What a killed run left there is nobody's any more, but for
  /// the list of what it published.
  private static let stagingName = ".rung-incomplete"
  /// The list of folders that are being published, in the form of a report: where there is one,
  /// what is in the folder is not complete.
  static let listName = "published.json"

  /// The folder as the user wrote it.
  public let path: String

  let staging: URL
  private let lock: FolderLock
  private let wasCreated: Bool
  /// The folders of a package, or of what was published of one, that was there before.
  let replaced: Set<String>
  /// Those among them that a run published which did not come to its end.
  let resumed: Set<String>
  private let isClosed = Mutex(false)
  let hasBegun = Atomic(false)

  var url: URL { URL(filePath: path) }

  /// The folder's name wherever the process stands.
  var absolutePath: String { url.standardizedFileURL.path }

  /// Prepares the folder, creating it where it is missing.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - replaces: Whether a package that is there may be replaced.
  /// - Throws: ``PackagingError`` when it is occupied or cannot be written to.
  public init(_ path: String, replaces: Bool) throws {
    self.path = path
    let files = FileManager.default
    let url = URL(filePath: path)
    var isFolder: ObjCBool = false
    wasCreated = unsafe !files.fileExists(atPath: path, isDirectory: &isFolder)
    guard wasCreated || isFolder.boolValue else {
      throw PackagingError(.output, path, "expected a folder, found a file")
    }
    if wasCreated { try Self.checkAncestors(of: url) }
    do {
      try files.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      throw PackagingError(.output, path, "cannot write there: \(SystemReason.text(error))")
    }
    guard let lock = FolderLock(path) else {
      throw PackagingError(.occupied, path, "another run is writing there")
    }
    self.lock = lock
    let isOccupied = [Self.masterName, Self.reportName].contains {
      files.fileExists(atPath: url.appending(path: $0).path)
    }
    staging = url.appending(path: Self.stagingName)
    let list = staging.appending(path: Self.listName)
    guard replaces || !isOccupied || files.fileExists(atPath: list.path) else {
      throw PackagingError(
        .occupied, path, "holds another package", hint: "'--force' replaces it")
    }
    replaced = Self.renditions(of: url, listedIn: [url.appending(path: Self.reportName), list])
    resumed = Self.renditions(of: url, listedIn: [list])
    do {
      Self.empty(staging)
      try files.createDirectory(at: staging, withIntermediateDirectories: true)
    } catch {
      if wasCreated { unsafe _ = rmdir(path) }
      throw PackagingError(.output, path, "cannot write there: \(SystemReason.text(error))")
    }
  }

  /// Removes what is unfinished, and the folder with it where nothing was published.
  private static func empty(_ staging: URL) {
    let files = FileManager.default
    guard files.fileExists(atPath: staging.appending(path: listName).path) else {
      try? files.removeItem(at: staging)
      return
    }
    for name in (try? files.contentsOfDirectory(atPath: staging.path)) ?? [] where name != listName
    {
      try? files.removeItem(at: staging.appending(path: name))
    }
  }

  /// Refuses a path that leads through a file.
  private static func checkAncestors(of url: URL) throws(PackagingError) {
    var parent = url.standardizedFileURL.deletingLastPathComponent()
    var isFolder: ObjCBool = false
    while unsafe !FileManager.default.fileExists(atPath: parent.path, isDirectory: &isFolder),
      parent.pathComponents.count > 1
    {
      parent.deleteLastPathComponent()
    }
    guard isFolder.boolValue else {
      throw PackagingError(.output, url.path, "expected a folder at '\(parent.path)', found a file")
    }
  }

  /// The folders that reports of earlier runs list. A report may be anybody's, so only names that
  /// Rung gives are believed.
  private static func renditions(of url: URL, listedIn reports: [URL]) -> Set<String> {
    var names: Set<String> = []
    for report in reports {
      guard let data = try? Data(contentsOf: report),
        let report = try? JSONDecoder().decode(PackageReport.Directories.self, from: data)
      else { continue }
      names.formUnion(
        report.names.filter { name in
          ["video-", "iframes-", "audio-", "subtitles-"].contains(where: name.hasPrefix)
            && !name.contains("/")
            && RenditionRecord.names.contains { file in
              FileManager.default.fileExists(atPath: url.appending(path: "\(name)/\(file)").path)
            }
        })
    }
    guard !names.isEmpty else { return [] }
    if KeySystem.isKeysFolder(url.appending(path: KeySystem.keysFolder)) {
      names.insert(KeySystem.keysFolder)
    }
    return names
  }

  /// Refuses to go on where a folder of the package would take the place of something else.
  func claim(_ names: [String]) throws {
    for name in names where !replaced.contains(name) {
      guard !FileManager.default.fileExists(atPath: url.appending(path: name).path) else {
        throw PackagingError(
          .occupied, path, "holds '\(name)', which is no part of the package there")
      }
    }
  }

  /// A folder of the package.
  func folder(_ name: String) throws -> OutputFolder {
    let url = staging.appending(path: name)
    try whileOpen {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
    return OutputFolder(directory: self, url: url, name: name)
  }

  /// The package's own level.
  var root: OutputFolder { OutputFolder(directory: self, url: staging, name: "") }

  /// Does something that makes files, unless the folder was given up; turns what the system says
  /// into one line.
  func whileOpen<R>(closing: Bool = false, _ body: () throws -> R) throws -> R {
    try isClosed.withLock { isClosed in
      guard !isClosed else { throw PackagingError(.output, path, "interrupted") }
      do {
        let result = try body()
        isClosed = closing
        return result
      } catch {
        throw PackagingError(.output, path, "cannot write: \(SystemReason.text(error))")
      }
    }
  }

  /// Bytes that can still be written there.
  public var availableBytes: Int64? {
    let values = try? FileManager.default.attributesOfFileSystem(forPath: path)
    return (values?[.systemFreeSize] as? NSNumber)?.int64Value
  }

  /// Gives up: removes what was written and leaves what was there before.
  ///
  /// - Returns: `false` when the package is complete or was given up before.
  @discardableResult
  public func discard() -> Bool {
    isClosed.withLock { isClosed in
      guard !isClosed else { return false }
      isClosed = true
      Self.empty(staging)
      // Goes only when it is empty: others may have put something there.
      if wasCreated { unsafe _ = rmdir(path) }
      return true
    }
  }
}
