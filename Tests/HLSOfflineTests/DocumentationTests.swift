// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSOffline
import HLSPlaylist
import HLSVariantTesting
import HLSVariants
import RungTestSupport
import Testing

/// The examples of the articles, as they stand there.
@Suite struct OfflineDocumentationTests {
  @Test func `downloads as the article does`() async throws {
    let presentation = try Presentation(segments: 2)
    let (transport, master) = (presentation.origin, Presentation.master)
    let folder = try TemporaryFolder()
    let path = folder.file("film.movpkg")
    var options = DownloadOptions()
    options.clock = presentation.clock
    let access = AccessPolicy(master: master)
    let reader = TransportReader(transport, access: access, clock: options.clock)
    let asset = try await Asset.load(master, with: reader)
    let selection = try asset.select(
      DownloadConfiguration(VariantQualifier("peakBitRate < 5000000")))
    let plan = try await DownloadPlan(selection, reading: reader)
    let downloader = Downloader(plan, to: path, with: transport, access: access, options: options)
    let summary = try await downloader.run()
    #expect(summary.files == 4)
  }

  @Test func `simulates as the article does`() async throws {
    let clock = VirtualClock()
    var conditions = SimulatedOrigin.Conditions()
    conditions.bytesPerSecond = 125_000
    conditions.faults = [.serverError: 0.1]
    let origin = SimulatedOrigin(clock: clock, conditions)
    #expect(origin.requests == [])
    try await clock.run {
      try await clock.sleep(for: .seconds(7200))
    }
    #expect(clock.now.offset == .seconds(7200))
  }

  @Test(arguments: ["HLSOffline/HLSOffline", "HLSVariantTesting/SimulatedDownloads"])
  func `every example is here`(_ name: String) throws {
    let library = name.prefix { $0 != "/" }
    let article = name.dropFirst(library.count + 1)
    let examples = try DocumentationExamples(
      article: "Sources/\(library)/\(library).docc/\(article).md")
    #expect(!examples.examples.isEmpty)
    #expect(try examples.missing(from: #filePath) == [])
  }
}
