// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSVariantTesting
import RungCommands
import RungTestSupport
import Testing

@Suite struct SelectCommandTests {
  /// A folder with a ladder, removed at the end.
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(
      path: "rung-select-\(UUID().uuidString)")

    init(_ master: Master) throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      try write(try master.text(), "master.m3u8")
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    var master: String { url.appending(path: "master.m3u8").path }

    func write(_ text: String, _ name: String) throws {
      try Data(text.utf8).write(to: url.appending(path: name))
    }

    /// A media playlist of byte ranges: so many bytes in 100 seconds.
    func writeMedia(_ name: String, bytes: Int) throws {
      try write(
        """
        #EXTM3U
        #EXT-X-VERSION:4
        #EXT-X-TARGETDURATION:100
        #EXT-X-PLAYLIST-TYPE:VOD
        #EXTINF:100,
        #EXT-X-BYTERANGE:\(bytes)@0
        media.mp4
        #EXT-X-ENDLIST

        """, name)
    }
  }

  private static let pq = "peakBitRate < 5000000 AND videoAttributes.videoRange == 'PQ'"

  @Test func `reads 'PQ' as the constant and says so`() async throws {
    let folder = try Folder(.hdr10AndSDR)
    let run = await CollectedConsole.run("select", folder.master, "--prefer", Self.pq)
    #expect(run.code == .success)
    #expect(run.printed.output.contains("primary: variant 3, 1280x720 PQ, 4.08 Mbit/s"))
    #expect(
      run.printed.errors
        == "--prefer: note: 'PQ' is read as AVVideoRangePQ; --strict compares the text, "
        + "as AVFoundation does\n")
  }

  @Test func `compares the text when told to, and warns`() async throws {
    let folder = try Folder(.hdr10AndSDR)
    let run = await CollectedConsole.run("select", folder.master, "--prefer", Self.pq, "--strict")
    #expect(run.code == .success)
    #expect(run.printed.output.contains("primary: variant 5, 3840x2160 PQ, 20 Mbit/s"))
    #expect(run.printed.errors.contains("[literal-constant]"))
    #expect(run.printed.errors.contains("[nothing-matched]"))
    let required = await CollectedConsole.run(
      "select", folder.master, "--prefer", Self.pq, "--strict", "--require-match")
    #expect(required.code == .failure)
  }

  @Test func `prints the keys of its JSON`() async throws {
    let folder = try Folder(.hdr10AndSDR)
    try folder.writeMedia("variant-3.m3u8", bytes: 40_000_000)
    try folder.writeMedia("aac-english.m3u8", bytes: 2_000_000)
    try folder.writeMedia("iframes-pq.m3u8", bytes: 300_000)
    let run = await CollectedConsole.run("select", folder.master, "--prefer", Self.pq, "--json")
    let report = try run.printed.json()
    #expect(Set(report.keys) == ["primary", "auxiliary", "warnings", "device"])
    let primary = try #require(report["primary"] as? [String: Any])
    #expect(primary["reasons"] as? [String] == ["rule 1 matches 1 playable variant"])
    #expect(primary["estimatedBytes"] as? Int == 42_300_000)
    #expect(primary["estimate"] as? String == "exact")
    let variant = try #require(primary["variant"] as? [String: Any])
    #expect(variant["peakBitRate"] as? Double == 4_080_000)
    #expect(variant["averageBitRate"] as? Double == 3_700_000)
    #expect(variant["videoRange"] as? String == "PQ")
    #expect(variant["uri"] as? String == "variant-3.m3u8")
    #expect((variant["url"] as? String)?.hasSuffix("/variant-3.m3u8") == true)
    let audio = try #require(primary["audio"] as? [[String: Any]])
    #expect(audio.map { $0["name"] as? String } == ["English"])
  }

  @Test func `finds the best choice that fits`() async throws {
    let folder = try Folder(.hdr10AndSDR)
    for (number, bytes) in [(1, 17), (2, 50), (3, 46), (4, 79), (5, 219)] {
      try folder.writeMedia("variant-\(number).m3u8", bytes: bytes * 1_000_000)
    }
    try folder.writeMedia("aac-english.m3u8", bytes: 2_000_000)
    let run = await CollectedConsole.run("select", folder.master, "--fit", "60MB")
    #expect(run.printed.output.contains("primary: variant 3, 1280x720 PQ"))
    #expect(run.printed.output.contains("size       48 MB"))
    let none = await CollectedConsole.run("select", folder.master, "--fit", "18MB")
    #expect(none.code == .failure)
    #expect(
      none.printed.errors == """
        rung: expected a choice of at most 18 MB, found none: 960x540 SDR, 1.6 Mbit/s takes 19 MB
        hint: allow more, or fewer audio languages

        """)
  }

  @Test(arguments: [
    (["--max-bitrate", "5M"], "variant 3,", "--max-bitrate: stands for peakBitRate <= 5000000\n"),
    (
      ["--hdr"], "variant 5,",
      "--hdr: stands for videoAttributes.videoRange IN {\"AVVideoRangePQ\", \"AVVideoRangeHLG\"}\n"
    ),
    (
      ["--channels", ">=2:de", "--max-bitrate", "2M"], "variant 1,",
      """
      --channels: stands for channelCount(>= 2, Deutsch (de))
      --max-bitrate: stands for peakBitRate <= 2000000

      """
    ),
    (["--variant", "2"], "variant 2,", ""),
    (["--variant", "variant-4.m3u8"], "variant 4,", ""),
    (["--minimum-bitrate", "5M"], "variant 4,", ""),
    (["--device", "iphone-8"], "variant 2,", ""),
    (["--prefer", "peakBitRate < 2000000", "--prefer", "peakBitRate > 0"], "variant 1,", ""),
  ])
  func `flags stand for predicates`(
    _ arguments: [String], _ found: String, _ notes: String
  ) async throws {
    let folder = try Folder(.hdr10AndSDR)
    let run = await CollectedConsole.run(["select", folder.master] + arguments)
    #expect(run.code == .success)
    #expect(
      run.printed.output.contains("primary: " + found), "\(run.printed.output)\(run.printed.errors)"
    )
    #expect(run.printed.errors == notes)
  }

  @Test func `stores languages and forced subtitles`() async throws {
    let folder = try Folder(.hdr10AndSDR)
    let run = await CollectedConsole.run(
      "select", folder.master, "--audio", "de", "--subtitles", "en", "--no-aux")
    #expect(
      run.printed.output.contains("  audio      Deutsch (de, 2 channels)  aac-deutsch.m3u8\n"))
    #expect(run.printed.output.contains("  subtitles  English (en)  text-english.m3u8\n"))
    #expect(run.printed.output.contains("  subtitles  Deutsch (forced) (de, forced)"))
  }

  @Test func `reads rules from a file`() async throws {
    let folder = try Folder(.dolbyVisionAndAtmos)
    try folder.write(
      """
      {"primary": {"variantQualifiers": ["peakBitRate < 5000000"], "audio": ["fr"]},
       "auxiliary": []}
      """, "rules.json")
    let run = await CollectedConsole.run(
      "select", folder.master, "--config", folder.url.appending(path: "rules.json").path)
    #expect(run.printed.output.contains("primary: variant 15, 1280x720 PQ, 4.85 Mbit/s"))
    #expect(run.printed.output.contains("Français (fr, 16/JOC channels)"))
  }

  @Test(arguments: [
    (
      ["--prefer", "peakbitrate < 5"], 1,
      """
      rung: --prefer: 'peakbitrate < 5': unknown key 'peakbitrate'
      hint: did you mean 'peakBitRate'?

      """
    ),
    (
      ["--device", "iphone-13"], 1,
      """
      rung: --device: expected a profile or a JSON file, found 'iphone-13' (did you mean \
      'iphone-12'?)
      hint: 'rung devices' lists the profiles

      """
    ),
    (
      ["--device", "apple-tv-hd"], 1,
      """
      rung: expected a variant that 'apple-tv-hd' plays, found none of 5: the first one: codec \
      hvc1.2.4.L123.B0 is not played
      hint: 'rung variants --device apple-tv-hd' tells why for each

      """
    ),
    (
      ["--audio", "ja"], 1,
      "rung: expected audio in 'ja' among the renditions, found English (en), Deutsch (de)\n"
    ),
    (
      ["--channels", "many"], 2,
      """
      rung: 'many' is no value for '--channels <comparison>': expected a comparison such as '>=6' or \
      '>=6:fr'
      hint: 'rung select --help' lists the options

      """
    ),
    (
      ["--minimum-bitrate", "1M", "--hdr"], 2,
      """
      rung: '--minimum-bitrate' is a rule by itself and goes with no other rules
      hint: 'rung select --help' lists the options

      """
    ),
  ])
  func `says what is wrong`(_ arguments: [String], _ code: Int, _ message: String) async throws {
    let folder = try Folder(.hdr10AndSDR)
    let run = await CollectedConsole.run(["select", folder.master] + arguments)
    #expect(run.code.rawValue == code)
    #expect(run.printed.errors == message)
    #expect(run.printed.output == "")
  }

  @Test func `emits the code for AVFoundation`() async throws {
    let folder = try Folder(.dolbyVisionAndAtmos)
    let run = await CollectedConsole.run(
      "select", folder.master, "--channels", ">=6:fr", "--hdr", "--max-bitrate", "5M", "--audio",
      "fr", "--no-aux", "--emit", "swift", "--quiet")
    #expect(
      run.printed.output == """
        import AVFoundation

        func downloadConfiguration() async throws -> AVAssetDownloadConfiguration {
          let asset = AVURLAsset(url: URL(string: "https://example.com/master.m3u8")!)
          let audible = try await asset.loadMediaSelectionGroup(for: .audible)!
          let audioFr = AVMediaSelectionGroup.mediaSelectionOptions(
            from: audible.options,
            filteredAndSortedAccordingToPreferredLanguages: ["fr"]
          ).first!
          let configuration = AVAssetDownloadConfiguration(asset: asset, title: "")
          let rule1 = NSCompoundPredicate(andPredicateWithSubpredicates: [
            NSPredicate(format: "videoAttributes.videoRange IN {%@, %@} AND peakBitRate <= 5000000", \
        argumentArray: [AVVideoRange.pq, AVVideoRange.hlg]),
            AVAssetVariantQualifier.predicate(forChannelCount: 6, mediaSelectionOption: audioFr, \
        operatorType: .greaterThanOrEqualTo),
          ])
          configuration.primaryContentConfiguration.variantQualifiers = [
            AVAssetVariantQualifier(predicate: rule1),
          ]
          let automatic = try await asset.load(.preferredMediaSelection)
          let selection1 = automatic.mutableCopy() as! AVMutableMediaSelection
          selection1.select(audioFr, in: audible)
          configuration.primaryContentConfiguration.mediaSelections = [selection1]
          configuration.auxiliaryContentConfigurations = []
          return configuration
        }

        """)
  }

  @Test func `lists variants, the ones that keep a predicate`() async throws {
    let folder = try Folder(.hdr10AndSDR)
    let run = await CollectedConsole.run(
      "variants", folder.master, "--where", "peakBitRate < 5000000", "--device", "iphone-8")
    #expect(
      run.printed.output == """
        #  range       size  rate   peak  average  codecs            audio    playable
        1  SDR      960x540    24  1600k    1400k  hvc1.2.4.L123.B0  aac 2    yes
        2  SDR    1920x1080    24  4500k    4000k  hvc1.2.4.L123.B0  aac 2    yes
        3  PQ      1280x720    24  4080k    3700k  hvc1.2.4.L123.B0  aac 2    no
        3: range PQ is not shown

        """)
    let all = await CollectedConsole.run("variants", folder.master, "--json")
    #expect((try all.printed.json()["variants"] as? [Any])?.count == 5)
  }

  @Test func `tables fit 100 columns`() async throws {
    let folder = try Folder(.dolbyVisionAndAtmos)
    for arguments in [["variants", folder.master], ["devices"], ["inspect", folder.master]] {
      let run = await CollectedConsole.run(arguments)
      #expect(run.code == .success)
      #expect(
        run.printed.output.split(separator: "\n").allSatisfy { $0.count <= 100 },
        "\(run.printed.output)")
    }
  }

  @Test func `a device's JSON reads back`() async throws {
    let folder = try Folder(.hdr10AndSDR)
    let device = await CollectedConsole.run("devices", "iphone-8", "--json")
    try folder.write(device.printed.output, "device.json")
    let run = await CollectedConsole.run(
      "select", folder.master, "--device", folder.url.appending(path: "device.json").path)
    #expect(run.printed.output.contains("primary: variant 2,"))
  }

  @Test func `inspects a master by its badges`() async throws {
    let folder = try Folder(.dolbyVisionAndAtmos)
    let run = await CollectedConsole.run("inspect", folder.master)
    #expect(
      run.printed.output.hasPrefix(
        "multivariant playlist, 25 variants: 4K, Dolby Vision, HDR10, Dolby Atmos, 5.1\n"))
  }

  @Test func `a stream that is still live is warned of`() async throws {
    let folder = try Folder(.sdrOnly)
    try folder.write("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na\n", "variant-4.m3u8")
    let run = await CollectedConsole.run("select", folder.master, "--no-aux")
    #expect(run.code == .success)
    #expect(run.printed.errors.contains("[still-live]"))
  }

  @Test func `a media playlist is no master`() async throws {
    let folder = try Folder(.hdr10AndSDR)
    try folder.writeMedia("variant-1.m3u8", bytes: 1)
    let path = folder.url.appending(path: "variant-1.m3u8").path
    let run = await CollectedConsole.run("select", path)
    #expect(run.code == .failure)
    #expect(
      run.printed.errors == """
        rung: \(path): expected a multivariant playlist, found a media one
        hint: name the playlist that lists the variants, often called master.m3u8

        """)
  }

  /// From a source to the choice: what `rung package` writes, `rung select` chooses from.
  @Test func `a packaged ladder answers a rule`() async throws {
    let folder = try TemporaryFolder()
    let out = folder.file("out")
    let packaged = await CollectedConsole.run(
      "package", Fixture.path("hdr10.mp4"), "-o", out, "--speed", "ultrafast", "-q")
    #expect(packaged.code == .success, "\(packaged.printed.errors)")
    let run = await CollectedConsole.run(
      "select", out + "/master.m3u8", "--prefer", Self.pq, "--json")
    let primary = try #require(try run.printed.json()["primary"] as? [String: Any])
    let variant = try #require(primary["variant"] as? [String: Any])
    #expect(variant["uri"] as? String == "video-hevc-pq-360p-105k/playlist.m3u8")
    #expect(variant["videoRange"] as? String == "PQ")
    #expect(primary["estimate"] as? String == "exact")
  }
}
