// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import RungCommands
import RungTestSupport
import Testing

/// `rung package --encrypt` as people type it.
@Suite(.serialized) struct PackageEncryptionTests {
  private let folder: TemporaryFolder
  private let film: String

  init() throws {
    folder = try TemporaryFolder()
    film = folder.file("film.mp4")
    _ = try Program(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=4", "-c:v", "libx264",
        "-pix_fmt", "yuv420p", "-g", "25", film,
      ])
  }

  private func mode(_ path: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }

  /// The key of the only line of a key file.
  private func key(_ path: String) throws -> String {
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 2 && lines[0].hasPrefix("#"))
    let words = lines[1].split(separator: " ")
    #expect(
      words.count == 4 && words[0] == "all" && words.dropFirst().allSatisfy { $0.count == 32 })
    return String(words[2])
  }

  @Test func `keys are made beside the package, kept, and taken again`() async throws {
    let (out, keys) = (folder.file("out"), folder.file("out.keys"))
    let (code, printed) = await CollectedConsole.run(
      "package", "--copy", film, "-o", out, "--encrypt", "aes-128")
    #expect(code == .success)
    #expect(printed.errorLines.first == "note: its keys are in \(keys)")
    #expect(try mode(keys) == 0o600)
    let key = try key(keys)
    #expect(!printed.output.contains(key) && !printed.errors.contains(key))
    let (again, second) = await CollectedConsole.run(
      "package", "--copy", film, "-o", out, "--encrypt", "cbcs", "--force")
    #expect(again == .success)
    #expect(!second.errors.contains("its keys are in"))
    #expect(try self.key(keys) == key)
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(out)/keys")
    #expect(names.count == 1)
    #expect(try mode("\(out)/keys/\(names[0])") == 0o600)
    // The text of a key stands in its file alone.
    for file in FileManager.default.enumerator(atPath: out)?.compactMap({ $0 as? String }) ?? [] {
      let data = FileManager.default.contents(atPath: "\(out)/\(file)") ?? Data()
      #expect(data.range(of: Data(key.utf8)) == nil, "\(file)")
    }
    // Without encryption no key is left.
    let (third, _) = await CollectedConsole.run("package", "--copy", film, "-o", out, "--force")
    #expect(third == .success)
    #expect(!FileManager.default.fileExists(atPath: "\(out)/keys"))
  }

  @Test func `segments are validated and decrypted with their keys`() async throws {
    let out = folder.file("out")
    let (code, _) = await CollectedConsole.run(
      "package", "--copy", film, "-o", out, "--encrypt", "aes-128", "--quiet")
    #expect(code == .success)
    func unreadable(_ keys: String) async throws -> [String] {
      let (_, printed) = await CollectedConsole.run(
        "validate", out, "--media", "--key", keys)
      return printed.output.split(separator: "\n").map(String.init)
        .filter { $0.contains("decrypts nothing") || $0.contains("found none in") }
    }
    #expect(try await unreadable(folder.file("out.keys")).isEmpty)
    let wrong = folder.file("wrong.keys")
    try "00112233445566778899aabbccddeeff\n".write(toFile: wrong, atomically: true, encoding: .utf8)
    let findings = try await unreadable(wrong)
    #expect(findings.count == 1)
    #expect(
      findings.first?.hasSuffix(
        "expected the key of the segments, found one that decrypts nothing") == true)
  }

  static let wrong = [
    (
      ["--encrypt", "des"],
      "'des' is no value for '--encrypt <aes-128|cbcs>': expected aes-128 or cbcs"
    ),
    (["--keys", "film.keys"], "'--keys' needs '--encrypt <aes-128|cbcs>'"),
    (
      ["--encrypt", "aes-128", "--drm", "widevine"], "'--drm widevine' needs '--encrypt cbcs'"
    ),
    (
      ["--encrypt", "cbcs", "--drm", "clearkey"],
      "'clearkey' is no value for '--drm <system[=url]>': "
        + "expected identity, fairplay, widevine, playready"
    ),
    (
      ["--encrypt", "cbcs", "--drm", "fairplay=https://k"],
      "'--drm fairplay=https://k': expected a URL that begins with skd://"
    ),
    (["--encrypt", "aes-128", "--airplay"], "'--airplay' needs '--encrypt cbcs'"),
  ]

  @Test(arguments: wrong)
  func `what makes no sense is a usage error`(_ arguments: [String], _ message: String) async {
    let (code, printed) = await CollectedConsole.run(
      ["package", "--copy", film, "-o", folder.file("out")] + arguments)
    #expect(code == .usage)
    #expect(printed.errorLines.first == "rung: \(message)")
  }
}
