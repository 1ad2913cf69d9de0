// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import RungCommands
import RungTestSupport
import Testing

@Suite struct InspectHDR10Tests {
  @Test(arguments: [
    ("hdr10.mp4", ExitCode.success, "HDR10", 0),
    ("pq.mp4", .success, "PQ without static metadata that can be true", 2),
    ("hlg.mp4", .failure, "not HDR10", 0),
  ]) func `the verdict is the exit status`(
    _ name: String, _ expected: ExitCode, _ verdict: String, _ warnings: Int
  ) async throws {
    let path = Fixture.path(name)
    let (code, printed) = await CollectedConsole.run("inspect", path, "--hdr10")
    #expect(code == expected)
    let lines = printed.output.split(separator: "\n")
    #expect(lines.first == "\(path): \(verdict)")
    #expect(lines.dropFirst().allSatisfy { $0.count <= 100 })
    #expect(printed.errorLines.count { $0.hasPrefix("warning: ") } == warnings)
  }

  @Test func `a warning names what the decoder will assume`() async throws {
    let (_, printed) = await CollectedConsole.run("inspect", Fixture.path("pq.mp4"), "--hdr10")
    #expect(printed.errors.contains("decoders assume a mastering display"))
  }

  @Test func `JSON has documented keys, and measured light beside the declared`() async throws {
    let (code, printed) = await CollectedConsole.run(
      "inspect", Fixture.path("hdr10.mp4"), "--hdr10", "--measure-light", "--json")
    #expect(code == .success)
    let report = try printed.json()
    #expect(report["verdict"] as? String == "hdr10")
    let items = try #require(report["items"] as? [[String: Any]])
    #expect(items.count == 12)
    #expect(items.first?["subject"] as? String == "codec")
    #expect(items.first?["status"] as? String == "ok")
    let measured = try #require(report["measured"] as? [String: Any])
    #expect((measured["maxCLL"] as? Int ?? 0) > 0)
  }

  @Test func `several sources are shown with what they become`() async throws {
    let paths = ["hdr10.mp4", "hlg.mp4", "sync.mp4"].map(Fixture.path)
    let (code, printed) = await CollectedConsole.run(["inspect"] + paths)
    #expect(code == .success)
    #expect(printed.output.hasSuffix("together: HLG\n"))
    let (_, json) = await CollectedConsole.run(["inspect", "--json"] + paths)
    #expect(try json.json()["result"] as? String == "HLG")
  }

  @Test(arguments: [
    ["inspect", "a.mov", "--measure-light"], ["inspect", "a.mov", "b.mov", "--hdr10"], ["inspect"],
  ]) func `options that do not go together are usage errors`(_ arguments: [String]) async {
    let (code, _) = await CollectedConsole.run(arguments)
    #expect(code == .usage)
  }

  @Test func `sound has no HDR10 to check`() async {
    let (code, printed) = await CollectedConsole.run(
      "inspect", Fixture.path("sound.wav"), "--hdr10")
    #expect(code == .failure)
    #expect(printed.errors.contains("expected pictures"))
  }
}
