// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import Synchronization

extension OutputDirectory {
  /// Whether this run has published something before its end.
  public var isPublic: Bool { hasBegun.load(ordering: .sequentiallyConsistent) }

  /// How many segments of a rendition a run published that did not come to its end.
  func publishedSegments(of name: String) -> Int {
    guard resumed.contains(name) else { return 0 }
    let files = try? FileManager.default.contentsOfDirectory(
      atPath: url.appending(path: name).path)
    return files?.count { $0.hasPrefix("segment-") } ?? 0
  }

  /// Makes room for folders that are published piece by piece. Those that an earlier run published
  /// stay until their files are replaced one by one, so that who plays them notices nothing.
  func begin(_ names: [String]) throws {
    try writeList(names)
    try whileOpen {
      try clear(but: resumed.intersection(names))
      hasBegun.store(true, ordering: .sequentiallyConsistent)
    }
  }

  /// Moves complete files of a folder into place while others are written.
  func publish(_ files: [String], of folder: String) throws {
    try whileOpen {
      let target = url.appending(path: folder)
      try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
      for file in files {
        try Self.move(
          staging.appending(path: folder).appending(path: file), to: target.appending(path: file))
      }
    }
  }

  /// Moves everything into place, the master playlist last.
  func publish() throws {
    try writeList(FileManager.default.contentsOfDirectory(atPath: staging.path))
    try whileOpen(closing: true) {
      if !isPublic { try clear(but: []) }
      try Self.merge(staging, into: url)
      try FileManager.default.removeItem(at: staging)
    }
  }

  /// Says which folders are not complete from here on, should the run not come to its end.
  private func writeList(_ names: [String]) throws {
    let names = Set(names).union(replaced).sorted()
    let beside = Self.listName + ".new"
    try root.write(PackageReport.Directories(names).reportText(), to: beside)
    try whileOpen {
      try Self.move(
        staging.appending(path: beside), to: staging.appending(path: Self.listName))
    }
  }

  /// Removes the package that was there, but for some folders. Once its master is gone, nobody
  /// starts to play what is being replaced.
  private func clear(but kept: Set<String>) throws {
    let stale = [Self.masterName, Self.reportName].filter {
      FileManager.default.fileExists(atPath: url.appending(path: $0).path)
    }
    for name in stale + replaced.subtracting(kept).sorted() {
      try FileManager.default.removeItem(at: url.appending(path: name))
    }
  }

  /// Moves what is in a folder into another that may have some of it: media before the playlists
  /// that name them, and the master playlist last.
  private static func merge(_ source: URL, into target: URL) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: source.path)
    func rank(_ name: String) -> (Int, String) {
      (name == masterName ? 2 : name.hasSuffix(".m3u8") ? 1 : 0, name)
    }
    for name in names.sorted(by: { rank($0) < rank($1) }) where name != listName {
      let (old, new) = (source.appending(path: name), target.appending(path: name))
      var isFolder: ObjCBool = false
      if unsafe FileManager.default.fileExists(atPath: new.path, isDirectory: &isFolder),
        isFolder.boolValue
      {
        try merge(old, into: new)
      } else {
        try move(old, to: new)
      }
    }
  }

  /// Moves a file or folder; a file that is there is replaced at once.
  private static func move(_ source: URL, to target: URL) throws {
    guard unsafe rename(source.path, target.path) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }
}
