// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation

/// Another program, whose word is the expected value of a test.
enum Tool {
  /// What a program said.
  struct Output {
    var status: Int32
    var text: String
    var errors: String
  }

  /// Runs a program that is found by `PATH`, to its end.
  static func run(_ name: String, _ arguments: [String]) throws -> Output {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [name] + arguments
    process.standardInput = FileHandle.nullDevice
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // Errors are short; the output is read first so that neither side waits for the other.
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    let complaint = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Output(
      status: process.terminationStatus, text: String(decoding: text, as: UTF8.self),
      errors: String(decoding: complaint, as: UTF8.self))
  }

  /// What `ffprobe` says of fields of a stream: `field=value` for each.
  static func probe(_ file: URL, _ entries: String, stream: String = "0") throws -> [String: String]
  {
    let output = try run(
      "ffprobe",
      [
        "-v", "error", "-select_streams", stream, "-show_entries", entries, "-of", "flat",
        file.path,
      ])
    var fields: [String: String] = [:]
    for line in output.text.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      let name = parts[0].split(separator: ".").last.map(String.init) ?? ""
      if fields[name] == nil { fields[name] = parts[1].filter { $0 != "\"" } }
    }
    return fields
  }

  /// What `mediainfo` says of the video track.
  static func mediaInfo(_ file: URL) throws -> [String: String] {
    let output = try run("mediainfo", ["--Output=JSON", file.path])
    let report = try JSONSerialization.jsonObject(with: Data(output.text.utf8)) as? [String: Any]
    let tracks = (report?["media"] as? [String: Any])?["track"] as? [[String: Any]]
    return tracks?.first { $0["@type"] as? String == "Video" }?
      .compactMapValues { $0 as? String } ?? [:]
  }
}

/// A folder that is removed with the value's last use.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "isobmff-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String) -> URL { url.appending(path: name) }
}

/// The bytes of a file.
func bytes(of file: URL) throws -> [UInt8] { try [UInt8](Data(contentsOf: file)) }
