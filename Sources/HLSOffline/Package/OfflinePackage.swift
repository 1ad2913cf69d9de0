// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation

/// A package on disk: a folder that any HLS player plays from its `master.m3u8`, with the documents
/// that `.movpkg` is publicly known to have.
public struct OfflinePackage: Sendable {
  /// The playlist that players open.
  public static let masterName = "master.m3u8"
  static let dataFolder = "Data"
  static let keysFolder = "Keys"

  /// The folder's path.
  public let path: String

  /// What the package says of itself.
  public let description: PackageDescription

  /// Whether everything is there.
  public let isComplete: Bool

  let boot: BootDocument
  let folder: PackageFolder

  /// Opens a package.
  ///
  /// - Throws: ``OfflineError``, ``OfflineError/Code/notAPackage`` for a folder that is none.
  public init(_ path: String) throws(OfflineError) {
    try self.init(try PackageFolder(path))
  }

  init(_ folder: PackageFolder) throws(OfflineError) {
    self.folder = folder
    path = folder.path
    guard folder.length(of: BootDocument.name) != nil else {
      throw OfflineError(
        .notAPackage, path, "expected a package (\(BootDocument.name)), found none")
    }
    boot = try BootDocument(
      parsing: try folder.read(BootDocument.name), at: "\(path)/\(BootDocument.name)")
    let name = "\(Self.dataFolder)/\(PackageDescription.fileName)"
    description = try PackageDescription(
      parsing: try folder.read(name), at: "\(path)/\(name)")
    isComplete =
      boot.isComplete && folder.length(of: Self.masterName) != nil
      && folder.length(of: DownloadJournal.name) == nil
  }

  /// A name for the package of a source, such as `Film_04bd59cd532836d1.movpkg`: the same each time.
  public static func name(title: String, source: String) -> String {
    let letters = title.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    let stem = letters.isEmpty ? "download" : String(letters.prefix(60))
    return "\(stem)_\(Checksum(source).text).movpkg"
  }

  /// When the package was written, in seconds since 1970.
  public var date: Int64 { folder.modificationDate(of: BootDocument.name) ?? 0 }

  /// What is missing from the package or not as it should be, a sentence each.
  public func findings() -> [String] {
    var findings: [String] = []
    if folder.length(of: Self.masterName) == nil {
      findings.append("\(Self.masterName) is missing")
    }
    if folder.length(of: DownloadJournal.name) != nil {
      findings.append("the download has not ended")
    }
    for item in boot.dataItems where folder.length(of: "\(Self.dataFolder)/\(item.path)") == nil {
      findings.append("\(Self.dataFolder)/\(item.path) is missing")
    }
    for stream in boot.streams {
      guard stream.isComplete else {
        findings.append("\(stream.path) is incomplete")
        continue
      }
      do {
        try check(stream, &findings)
      } catch {
        findings.append("\(error)")
      }
    }
    return findings
  }

  private func check(_ stream: BootDocument.Stream, _ findings: inout [String]) throws {
    let name = "\(stream.path)/\(StreamInfoDocument.name)"
    let document = try StreamInfoDocument(
      parsing: try folder.read(name, limit: 256 << 20), in: stream.path, at: "\(path)/\(name)")
    if folder.length(of: "\(stream.path)/playlist.m3u8") == nil {
      findings.append("\(stream.path)/playlist.m3u8 is missing")
    }
    for segment in document.initializations + document.segments {
      let path =
        segment.path.hasPrefix("../")
        ? String(segment.path.dropFirst(3)) : "\(stream.path)/\(segment.path)"
      guard let length = folder.length(of: path) else {
        findings.append("\(path) is missing")
        continue
      }
      let (end, overflow) = segment.offset.addingReportingOverflow(segment.length)
      guard !overflow, length >= end
      else {
        findings.append("\(path): expected \(end) bytes, found \(length)")
        continue
      }
    }
  }

  /// Removes the package, whatever state it is in.
  ///
  /// - Throws: ``OfflineError`` where it is being written, or cannot be removed.
  public func remove() throws(OfflineError) {
    guard folder.lock() else {
      throw OfflineError(.occupied, path, "a download is writing there")
    }
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      throw OfflineError(.disk, path, "cannot be removed: \(error.localizedDescription)")
    }
  }
}
