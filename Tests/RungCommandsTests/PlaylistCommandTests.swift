// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import RungCommands
import RungTestSupport
import Testing

@Suite struct PlaylistCommandTests {
  static let master = Package.root
    .appending(path: "Playlists/Multivariant/hdr-and-sdr.m3u8").path
  static let live = Package.root.appending(path: "Playlists/Live/window.m3u8").path
  static let bad = Package.root.appending(path: "Playlists/Bad/blank-before-uri.m3u8").path

  @Test func `shows variants and renditions in a table`() async {
    let run = await CollectedConsole.run("playlist", Self.master, "--strict")
    #expect(run.code == .success)
    #expect(run.printed.errors == "")
    #expect(run.printed.output.hasPrefix("multivariant playlist, version 1 (none declared)\n"))
    #expect(run.printed.output.contains("7300000  5500000  1920x1080  23.976  PQ"))
    #expect(run.printed.output.contains("AUDIO  aac-128  English  en"))
  }

  @Test func `shows what a media playlist holds`() async {
    let run = await CollectedConsole.run("playlist", Self.live)
    #expect(run.code == .success)
    #expect(run.printed.output.contains("media sequence   2680\n"))
    #expect(run.printed.output.contains("duration         17.9840 s\n"))
  }

  @Test func `notes what the lenient reader goes past, and fails where the strict one does`()
    async
  {
    let message = "expected no blank at the ends of a line, found one\n"
    let lenient = await CollectedConsole.run("playlist", Self.bad)
    #expect(lenient.code == .success)
    #expect(lenient.printed.errors == "\(Self.bad):5:1: warning: \(message)")
    let strict = await CollectedConsole.run("playlist", Self.bad, "--strict")
    #expect(strict.code == .failure)
    #expect(strict.printed.errors == "\(Self.bad):5:1: error: \(message)")
    #expect(strict.printed.output == "")
  }

  @Test func `prints JSON with the keys of the model`() async throws {
    let report = try await CollectedConsole.run("playlist", Self.master, "--json").printed.json()
    #expect(report["kind"] as? String == "multivariant")
    #expect(report["requiredVersion"] as? Int == 1)
    let playlist = try #require(report["playlist"] as? [String: Any])
    let variants = try #require(playlist["variants"] as? [[String: Any]])
    #expect(variants.map { $0["bandwidth"] as? Int } == [4_675_000, 7_300_000])
    #expect((report["diagnostics"] as? [Any])?.isEmpty == true)
  }

  @Test func `rewrites to the letter`() async throws {
    let text = try String(contentsOfFile: Self.master, encoding: .utf8)
    let run = await CollectedConsole.run("playlist", Self.master, "--rewrite")
    #expect(run.printed.output == text)
    let canonical = await CollectedConsole.run("playlist", Self.master, "--canonical")
    #expect(
      canonical.printed.output.hasPrefix("#EXTM3U\n#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-MEDIA:"))
  }

  @Test func `says in one line that a file is missing`() async {
    let run = await CollectedConsole.run("playlist", "/nonexistent.m3u8")
    #expect(run.code == .failure)
    #expect(run.printed.errors.split(separator: "\n").count == 1)
  }

  @Test func `refuses options that exclude each other`() async {
    let run = await CollectedConsole.run("playlist", Self.master, "--rewrite", "--canonical")
    #expect(run.code == .usage)
  }
}
