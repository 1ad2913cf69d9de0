// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import RungTestSupport
import Testing

@testable import RungCommands

/// `rung export` with several sources.
@Suite struct ExportJoiningTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var known: Set<String> = []
    var clip: ClipArgument
    var testDescription: String { text }
  }

  static let cases = [
    Case(text: "a.mov:00:10-00:25", clip: ClipArgument("a.mov", from: 10, to: 25)),
    Case(text: "a.mov:1:00:10-1:00:25.5", clip: ClipArgument("a.mov", from: 3610, to: 3625.5)),
    Case(text: "a.mov:10-", clip: ClipArgument("a.mov", from: 10)),
    Case(text: "a.mov:-25", clip: ClipArgument("a.mov", to: 25)),
    Case(text: "take:2-b.mov:5-7", clip: ClipArgument("take:2-b.mov", from: 5, to: 7)),
    // What looks like a time is a name where there is such a file.
    Case(text: "take:2:00:05-9", known: ["take:2"], clip: ClipArgument("take:2", from: 5, to: 9)),
    // Without one the longest time is meant.
    Case(text: "take:2:00:05-2:00:06", clip: ClipArgument("take", from: 7205, to: 7206)),
  ]

  @Test(arguments: cases) func `parts of files are read, whatever their names`(_ c: Case) throws {
    #expect(try ClipArgument(c.text) { c.known.contains($0) } == c.clip)
  }

  @Test(arguments: [
    ("a.mov", "expected FILE:FROM-TO"), ("a.mov:5", "expected FILE:FROM-TO"),
    (":5-7", "expected FILE:FROM-TO"), ("a.mov:x-7", "expected FILE:FROM-TO"),
    ("a.mov:5-1:70", "expected FILE:FROM-TO"),
    ("a.mov:7-5", "expected an end after 7 s, found 5 s"),
    ("a.mov:7-7", "expected an end after 7 s, found 7 s"),
  ]) func `what is no part is a usage error`(_ text: String, _ message: String) {
    let error = #expect(throws: UsageError.self) { try ClipArgument(text) { _ in false } }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test(arguments: [
    (["a", "b"], ["b:1-2"], ["a", "b 1-2"]),
    (["a", "b", "a"], ["a:1-2", "a:3-4", "a:5-6"], ["a 1-2", "b", "a 3-4", "a 5-6"]),
    (["a"], ["c:1-"], ["a", "c 1-"]),
    ([], ["c:1-2", "c:3-4"], ["c 1-2", "c 3-4"]),
  ]) func `parts stand in the place of their files`(
    _ operands: [String], _ clips: [String], _ expected: [String]
  ) throws {
    let inputs = try ExportInputs(operands, clips)
    let texts = inputs.clips.map { clip in
      let range = [clip.start, clip.end].map { $0.map { "\(Int($0))" } ?? "" }
      return clip.path + (range == ["", ""] ? "" : " " + range.joined(separator: "-"))
    }
    #expect(texts == expected)
  }

  @Test func `sources are joined, cut to the picture`() async throws {
    let folder = try TemporaryFolder()
    let named = folder.file("take:1.mp4")
    try FileManager.default.copyItem(atPath: Fixture.path("sync.mp4"), toPath: named)
    let path = folder.file("out.mov")
    let (code, printed) = await CollectedConsole.run(
      "export", Fixture.path("hlg.mp4"), named, "--clip", "\(named):00:01-00:01.48", "-o", path,
      "--speed", "ultrafast", "-ss", "1.5", "--json")
    #expect(code == .success, "\(printed.errors)")
    let video = try Program.probe(
      path, "-select_streams", "v", "-show_entries",
      "stream=codec_tag_string,color_transfer,nb_frames")
    let whole = try Program.probe(
      Fixture.path("hlg.mp4"), "-select_streams", "v", "-show_entries", "stream=nb_frames")
    let frames = (whole.first.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0) + 24 - 75
    #expect(video.first == "hvc1,arib-std-b67,\(frames)", "\(video)")
  }

  @Test func `a preview says what is done, and writes nothing`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("out.mov")
    let arguments = [
      "export", Fixture.path("hdr10.mp4"), Fixture.path("sync.mp4"), Fixture.path("hlg.mp4"), "-o",
      path, "--preview",
    ]
    let (code, printed) = await CollectedConsole.run(arguments)
    #expect(code == .success, "\(printed.errors)")
    #expect(printed.output.contains("1: HDR10 PQ becomes HLG for a display of 1,000 cd/m²"))
    #expect(printed.output.contains("2: SDR converted up: white becomes HLG 75 % (203 cd/m²)"))
    #expect(printed.output.contains("together: HLG (BT.2020 HLG), 640x360, 50 frames a second"))
    #expect(printed.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    #expect(!FileManager.default.fileExists(atPath: path))
    let (_, json) = await CollectedConsole.run(arguments + ["--json"])
    let report = try json.json()
    let clips = try #require(report["clips"] as? [[String: Any]])
    #expect(clips.map { $0["kind"] as? String } == ["HDR10", "SDR", "HLG"])
    #expect(clips.map { $0["metadata"] as? String } == ["dropped", nil, nil])
    #expect((report["together"] as? [String: Any])?["frameRate"] as? String == "50")
    #expect((report["files"] as? [[String: Any]])?.first?["codec"] as? String == "hvc1")
  }

  @Test(arguments: [
    (["--clip", "sync.mp4:100-200"], "the part starts at 100 s, the source lasts 6 s"),
    (["--clip", "sync.mp4:1-200"], "the part ends at 200 s, the source lasts 6 s"),
    (["--clip", "sync.mp4:1-2", "--preset", "passthrough"], "cannot be copied"),
    (["--clip", "missing.mp4:1-2"], "no such file"),
    (
      ["--clip", "sync.mp4:1-2", "-ss", "3"], "the part starts at 3.0 s, the composition lasts 1 s"
    ),
  ]) func `what cannot be joined has its error`(_ options: [String], _ message: String) async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file("out.mov")
    let arguments = options.map { option in
      option.hasPrefix("sync") ? Fixture.path("sync.mp4") + option.dropFirst(8) : option
    }
    let (code, printed) = await CollectedConsole.run(["export", "-o", path] + arguments)
    #expect(code == .failure)
    #expect(printed.errors.contains(message), "\(printed.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }
}
