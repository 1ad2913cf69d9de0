// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import Synchronization

/// The folder that a package is written to, all at once.
///
/// Everything is written to a hidden folder inside it and moved into place when it is complete,
/// the master playlist last. A run that fails or is stopped leaves what was there before.
public final class OutputDirectory: Sendable {
  /// The master playlist, whose presence says that a package is complete.
  static let masterName = "master.m3u8"
  /// The report beside it.
  static let reportName = "report.json"

  private static let stagingPrefix = ".rung-incomplete-"

  /// The folder as the user wrote it.
  public let path: String

  private let staging: URL
  private let wasCreated: Bool
  private let isClosed = Mutex(false)

  private var url: URL { URL(filePath: path) }

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
    let present = try? files.contentsOfDirectory(atPath: path)
    if present == nil, files.fileExists(atPath: path) {
      throw PackagingError(.output, path, "expected a folder, found a file")
    }
    if let present, present.contains(Self.masterName) || present.contains(Self.reportName),
      !replaces
    {
      throw PackagingError(
        .occupied, path, "holds another package", hint: "'--force' replaces it")
    }
    wasCreated = present == nil
    // Folders of runs that were killed are nobody's any more.
    for name in present ?? [] where Self.isAbandoned(name) {
      try? files.removeItem(at: url.appending(path: name))
    }
    staging = url.appending(
      path: Self.stagingPrefix + String(ProcessInfo.processInfo.processIdentifier))
    do {
      try files.createDirectory(at: staging, withIntermediateDirectories: true)
    } catch {
      throw PackagingError(.output, path, "cannot write there: \(Self.reason(error))")
    }
  }

  /// Whether a hidden folder belongs to a process that is gone.
  private static func isAbandoned(_ name: String) -> Bool {
    guard name.hasPrefix(stagingPrefix), let process = Int32(name.dropFirst(stagingPrefix.count))
    else { return false }
    return kill(process, 0) != 0 && errno == ESRCH
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
  func whileOpen<R>(_ body: () throws -> R) throws -> R {
    try isClosed.withLock { isClosed in
      guard !isClosed else { throw PackagingError(.output, path, "interrupted") }
      do {
        return try body()
      } catch {
        throw PackagingError(.output, path, "cannot write: \(Self.reason(error))")
      }
    }
  }

  /// Bytes that can still be written there.
  public var availableBytes: Int64? {
    let values = try? FileManager.default.attributesOfFileSystem(forPath: path)
    return (values?[.systemFreeSize] as? NSNumber)?.int64Value
  }

  /// Moves everything into place, the master playlist last.
  func publish() throws {
    let files = FileManager.default
    try whileOpen {
      let master = url.appending(path: Self.masterName)
      // Once the old master is gone, nobody starts to play what is being replaced.
      if files.fileExists(atPath: master.path) { try files.removeItem(at: master) }
      try removeOldRenditions()
      let names = try files.contentsOfDirectory(atPath: staging.path).sorted()
      for name in names.filter({ $0 != Self.masterName }) + [Self.masterName] {
        let target = url.appending(path: name)
        if files.fileExists(atPath: target.path) { try files.removeItem(at: target) }
        try files.moveItem(at: staging.appending(path: name), to: target)
      }
      try files.removeItem(at: staging)
    }
  }

  /// Removes the renditions that the report of an earlier run lists, and nothing else.
  private func removeOldRenditions() throws {
    let report = url.appending(path: Self.reportName)
    guard let data = try? Data(contentsOf: report),
      let old = try? JSONDecoder().decode(PackageReport.Directories.self, from: data)
    else { return }
    for name in old.names where !name.contains("/") && !name.hasPrefix(".") {
      try? FileManager.default.removeItem(at: url.appending(path: name))
    }
  }

  /// Gives up: removes what was written and leaves what was there before.
  public func discard() {
    isClosed.withLock { isClosed in
      guard !isClosed else { return }
      isClosed = true
      try? FileManager.default.removeItem(at: staging)
      if wasCreated { try? FileManager.default.removeItem(at: url) }
    }
  }

  private static let reasons: [CocoaError.Code: String] = [
    .fileWriteNoPermission: "permission denied", .fileReadNoPermission: "permission denied",
    .fileWriteOutOfSpace: "no space left on device",
    .fileWriteVolumeReadOnly: "read-only file system", .fileNoSuchFile: "no such folder",
  ]

  /// The system's reason, such as `permission denied`.
  static func reason(_ error: any Error) -> String {
    if let known = (error as? CocoaError).flatMap({ reasons[$0.code] }) { return known }
    let error = error as NSError
    let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    guard underlying.domain == NSPOSIXErrorDomain else { return error.localizedDescription }
    let text = unsafe String(cString: strerror(Int32(underlying.code)))
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
