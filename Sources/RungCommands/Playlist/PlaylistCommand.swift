// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HLSPlaylist
internal import HLSVariants

/// `rung playlist`: shows what the reader understood of a playlist.
struct PlaylistCommand: Command {
  static let specification = CommandSpecification(
    name: "playlist",
    abstract: "Show what the reader understood of a playlist.",
    operands: [.init("FILE", "a playlist: a path, an http(s) URL, or '-' for standard input")],
    options: [
      .flag("--strict", "follow the draft to the letter; without it, take what players take"),
      .flag("--rewrite", "print the playlist as it is written back"),
      .flag("--canonical", "print the playlist as it would be written from scratch"),
      .option("--uri", "URI", "the URI of a playlist that is read from a file"),
    ],
    example: "rung playlist master.m3u8 --strict")

  private let name: String
  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws(UsageError) {
    name = arguments.operands[0]
    self.arguments = arguments
    if arguments.has("--rewrite"), arguments.has("--canonical") {
      throw UsageError("'--rewrite' and '--canonical' cannot be combined")
    }
  }

  func run(_ console: Console) async throws -> ExitCode {
    let (bytes, origin) = try await text()
    let uri = arguments.value("--uri") ?? (FileAndWebReader.isWeb(origin) ? origin : nil)
    let options = ReadingOptions(dialect: arguments.has("--strict") ? .strict : .lenient, uri: uri)
    let playlist: Playlist
    do {
      playlist = try Playlist(parsing: bytes, options: options)
    } catch {
      console.note("\(name):\(error)")
      return .failure
    }
    if !arguments.has("--quiet") { note(playlist, console) }
    if arguments.has("--json") {
      try console.print(json: PlaylistReport(playlist))
    } else if arguments.has("--rewrite") {
      console.write(try playlist.text())
    } else if arguments.has("--canonical") {
      console.write(try playlist.canonical.text())
    } else if !arguments.has("--quiet") {
      console.print(PlaylistTable(playlist).description)
    }
    return .success
  }

  private func note(_ playlist: Playlist, _ console: Console) {
    for diagnostic in playlist.diagnostics { console.note("\(name):\(diagnostic)") }
    if playlist.suppressedDiagnostics > 0 {
      console.note("\(name): \(playlist.suppressedDiagnostics) more are not shown")
    }
  }

  private func text() async throws -> (bytes: [UInt8], uri: String) {
    guard name == "-" else { return try await FileAndWebReader().read(name) }
    return ([UInt8](FileHandle.standardInput.readDataToEndOfFile()), name)
  }
}
