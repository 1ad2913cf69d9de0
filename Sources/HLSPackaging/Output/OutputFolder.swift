// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HLSPlaylist

/// A folder of a package that is being written.
struct OutputFolder: Sendable {
  let directory: OutputDirectory
  let url: URL
  let name: String

  /// Creates a file to be written piece by piece.
  func create(_ file: String) throws -> OutputFile {
    try directory.whileOpen {
      let target = url.appending(path: file)
      try Data().write(to: target)
      return OutputFile(
        handle: try FileHandle(forWritingTo: target), directory: directory, size: 0)
    }
  }

  /// Writes a playlist.
  func write(_ playlist: some WritablePlaylist, to file: String) throws {
    try write(Array(try playlist.text().utf8), to: file)
  }

  /// Writes a whole file.
  func write(_ bytes: [UInt8], to file: String) throws {
    try directory.whileOpen { try Data(bytes).write(to: url.appending(path: file)) }
  }
}

/// A file of a package that is being written.
struct OutputFile {
  fileprivate let handle: FileHandle
  fileprivate let directory: OutputDirectory

  /// Bytes written so far.
  private(set) var size: UInt64

  fileprivate init(handle: FileHandle, directory: OutputDirectory, size: UInt64) {
    self.handle = handle
    self.directory = directory
    self.size = size
  }

  /// Appends bytes.
  mutating func write(_ bytes: [UInt8]) throws {
    do {
      try handle.write(contentsOf: Data(bytes))
    } catch {
      throw PackagingError(
        .output, directory.path, "cannot write: \(SystemReason.text(error))")
    }
    size += UInt64(bytes.count)
  }

  /// Appends stretches of another file.
  mutating func append(
    _ extents: [ByteExtent], of source: SourceFile, through buffer: CopyBuffer
  ) throws {
    try source.copy(extents, through: buffer, to: handle.fileDescriptor, directory.path)
    size += extents.reduce(0) { $0 + $1.size }
  }

  /// Writes over bytes that were written before.
  func overwrite(at offset: UInt64, with bytes: [UInt8]) throws {
    do {
      try handle.seek(toOffset: offset)
      try handle.write(contentsOf: Data(bytes))
    } catch {
      throw PackagingError(
        .output, directory.path, "cannot write: \(SystemReason.text(error))")
    }
  }

  /// Closes the file.
  func close() throws { try handle.close() }
}
