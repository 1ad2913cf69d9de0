// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSPlaylist
import HLSVariantTesting
import HLSVariants
import PredicateFormat
import RungTestSupport
import Testing

@Suite struct HLSVariantsDocumentationTests {
  @Test func `the article's examples do what it says`() throws {
    let text = try Master.dolbyVisionAndAtmos.text()
    let asset = try Asset(parsing: text, uri: "https://example.com/master.m3u8")
    let hdr = try VariantQualifier("videoAttributes.videoRange == %@", "AVVideoRangePQ")
    let modest = try VariantQualifier("peakBitRate < 5000000")
    let selection = try asset.select(DownloadConfiguration(hdr, modest))
    print(selection.primary.variant)
    #expect("\(selection.primary.variant)" == "3840x2160 PQ, 20.77 Mbit/s")

    let french = try asset.option("fr", .audible)
    let rule =
      PredicateTree.channelCount(.greaterThanOrEqual, 6, of: .option(french))
      && .compare(.key("peakBitRate"), .lessThan, 5_000_000)
    let surround = try asset.select(DownloadConfiguration(VariantQualifier(rule)))
    #expect(surround.primary.variant.index == 14)

    let phone = DeviceProfile.named("iphone-8") ?? .unlimited
    let onPhone = try asset.select(DownloadConfiguration(), on: phone)
    #expect(onPhone.primary.variant.index == 8)
  }

  @Test func `expectations take what they expect`() throws {
    let master = Master(
      .variant(
        20_000_000, size: "3840x2160", range: .pq, codecs: "hvc1.2.4.L150.B0,ec-3", audio: "a"),
      .variant(4_500_000, size: "1920x1080", codecs: "avc1.640028,ec-3", audio: "a"),
      .audio("a", "English", language: "en", channels: "6", isDefault: true))
    let rules = DownloadConfiguration(try VariantQualifier("peakBitRate < 5000000"))
    expectDownload(of: master, rules, takes: "variant-2.m3u8", on: .named("iphone-12"))
    expectWarning(
      .nothingMatched, downloading: master,
      DownloadConfiguration(try VariantQualifier("peakBitRate < 1")))
  }

  @Test func `an expectation that fails prints the explanation`() throws {
    let rules = DownloadConfiguration(try VariantQualifier("peakBitRate < 5000000"))
    // Fails where the expectation records no issue, or one without the explanation.
    withKnownIssue {
      expectDownload(of: .hdr10AndSDR, rules, takes: "variant-1.m3u8")
    } matching: { issue in
      "\(issue)".contains("rule 1 no: peak bit rate is below 5 Mbit/s (found 7 Mbit/s)")
    }
  }

  @Test(arguments: [
    ("HLSVariants", 3), ("HLSVariantTesting", 1),
  ])
  func `the examples stand in this file`(_ library: String, _ count: Int) throws {
    let examples = try DocumentationExamples(
      article: "Sources/\(library)/\(library).docc/\(library).md")
    #expect(examples.examples.count == count)
    #expect(try examples.missing(from: #filePath).isEmpty)
  }

  @Test(arguments: [
    ("hdr10-and-sdr", Master.hdr10AndSDR), ("dolby-vision-and-atmos", .dolbyVisionAndAtmos),
  ])
  func `the bundled playlists are the ladders`(_ name: String, _ master: Master) throws {
    let path = Package.root.appending(path: "Playlists/Multivariant/\(name).m3u8")
    #expect(try String(contentsOf: path, encoding: .utf8) == master.text())
  }
}
