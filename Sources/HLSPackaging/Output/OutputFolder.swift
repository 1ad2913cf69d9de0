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
      try OutputFile(url.appending(path: file).path, in: directory)
    }
  }

  /// Writes a playlist.
  func write(_ playlist: some WritablePlaylist, to file: String) throws {
    try write(Array(try playlist.text().utf8), to: file)
  }

  /// Writes a whole file. (Foundation's way waits until the disk has it, and with it all media.)
  func write(_ bytes: [UInt8], to file: String) throws {
    var file = try create(file)
    try file.write(bytes)
  }
}
