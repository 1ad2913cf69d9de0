// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import RungTestSupport
import Testing

@testable import HLSConformance

@Suite struct ReportTests {
  @Test func `the article's examples do what it says`() async throws {
    let source = MemorySource(Stream.ladder.texts.mapValues { Array($0.utf8) })
    let presentation = try await Presentation.load("master.m3u8", from: source)
    let report = ConformanceReport(of: presentation)
    for finding in report.findings { print(finding) }
    #expect(report.findings.contains { $0.rule == "apple-9.21" })
    let selection = RuleSelection(profile: .rfc, skipping: ["rfc-8"])
    #expect(selection.rules.allSatisfy { [.rfc, .rung].contains($0.source) && $0.clause != "8" })
  }

  @Test func `the examples stand in this file`() throws {
    let examples = try DocumentationExamples(
      article: "Sources/HLSConformance/HLSConformance.docc/HLSConformance.md")
    #expect(examples.examples.count == 2)
    #expect(try examples.missing(from: #filePath).isEmpty)
  }

  @Test func `reports keep names from becoming markup`() async throws {
    let name = "<b>&\"'.m3u8"
    let report = ConformanceReport(
      of: try await Presentation.load(name, from: MemorySource([name: Array("x".utf8)])))
    for text in [JUnitReport(report).description, HTMLReport(report).description] {
      #expect(!text.contains("<b>"))
      #expect(text.contains("&lt;b&gt;&amp;&quot;'.m3u8"))
    }
    #expect(JUnitReport(report).description.contains("failures=\"1\""))
  }

  @Test func `a page has its charts, and no script`() async throws {
    let page = HTMLReport(ConformanceReport(of: try await Stream.ladder.load())).description
    #expect(page.components(separatedBy: "<svg").count - 1 == 4 + 2 + 4)
    for title in ["Bit rates", "Buffer", "Segment boundaries"] {
      #expect(page.contains("<h2>\(title)</h2>"))
    }
    for mark in ["<script", "http:", "https:", "url(", "@import", " src="] {
      #expect(!page.contains(mark))
    }
    #expect(page.contains("a/p.m3u8</code>: peak 1.00 Mbit/s, average 1.00 Mbit/s"))
  }

  /// Segments of 6 s at 1 Mbit/s, the second one of another size.
  static let buffers: [(size: Int, stalls: Int, waited: Double)] = [
    // It takes 6 s, as long as the one before it lasts.
    (750_000, 0, 0),
    // It takes 12 s and comes 6 s late; the third one comes in time again.
    (1_500_000, 1, 6),
    (375_000, 0, 0),
  ]

  @Test(arguments: buffers)
  func `a buffer is empty for as long as segments are late`(
    _ size: Int, _ stalls: Int, _ waited: Double
  ) async throws {
    let stream = Stream.single(
      Stream.media.replacing("2.m4s", with: "#EXT-X-BYTERANGE:\(size)@0\n2.m4s"))
    let media = try await stream.load("p.m3u8").mediaStreams
    let buffer = try #require(Buffering(of: media, rate: 1_000_000))
    #expect(buffer.stalls == stalls)
    #expect(buffer.waited == waited)
  }

  @Test func `streams of the same meaning do not differ`() async throws {
    let a = try await Stream.ladder.load()
    let spelt = Stream.ladder.replacing("EXTINF:6.00000", with: "EXTINF:6", in: "v1/p.m3u8")
      .replacing("#EXTM3U", with: "#EXTM3U\n# a comment")
    #expect(StreamComparison(a, try await spelt.load()).differences == [])
  }

  @Test func `a comparison says in what streams differ`() async throws {
    let other = Stream.ladder.replacing(
      "=2000134,AVERAGE-BANDWIDTH=2000134,CODECS=\"hvc1",
      with: "=3000000,AVERAGE-BANDWIDTH=2000134,CODECS=\"hvc1"
    )
    .replacing("EXTINF:6.00000,\n1", with: "EXTINF:5,\n1", in: "a/p.m3u8")
    let differences = StreamComparison(
      try await Stream.ladder.load(), try await other.load()
    ).differences
    #expect(
      differences.map(\.subject) == [
        "variant 1280x720 PQ hvc1 BANDWIDTH", "AUDIO 'a' 'English' duration",
        "AUDIO 'a' 'English' end of segment 0",
      ])
    #expect(differences.map(\.second) == ["3000000", "17.00000 s", "5.000 s"])
  }

  @Test(
    arguments: [
      (0, "0 bit/s"), (402, "402 bit/s"), (1234, "1.23 kbit/s"), (999_600, "1.00 Mbit/s"),
      (45_600_000, "45.6 Mbit/s"), (987_000_000, "987 Mbit/s"),
      (18_446_744_073_709_551_615, "18.4 Ebit/s"),
    ] as [(UInt64, String)])
  func `rates have three digits and a unit`(_ rate: UInt64, _ text: String) {
    #expect(ChartText.rate(rate) == text)
  }

  @Test func `an initialisation section that playlists share is found wrong once`() async throws {
    var stream = Stream.ladder
    stream.resources["v1/init.mp4"] = [0, 0, 0, 8] + Array("ftyp".utf8)
    var source = MemorySource(stream.texts.mapValues { Array($0.utf8) })
    source.resources.merge(stream.resources) { $1 }
    let presentation = try await stream.load().readingMedia(from: source)
    let report = ConformanceReport(
      of: presentation, against: RuleSelection(only: ["rfc-3.1.2-initialization"]))
    // The video's and the key pictures' playlists name it.
    #expect(report.findings.count { $0.place.file == "v1/init.mp4" } == 1)
  }

  @Test func `two hours of twelve rungs are held against every rule`() async throws {
    let segments = (1...1200).map { "#EXTINF:6.00000,\n\($0).m4s\n" }.joined()
    let media = Stream.media.replacing(
      "#EXTINF:6.00000,\n1.m4s\n#EXTINF:6.00000,\n2.m4s\n#EXTINF:6.00000,\n3.m4s\n", with: segments)
    var stream = Stream.ladder
    var master = "#EXTM3U\n"
    for rung in 1...12 {
      master += "#EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS=\"avc1.64001F\"\n\(rung)/p.m3u8\n"
      stream = stream.with("\(rung)/p.m3u8", media)
    }
    stream = stream.with("master.m3u8", master)
    let report = ConformanceReport(of: try await stream.load())
    #expect(report.presentation.mediaStreams.count == 12)
  }
}
