import Foundation
import RungCommands
import RungTestSupport
import Testing

@Suite struct ValidateCommandTests {
  /// A folder with a master playlist of one variant that has no CODECS.
  private struct Folder {
    let folder: TemporaryFolder
    var path: String { folder.url.path }

    init(bandwidth: Int = 1_000_000) throws {
      folder = try TemporaryFolder()
      let files = [
        "master.m3u8": """
        #EXTM3U
        #EXT-X-STREAM-INF:BANDWIDTH=\(bandwidth),AVERAGE-BANDWIDTH=1000000,CODECS="mp4a.40.2"
        a.m3u8

        """,
        "a.m3u8": """
        #EXTM3U
        #EXT-X-TARGETDURATION:6
        #EXT-X-PLAYLIST-TYPE:VOD
        #EXTINF:6,
        1.ts
        #EXT-X-ENDLIST

        """,
        "1.ts": String(repeating: "x", count: 750_000),
      ]
      for (name, text) in files {
        try Data(text.utf8).write(to: folder.url.appending(path: name))
      }
    }
  }

  @Test func `findings of Must end in 1, others in 0`() async throws {
    let folder = try Folder(bandwidth: 900_000)
    let run = await CollectedConsole.run("validate", folder.path, "--profile", "rfc")
    #expect(run.code == .failure)
    #expect(run.printed.output.contains("rfc-4.1-bandwidth  No combination of renditions exceeds"))
    #expect(run.printed.output.contains("master.m3u8:2\n"))
    #expect(
      run.printed.output.contains("expected at least 1000000, set by segment 0, found 900000"))
    let sound = try Folder()
    let fine = await CollectedConsole.run("validate", sound.path, "--profile", "rfc")
    #expect(fine.code == .success)
    #expect(fine.printed.output.contains("0 Must and"))
  }

  @Test func `JSON has stable keys`() async throws {
    let folder = try Folder(bandwidth: 900_000)
    let run = await CollectedConsole.run("validate", folder.path, "--only", "rfc-4.1", "--json")
    let json = try run.printed.json()
    #expect(
      Set(json.keys) == ["source", "must", "should", "rules", "findings", "suppressed", "notes"])
    let finding = try #require((json["findings"] as? [[String: Any]])?.first)
    #expect(finding["rule"] as? String == "rfc-4.1-bandwidth")
    #expect(finding["fix"] as? String == "BANDWIDTH=1000000")
    #expect((finding["place"] as? [String: Any])?["line"] as? Int == 2)
  }

  @Test func `repairs playlists once, after showing how`() async throws {
    let folder = try Folder(bandwidth: 900_000)
    let run = await CollectedConsole.run("validate", folder.path, "--profile", "rfc", "--fix")
    #expect(run.code == .success)
    #expect(run.printed.errors.contains("-#EXT-X-STREAM-INF:BANDWIDTH=900000"))
    #expect(run.printed.errors.contains("+#EXT-X-STREAM-INF:BANDWIDTH=1000000"))
    let again = await CollectedConsole.run("validate", folder.path, "--profile", "rfc", "--fix")
    #expect(again.code == .success)
    #expect(again.printed.errors.isEmpty)
  }

  @Test func `repairing keeps permissions, symbolic links and names of a file`() async throws {
    let folder = try Folder(bandwidth: 900_000)
    let at = { (name: String) in folder.folder.url.appending(path: name) }
    let files = FileManager.default
    try files.createDirectory(at: at("real"), withIntermediateDirectories: false)
    try files.moveItem(at: at("master.m3u8"), to: at("real/m.m3u8"))
    try files.createSymbolicLink(
      atPath: at("master.m3u8").path, withDestinationPath: "real/m.m3u8")
    try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: at("real/m.m3u8").path)
    try files.setAttributes([.posixPermissions: 0o604], ofItemAtPath: at("a.m3u8").path)
    try files.linkItem(at: at("a.m3u8"), to: at("b.m3u8"))
    let run = await CollectedConsole.run("validate", folder.path, "--profile", "rfc", "--fix")
    #expect(run.code == .success)
    #expect(try files.destinationOfSymbolicLink(atPath: at("master.m3u8").path) == "real/m.m3u8")
    let text = try String(contentsOf: at("real/m.m3u8"), encoding: .utf8)
    #expect(text.contains("BANDWIDTH=1000000,"))
    let mode = { (name: String) in
      try files.attributesOfItem(atPath: at(name).path)[.posixPermissions] as? Int
    }
    #expect(try mode("real/m.m3u8") == 0o640)
    #expect(try mode("a.m3u8") == 0o604)
    #expect(try Data(contentsOf: at("a.m3u8")) == Data(contentsOf: at("b.m3u8")))
  }

  @Test func `a hard link and its other name stay one file`() async throws {
    let folder = try Folder(bandwidth: 900_000)
    let master = folder.folder.url.appending(path: "master.m3u8")
    let other = folder.folder.url.appending(path: "other")
    try FileManager.default.linkItem(at: master, to: other)
    _ = await CollectedConsole.run("validate", folder.path, "--profile", "rfc", "--fix")
    #expect(try String(contentsOf: other, encoding: .utf8).contains("BANDWIDTH=1000000,"))
    #expect(try Data(contentsOf: master) == Data(contentsOf: other))
  }

  @Test func `a read-only playlist is not rewritten`() async throws {
    let folder = try Folder(bandwidth: 900_000)
    let master = folder.folder.url.appending(path: "master.m3u8").path
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: master)
    let run = await CollectedConsole.run(
      "validate", folder.path, "--profile", "rfc", "--fix", "--quiet")
    #expect(run.code == .failure)
    #expect(
      run.printed.errors
        == "rung: \(master): expected a file that may be written to, found a read-only one\n")
    #expect(try String(contentsOfFile: master, encoding: .utf8).contains("BANDWIDTH=900000"))
  }

  @Test(arguments: [true, false])
  func `playlists outside the folder are left alone and named`(_ isAbsolute: Bool) async throws {
    let folder = try Folder()
    let inner = folder.folder.url.appending(path: "in")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
    let outside = folder.folder.url.appending(path: "a.m3u8")
    let name = isAbsolute ? "file://\(outside.path)" : "../a.m3u8"
    try Data("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000000\n\(name)\n".utf8)
      .write(to: inner.appending(path: "master.m3u8"))
    let text = try String(contentsOf: outside, encoding: .utf8)
      .replacing("#EXTINF:6,", with: "#EXTINF:6")
    try Data(text.utf8).write(to: outside)
    let run = await CollectedConsole.run("validate", inner.path, "--profile", "rfc", "--fix")
    #expect(try String(contentsOf: outside, encoding: .utf8) == text)
    #expect(run.code == .failure)
    #expect(
      run.printed.output.contains("a.m3u8: not rewritten: it is outside the folder of the stream"))
  }

  @Test func `what is reported after a repair is what a new run reports`() async throws {
    let folder = try Folder(bandwidth: 900_000)
    let fixed = await CollectedConsole.run("validate", folder.path, "--fix", "--media", "--quiet")
    let text = await CollectedConsole.run("validate", folder.path, "--fix", "--media")
    let fresh = await CollectedConsole.run("validate", folder.path, "--media")
    #expect(fixed.code == fresh.code)
    #expect(text.printed.output == fresh.printed.output)
    let broken = try Folder(bandwidth: 900_000)
    let first = await CollectedConsole.run("validate", broken.path, "--fix", "--media")
    let second = await CollectedConsole.run("validate", broken.path, "--media")
    #expect(first.code == second.code)
    #expect(first.printed.output == second.printed.output)
  }

  @Test func `what a terminal would obey is written out`() async throws {
    let folder = try Folder()
    let name = "e\u{1B}[31m\u{7}\u{9B}\u{202E}x.m3u8"
    try Data("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n\(name)\n".utf8)
      .write(to: folder.folder.url.appending(path: "master.m3u8"))
    let run = await CollectedConsole.run("validate", folder.path)
    let missing = await CollectedConsole.run("validate", folder.path + "/\(name)")
    for text in [run.printed.output, missing.printed.errors] {
      #expect(text.contains(#"\u{1B}[31m\u{7}\u{9B}\u{202E}x"#))
      #expect(
        !text.unicodeScalars.contains { "\u{1B}\u{7}\u{9B}\u{202E}".unicodeScalars.contains($0) })
    }
  }

  @Test func `a dry run writes nothing`() async throws {
    let folder = try Folder(bandwidth: 900_000)
    let run = await CollectedConsole.run(
      "validate", folder.path, "--profile", "rfc", "--fix", "--dry-run")
    #expect(run.code == .failure)
    #expect(run.printed.errors.contains("+#EXT-X-STREAM-INF:BANDWIDTH=1000000"))
  }

  @Test func `lists and explains rules`() async throws {
    let list = await CollectedConsole.run("validate", "--list-rules", "--only", "apple-9")
    #expect(list.code == .success)
    #expect(list.printed.output.contains("apple-9.14"))
    #expect(!list.printed.output.contains("rfc-"))
    let rule = await CollectedConsole.run("validate", "--explain", "apple-9.14")
    #expect(rule.printed.output.hasPrefix("apple-9.14: A stream declares AVERAGE-BANDWIDTH\n"))
  }

  @Test(arguments: [
    (["validate"], "rung: missing argument 'SOURCE'\n"),
    (
      ["validate", "x", "--only", "apple-9.144"],
      "rung: no rule is named 'apple-9.144' (did you mean 'apple-9.14'?)\n"
    ),
    // Nothing to check is no stream that keeps every rule.
    (
      ["validate", "x", "--profile", "rfc", "--only", "apple-9"],
      "rung: no rule of the profile 'rfc' is left to check by --only apple-9\n"
    ),
    (
      ["validate", "x", "--only", "apple-9.14", "--skip", "apple-9"],
      "rung: no rule of the profile 'apple' is left to check by --only apple-9.14 --skip apple-9\n"
    ),
    (
      ["validate", "http://localhost/a.m3u8", "--fix"],
      "rung: '--fix' rewrites files, and 'http://localhost/a.m3u8' is none\n"
    ),
  ])
  func `says what is wrong of a command line`(_ line: [String], _ message: String) async {
    let run = await CollectedConsole.run(line)
    #expect(run.code == .usage)
    #expect(run.printed.errors.hasPrefix(message))
  }

  /// What stands in the place of the stream or of a report, and the line that says so.
  static let failures: [(arguments: [String], message: String)] = [
    (["nothing.m3u8"], "/nothing.m3u8: expected a file that can be read, found none"),
    (["empty"], "/empty: expected one playlist in the folder, found none"),
    (["pipe"], "/pipe: expected a file that can be read, found a device or a pipe"),
    (["circle"], "/circle: expected a file that can be read, found a link that leads to none"),
    (
      ["master.m3u8", "--junit", "no/x.xml"],
      "/no/x.xml: expected a file in a folder that is there, found no '"
    ),
    (
      ["master.m3u8", "--html", "empty"], "/empty: expected a file that can be written, found: "
    ),
  ]

  @Test(arguments: failures)
  func `what cannot be read or written is one line in plain words`(
    _ c: (arguments: [String], message: String)
  ) async throws {
    let folder = try Folder()
    let path = { (name: String) in folder.folder.url.appending(path: name).path }
    try FileManager.default.createDirectory(
      atPath: path("empty"), withIntermediateDirectories: false)
    _ = try Program("mkfifo", [path("pipe")])
    _ = try Program("ln", ["-s", "circle", path("circle")])
    let arguments = c.arguments.map { $0.hasPrefix("--") ? $0 : path($0) }
    let run = await CollectedConsole.run(["validate"] + arguments)
    #expect(run.code == .failure)
    #expect(run.printed.errors.contains(c.message))
    #expect(run.printed.errors.split(separator: "\n").count == 1)
    #expect(!run.printed.errors.contains("NS"))
    let compared = await CollectedConsole.run(["diff", path("master.m3u8"), arguments[0]])
    #expect(compared.code == (arguments.count > 1 ? .success : .failure))
    #expect(!compared.printed.errors.contains("NS"))
  }

  @Test func `what a repair makes readable is repaired at once`() async throws {
    let folder = try Folder()
    // A list that is none hides the playlist that it names, until it has no blanks.
    let master = folder.folder.url.appending(path: "master.m3u8")
    try Data(
      """
      #EXTM3U
      #EXT-X-VERSION:1
      #EXT-X-VERSION:1
      #EXT-X-STREAM-INF:BANDWIDTH=900000,AVERAGE-BANDWIDTH=1000000,CODECS="mp4a.40.2"
      a.m3u8

      """.utf8
    ).write(to: master)
    let first = await CollectedConsole.run("validate", folder.path, "--profile", "rfc", "--fix")
    #expect(first.code == .success)
    let text = try String(contentsOf: master, encoding: .utf8)
    let second = await CollectedConsole.run("validate", folder.path, "--profile", "rfc", "--fix")
    #expect(second.printed.errors.isEmpty)
    #expect(try String(contentsOf: master, encoding: .utf8) == text)
  }

  @Test func `compares streams`() async throws {
    let (a, b) = (try Folder(), try Folder(bandwidth: 1_000_001))
    let same = await CollectedConsole.run("diff", a.path, a.path)
    #expect(same.code == .success)
    #expect(same.printed.output == "the streams mean the same\n")
    let other = await CollectedConsole.run("diff", a.path, b.path, "--json")
    #expect(other.code == .failure)
    let differences = try other.printed.json()["differences"] as? [[String: String]]
    #expect(differences?.count == 1)
    #expect(differences?.first?["second"] == "1000001")
  }
}
