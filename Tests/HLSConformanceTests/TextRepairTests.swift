// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSConformance
import Testing

/// What the reader objects to in the spelling of a text, and the text once it has been repaired.
@Suite struct TextRepairTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String
    var repaired: String

    /// A media playlist with a line, and the line as it should be.
    init(_ line: String, _ repaired: String, name: String? = nil) {
      let media = { (line: String) in
        """
        #EXTM3U
        #EXT-X-VERSION:3
        #EXT-X-TARGETDURATION:6
        #EXT-X-PLAYLIST-TYPE:VOD
        \(line)
        #EXTINF:6.0,
        1.ts
        #EXT-X-ENDLIST

        """
      }
      testDescription = name ?? line
      text = media(line)
      self.repaired = media(repaired)
    }

    init(_ name: String, text: String, repaired: String) {
      (testDescription, self.text, self.repaired) = (name, text, repaired)
    }
  }

  private static let key = "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x"
  private static let date = "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000"
  private static let good = """
    #EXTM3U
    #EXT-X-VERSION:3
    #EXT-X-TARGETDURATION:6
    #EXT-X-PLAYLIST-TYPE:VOD
    #EXTINF:6.0,
    1.ts
    #EXT-X-ENDLIST

    """

  static let cases = [
    Case("\(key)00ab", "\(key)00AB"),
    Case("#EXT-X-KEY: METHOD=AES-128 , URI=\"a b\"", "#EXT-X-KEY:METHOD=AES-128,URI=\"a b\""),
    Case("#EXT-X-KEY:METHOD=AES-128,URI=\"k\",", "#EXT-X-KEY:METHOD=AES-128,URI=\"k\""),
    Case("#EXT-X-KEY:METHOD=NONE,URI=\"k\"", "#EXT-X-KEY:METHOD=NONE"),
    Case("#EXT-X-KEY:METHOD=AES-128,URI='k'", "#EXT-X-KEY:METHOD=AES-128,URI=\"k\""),
    Case(
      "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",METHOD=AES-128", "#EXT-X-KEY:METHOD=AES-128,URI=\"k\""),
    Case("\(date)", "\(date)Z"),
    Case("  # a comment  ", "# a comment"),
    Case("# e\u{301}", "# \u{E9}"),
    Case("# a\u{01}b", "# a b"),
    Case("#EXT-X-DISCONTINUITY:1", "#EXT-X-DISCONTINUITY"),
    // The last one counts, and stays.
    Case(
      "a tag twice",
      text: good.replacing("DURATION:6\n", with: "DURATION:6\n#EXT-X-TARGETDURATION:9\n"),
      repaired: good),
    Case(
      "an EXTINF without a comma", text: good.replacing("6.0,", with: "6.0"), repaired: good),
    Case(
      "blanks around a duration", text: good.replacing(":6.0,", with: ": 6.0 ,"), repaired: good),
    Case(
      "lines that end in CRLF",
      text: good.replacing("6.0,", with: "6.0").replacing("\n", with: "\r\n"),
      repaired: good.replacing("\n", with: "\r\n")),
    Case(
      "no version where lines end in CRLF",
      text: good.replacing("#EXT-X-VERSION:3\n", with: "").replacing("\n", with: "\r\n"),
      repaired: good.replacing("\n", with: "\r\n")),
    Case(
      "several control characters", text: good + "#\u{01}\u{02}\u{85}\n", repaired: good + "#\n"),
    Case("no end", text: good.replacing("#EXT-X-ENDLIST\n", with: ""), repaired: good),
    Case("a byte order mark", text: "\u{FEFF}" + good, repaired: good),
    Case("lines before the header", text: "\n# first\n" + good, repaired: good),
    Case(
      "a preload hint after the end",
      text: good + "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"x\"\n", repaired: good),
    Case(
      "decimals at version 2", text: good.replacing("VERSION:3", with: "VERSION:2"),
      repaired: good),
    Case("no version", text: good.replacing("#EXT-X-VERSION:3\n", with: ""), repaired: good),
    Case(
      "many faults at once",
      text: "\u{FEFF}"
        + good.replacing("6.0,", with: " 6.0 ").replacing(
          "#EXT-X-VERSION:3\n", with: ""
        ).replacing("#EXT-X-ENDLIST\n", with: ""), repaired: good),
  ]

  @Test(arguments: cases)
  func `is spelt as the grammar has it, once`(_ c: Case) async throws {
    let selection = RuleSelection(profile: .rfc)
    let presentation = try await Stream.single(c.text).load("p.m3u8")
    let repair = Repair(of: presentation, against: selection)
    #expect(repair.changes.map { String(decoding: $0.new, as: UTF8.self) } == [c.repaired])
    let again = Repair(of: repair.presentation, against: selection)
    #expect(again.changes == [])
    let report = ConformanceReport(of: repair.presentation, against: selection)
    #expect(report.findings.filter { $0.requirement == .must }.map(\.description) == [])
  }

  @Test func `rules that are left out are not repaired`() async throws {
    let text = Self.good.replacing("6.0,", with: "6.0")
    let repair = Repair(
      of: try await Stream.single(text).load("p.m3u8"),
      against: RuleSelection(profile: .rfc, skipping: ["rfc-4.4.4.1"]))
    #expect(repair.changes == [])
  }

  @Test func `a rendition that is the default is selected automatically`() async throws {
    let broken = Stream.ladder.replacing(
      "DEFAULT=YES,AUTOSELECT=YES", with: "DEFAULT=YES,AUTOSELECT=NO")
    let repair = Repair(of: try await broken.load())
    #expect(repair.changes.map(\.new) == [Array((Stream.ladder.texts["master.m3u8"] ?? "").utf8)])
  }

  @Test func `all faults of a long playlist are repaired, however many reports list`() async throws
  {
    let segments = (0..<3000).map { "#EXTINF:6.0\n\($0).ts\n" }.joined()
    let text = Self.good.replacing("#EXTINF:6.0,\n1.ts\n", with: segments)
    let repair = Repair(
      of: try await Stream.single(text).load("p.m3u8"), against: RuleSelection(profile: .rfc))
    #expect(
      repair.changes.map { String(decoding: $0.new, as: UTF8.self) } == [
        text.replacing("6.0\n", with: "6.0,\n")
      ])
  }
}
