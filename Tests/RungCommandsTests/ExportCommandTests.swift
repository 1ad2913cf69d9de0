// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import RungCommands
import RungTestSupport
import Testing

@Suite struct ExportCommandTests {
  @Test func `two versions come out of one decode`() async throws {
    let folder = try TemporaryFolder()
    let (hdr, sdr) = (folder.file("out.mov"), folder.file("out-sdr.mp4"))
    let (code, printed) = await CollectedConsole.run(
      "export", Fixture.path("hdr10.mp4"), "-o", hdr, "--preset", "hevc-highest-quality", "--also",
      "h264-1920x1080:\(sdr)", "-t", "0.4", "--speed", "ultrafast", "--json")
    #expect(code == .success, "\(printed.errors)")
    let report = try printed.json()
    let files = try #require(report["files"] as? [[String: Any]])
    #expect(files.map { $0["path"] as? String } == [hdr, sdr])
    let transfers = try [hdr, sdr].flatMap {
      try Program.probe(
        $0, "-select_streams", "v", "-show_entries", "stream=codec_tag_string,color_transfer")
    }
    #expect(transfers.map { $0.trimmingCharacters(in: [","]) } == ["hvc1,smpte2084", "avc1,bt709"])
    // mediainfo reads both as well.
    let info = try Program(
      "mediainfo", ["--Inform=Video;%HDR_Format%/%transfer_characteristics%", hdr])
    #expect(info.output.hasPrefix("SMPTE ST 2086/PQ"))
    let plain = try Program("mediainfo", ["--Inform=Video;%CodecID%/%colour_primaries%", sdr])
    #expect(plain.output.hasPrefix("avc1/BT.709"))
  }

  @Test func `a plan is shown and nothing is written`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("out.mov")
    let (code, printed) = await CollectedConsole.run(
      "export", Fixture.path("hlg.mp4"), "-o", path, "--plan")
    #expect(code == .success)
    #expect(printed.output.contains("hvc1 640x360 50 fps  BT.2020 HLG"))
    #expect(printed.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    let (_, json) = await CollectedConsole.run(
      "export", Fixture.path("hlg.mp4"), "-o", path, "--plan", "--json")
    let outputs = try #require(try json.json()["outputs"] as? [[String: Any]])
    #expect(outputs.first?["preset"] as? String == "AVAssetExportPresetHEVCHighestQuality")
    #expect(outputs.first?["range"] as? String == "HLG")
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `presets and encoders are listed`() async throws {
    let (code, presets) = await CollectedConsole.run("export", "--list-presets")
    #expect(code == .success)
    for name in ["hevc-highest-quality", "h264-1920x1080", "prores-4444", "m4a", "passthrough"] {
      #expect(presets.output.contains("\n\(name) "))
    }
    #expect(presets.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    let (_, json) = await CollectedConsole.run("export", "--list-presets", "--json")
    #expect((try json.json()["presets"] as? [Any])?.count == 31)
    let (_, encoders) = await CollectedConsole.run("export", "--list-encoders")
    for name in ["libx264", "libx265", "prores_ks", "aac"] {
      #expect(encoders.output.contains("\n\(name) "))
    }
  }

  @Test func `hardware is listed with its sources`() async throws {
    let (code, printed) = await CollectedConsole.run("export", "--list-hardware")
    #expect(code == .success)
    #expect(printed.output.contains("[1] H.264: WWDC 2014 session 513"))
    let appleTV = printed.output.split(separator: "\n").first { $0.hasPrefix("Apple TV") }
    #expect(appleTV?.contains("not published") == true)
    let (_, json) = await CollectedConsole.run("export", "--list-hardware", "--json")
    #expect((try json.json()["generations"] as? [Any])?.count == 14)
  }

  @Test(arguments: [
    (["export"], "missing argument 'INPUT'"),
    (["export", "a.mov"], "missing option '--output <file>'"),
    (["export", "a.mov", "-o", "b.mov", "--preset", "hevc-highest"], "unknown preset"),
    (["export", "a.mov", "-o", "b.avi"], "expected a file of .mov, .mp4, .m4v"),
    (["export", "a.mov", "-o", "b.mov", "--also", "m4a"], "expected preset:file"),
    (["export", "a.mov", "-o", "b.mp4", "--preset", "prores-422"], "expected a file of .mov"),
  ]) func `command lines that make no sense are usage errors`(
    _ arguments: [String], _ message: String
  ) async {
    let (code, printed) = await CollectedConsole.run(arguments)
    #expect(code == .usage)
    #expect(printed.errors.contains(message), "\(printed.errors)")
  }

  @Test func `what cannot be made is one line and a hint`() async throws {
    let folder = try TemporaryFolder()
    let (code, printed) = await CollectedConsole.run(
      "export", Fixture.path("hdr10.mp4"), "-o", folder.file("a.mov"), "--preset",
      "hevc-1920x1080-with-alpha")
    #expect(code == .failure)
    #expect(
      printed.errorLines.first
        == "rung: hevc-1920x1080-with-alpha: libx265 encodes no alpha channel")
    #expect(printed.errorLines.last?.hasPrefix("hint: ") == true)
  }
}
