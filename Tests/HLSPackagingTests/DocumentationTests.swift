// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSEncoding
import HLSPackaging
import RungTestSupport
import Testing

/// What the articles show compiles and does what they say.
@Suite struct DocumentationTests {
  @Test func `planning a ladder`() throws {
    let path = Fixture.path("pq.mp4")
    let source = try SourceDescription.inspect(path)
    let plan = try LadderPlan(for: source)
    let names = plan.rungs.map(\.name)
    #expect(names.contains("video-hevc-pq-360p-105k"))

    var options = LadderOptions()
    options.codecs = [.h264, .hevc]
    options.maximumHeight = 720
    let smaller = try LadderPlan(for: source, options)
    #expect(smaller.rungs.count == 4)
  }

  @Test func `packaging a ladder`() throws {
    let temporary = try TemporaryFolder()
    let (path, folder) = (Fixture.path("sound.wav"), temporary.file("out"))
    let source = try MediaSource.open(path)
    let plan = try LadderPlan(for: source.description)
    let output = try OutputDirectory(folder, replaces: false)
    let report = try LadderPackager(plan, to: output, version: "1.0").run(reading: source)
    let peaks = report.renditions.map(\.peakBitRate)
    #expect(peaks.count == 1)
  }

  @Test(arguments: [
    "Sources/HLSEncoding/HLSEncoding.docc/HLSEncoding.md",
    "Sources/HLSPackaging/HLSPackaging.docc/HLSPackaging.md",
  ])
  func `every example is compiled here`(_ article: String) throws {
    let examples = try DocumentationExamples(article: article)
    #expect(!examples.examples.isEmpty)
    #expect(try examples.missing(from: #filePath) == [])
  }
}
