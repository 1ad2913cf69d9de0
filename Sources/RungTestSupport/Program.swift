// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Foundation

/// Another program, run to its end: ffprobe, FFmpeg, mediainfo, a script of the package.
public struct Program: Sendable {
  /// What it wrote to standard output.
  public let output: String
  /// What it wrote to standard error.
  public let errors: String
  /// Its exit status.
  public let status: Int32

  /// The lines of the output that are not empty.
  public var lines: [String] { output.split(separator: "\n").map(String.init) }

  /// Runs a program by name or path.
  public init(_ name: String, _ arguments: [String], input: Data? = nil) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [name] + arguments
    // Files instead of pipes: a program that writes much to both cannot block.
    let folder = try TemporaryFolder()
    func file(_ name: String, _ data: Data = Data()) throws -> URL {
      let url = folder.url.appending(path: name)
      try data.write(to: url)
      return url
    }
    let (out, err) = (try file("out"), try file("err"))
    process.standardOutput = try FileHandle(forWritingTo: out)
    process.standardError = try FileHandle(forWritingTo: err)
    process.standardInput = try FileHandle(forReadingFrom: file("in", input ?? Data()))
    try process.run()
    process.waitUntilExit()
    output = String(decoding: try Data(contentsOf: out), as: UTF8.self)
    errors = String(decoding: try Data(contentsOf: err), as: UTF8.self)
    status = process.terminationStatus
  }

  /// A script of the package.
  public static func script(_ name: String, _ arguments: [String]) throws -> Program {
    try Program(Package.root.appending(path: "Scripts/\(name)").path, arguments)
  }

  /// What ffprobe says of some entries, as lines of comma-separated values.
  public static func probe(_ path: String, _ arguments: String...) throws -> [String] {
    try Program("ffprobe", ["-v", "error"] + arguments + ["-of", "csv=p=0", path]).lines
  }
}
