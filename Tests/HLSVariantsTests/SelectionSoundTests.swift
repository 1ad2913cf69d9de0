// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSPlaylist
import HLSVariantTesting
import HLSVariants
import PredicateFormat
import Testing

/// Groups of sound, media selections and auxiliary content.
@Suite struct SelectionSoundTests {
  /// 25 variants: 8 videos by stereo, surround and Atmos, the last one H.264. In threes: 13 to 15
  /// are HDR 720p, 22 to 24 HDR 2160p.
  static let ladder = Master.dolbyVisionAndAtmos
  static let french = MediaSelectionCriteria(languages: ["fr"])

  static let cases: [SelectionCase] = [
    SelectionCase(ladder, takes: 24),
    SelectionCase(ladder, "peakBitRate < 5000000", takes: 15),
    SelectionCase(ladder, "videoAttributes.videoRange == 'AVVideoRangePQ'", takes: 24),
    SelectionCase(
      ladder, "videoAttributes.videoRange == 'AVVideoRangePQ' && peakBitRate < 5000000", takes: 15),
    SelectionCase(ladder, on: "iphone-8", takes: 9),
    SelectionCase(ladder, on: "apple-tv-hd", takes: 25),
    // 1700998451 is 'ec-3', 1633889587 'ac-3'.
    SelectionCase(ladder, "1700998451 IN audioAttributes.formatIDs", takes: 24),
    SelectionCase(ladder, "1633889587 IN audioAttributes.formatIDs", takes: 23),
    SelectionCase("at most 2", ladder, [.tree(.channelCount(.lessThanOrEqual, 2))], takes: 22),
    SelectionCase("exactly 6", ladder, [.tree(.channelCount(.equal, 6))], takes: 23),
    SelectionCase("at least 6", ladder, [.tree(.channelCount(.greaterThanOrEqual, 6))], takes: 24),
    SelectionCase(
      "2 and under 5 Mbit/s", ladder,
      [.tree(.channelCount(.equal, 2) && .compare(.key("peakBitRate"), .lessThan, 5_000_000))],
      takes: 13),
    SelectionCase(
      "1080 at most", ladder, [.tree(.presentationHeight(.lessThanOrEqual, 1080))], takes: 18),
    SelectionCase(
      "greatest SDR", ladder,
      [
        .greatest(
          .peakBitRate, .compare(.key("videoAttributes.videoRange"), .equal, "AVVideoRangeSDR"))
      ], takes: 9),
  ]

  @Test(arguments: cases) func `groups of sound`(_ c: SelectionCase) throws { try c.check() }

  @Test func `a rule about the sound of one language combines with others`() throws {
    let option = try Self.ladder.asset.option("fr", .audible)
    let rule =
      PredicateTree.channelCount(.equal, 6, of: .option(option))
      && .compare(.key("peakBitRate"), .lessThan, 5_000_000)
    expectDownload(
      of: Self.ladder, DownloadConfiguration(VariantQualifier(rule)), takes: "hdr-720.m3u8")
    let selection = try Self.ladder.asset.select(DownloadConfiguration(VariantQualifier(rule)))
    #expect(selection.primary.variant.index == 13)
    #expect(
      rule.predicateFormat == "channelCount(== 6, Français (fr)) AND peakBitRate < 5000000")
  }

  private static func configuration(
    _ rule: PredicateTree, auxiliary: [ContentConfiguration] = [.multichannel],
    optimizes: Bool = true
  ) -> DownloadConfiguration {
    var configuration = DownloadConfiguration(VariantQualifier(rule))
    configuration.auxiliary = auxiliary
    configuration.optimizesAuxiliaryContentConfigurations = optimizes
    return configuration
  }

  static let small: PredicateTree =
    .channelCount(.equal, 2) && .compare(.key("peakBitRate"), .lessThan, 5_000_000)

  static let auxiliaries:
    [(String, DownloadConfiguration, Int, [Int?], Set<SelectionWarning.Code>)] =
      [
        ("default, optimised", configuration(small), 13, [15], [.audioStoredTwice]),
        (
          "default, not optimised", configuration(small, optimizes: false), 13, [24],
          [.videoStoredTwice, .audioStoredTwice]
        ),
        ("none", configuration(small, auxiliary: []), 13, [], []),
        (
          "surround",
          configuration(
            small,
            auxiliary: [
              ContentConfiguration(variantQualifiers: [VariantQualifier(.channelCount(.equal, 6))])
            ]), 13, [14], [.audioStoredTwice]
        ),
        (
          "two",
          configuration(
            small,
            auxiliary: [
              ContentConfiguration(variantQualifiers: [VariantQualifier(.channelCount(.equal, 6))]),
              .multichannel,
            ]), 13, [14, 15], [.audioStoredTwice]
        ),
        (
          "that matches nothing",
          configuration(
            small,
            auxiliary: [
              ContentConfiguration(variantQualifiers: [VariantQualifier(.channelCount(.equal, 7))])
            ]), 13, [15], [.nothingMatched, .ruleMatchesNothing, .audioStoredTwice]
        ),
        (
          "default beside Atmos", configuration(.channelCount(.greaterThan, 6)), 24, [24], []
        ),
      ]

  @Test(arguments: auxiliaries.indices)
  func `auxiliary content`(_ index: Int) throws {
    let (id, configuration, primary, auxiliary, warnings) = Self.auxiliaries[index]
    let selection = try Self.ladder.asset.select(configuration)
    #expect(selection.primary.variant.index + 1 == primary, "\(id)")
    #expect(
      selection.auxiliary.map { $0.map { $0.variant.index + 1 } } == auxiliary,
      "\(id)\n\(selection.explanation)")
    #expect(Set(selection.warnings.map(\.code)) == warnings, "\(id)\n\(selection.explanation)")
  }

  @Test func `the default auxiliary content stores nothing without multichannel sound`() throws {
    let selection = try Master.hdr10AndSDR.asset.select(DownloadConfiguration())
    #expect(selection.auxiliary.count == 1)
    #expect(selection.auxiliary[0] == nil)
    #expect(selection.warnings.isEmpty)
  }

  static let voices = Master(
    .variant(5_000_000, size: "1280x720", audio: "a", subtitles: "s"),
    .audio("a", "English", language: "en", channels: "2", isDefault: true),
    .audio("a", "British", language: "en-GB", channels: "2"),
    .audio(
      "a", "Described", language: "en", characteristics: ["public.accessibility.describes-video"]),
    .audio("a", "Mandarin", language: "zh-Hans"),
    .audio("a", "Québécois", language: "fr-CA"),
    .audio("a", "German", language: "ger"),
    .subtitles("s", "English", language: "en"),
    .subtitles(
      "s", "English SDH", language: "en",
      characteristics: ["public.accessibility.transcribes-spoken-dialog"]),
    .subtitles("s", "English forced", language: "en", isForced: true),
    .subtitles("s", "Traditional", language: "zh-Hant"),
    .subtitles("s", "Simplified", language: "zh-Hans"),
    .subtitles("s", "Français", language: "fr"))

  @Test(arguments: [
    ("en", "English"), ("en-GB", "British"), ("en-US", "English"), ("EN", "English"),
    ("eng", "English"), ("zh", "Mandarin"), ("zh-Hant", "Mandarin"), ("zh-TW", "Mandarin"),
    ("fr", "Québécois"), ("fr-CA", "Québécois"), ("fr-FR", "Québécois"), ("fre", "Québécois"),
    ("de", "German"), ("deu", "German"), ("de-AT", "German"),
  ])
  func `sound answers to languages`(_ language: String, _ name: String) throws {
    #expect(try Self.voices.asset.option(language, .audible).name == name)
  }

  @Test(arguments: [
    ("en", "English"), ("en-GB", "English"), ("zh-Hant", "Traditional"), ("zh-TW", "Traditional"),
    ("zh-HK", "Traditional"), ("zh-Hans", "Simplified"), ("zh", "Simplified"),
    ("zh-CN", "Simplified"), ("fr-BE", "Français"),
  ])
  func `subtitles answer to languages and scripts`(_ language: String, _ name: String) throws {
    #expect(try Self.voices.asset.option(language, .legible).name == name)
  }

  @Test func `a language that is not offered is an error that lists what is`() {
    #expect {
      try Self.voices.asset.option("ja", .legible)
    } throws: { error in
      "\(error)" == "expected subtitles in 'ja' among the renditions, found English (en), "
        + "English SDH (en), English forced (en), Traditional (zh-Hant), Simplified (zh-Hans), "
        + "Français (fr)"
    }
  }

  @Test func `characteristics choose among one language`() {
    let group = Self.voices.asset.mediaSelectionGroup(for: .legible)
    let criteria = MediaSelectionCriteria(
      languages: ["en"], characteristics: ["public.accessibility.transcribes-spoken-dialog"])
    #expect(group?.option(for: criteria)?.name == "English SDH")
  }

  @Test(
    arguments: [
      ([], [], ["English"], ["English forced"]),
      (["fr"], [], ["Québécois"], []),
      (["en-GB", "de"], [], ["British", "German"], ["English forced"]),
      (["de"], ["en"], ["German"], ["English"]),
      (["en"], ["zh-TW", "fr"], ["English"], ["Traditional", "English forced", "Français"]),
    ] as [([String], [String], [String], [String])])
  func `renditions follow languages, forced subtitles the sound`(
    _ audio: [String], _ subtitles: [String], _ names: [String], _ texts: [String]
  ) throws {
    let asset = Self.voices.asset
    var configuration = DownloadConfiguration()
    configuration.primary.mediaSelections = try asset.mediaSelections(
      audio: audio, subtitles: subtitles)
    let selection = try asset.select(configuration)
    #expect(selection.primary.audio.map(\.name) == names)
    #expect(selection.primary.subtitles.map(\.name) == texts)
  }

  static let legacy: [(String, LegacyDownloadOptions, String, Int)] = [
    ("nothing", options(), "any", 5),
    ("265 kbit/s", options(265_000), "any", 1),
    ("2 Mbit/s", options(2_000_000), "any", 3),
    ("4.1 Mbit/s", options(4_100_000), "any", 2),
    ("5 Mbit/s", options(5_000_000), "any", 4),
    ("50 Mbit/s", options(50_000_000), "any", 5),
    ("5 Mbit/s in SDR", options(5_000_000), "iphone-8", 2),
    ("720p", options(size: Resolution(width: 1280, height: 720)), "any", 3),
    ("1080p", options(size: Resolution(width: 1920, height: 1080)), "any", 4),
    ("4320p", options(size: Resolution(width: 7680, height: 4320)), "any", 5),
    ("no HDR", options(hdr: false), "any", 2),
  ]

  private static func options(
    _ rate: Double = 0, size: Resolution? = nil, hdr: Bool = true
  ) -> LegacyDownloadOptions {
    var options = LegacyDownloadOptions()
    options.minimumRequiredMediaBitrate = rate
    options.minimumRequiredPresentationSize = size
    options.prefersHDR = hdr
    return options
  }

  @Test(arguments: legacy.indices)
  func `the old options take the lowest that reaches a minimum, else the highest`(_ index: Int)
    throws
  {
    let (id, options, device, expected) = Self.legacy[index]
    let selection = try Master.hdr10AndSDR.asset.select(
      options.configuration, on: DeviceProfile.named(device) ?? .unlimited,
      automaticSelection: options.automaticSelection)
    #expect(selection.primary.variant.index + 1 == expected, "\(id)\n\(selection.explanation)")
  }

  @Test func `I-frames are of the range and not larger`() throws {
    let selection = try Master.hdr10AndSDR.asset.select(DownloadConfiguration())
    #expect(selection.primary.iFrameStream?.uri == "iframes-pq.m3u8")
    let small = try Master.hdr10AndSDR.asset.select(
      DownloadConfiguration(try VariantQualifier("peakBitRate < 2000000")))
    #expect(small.primary.iFrameStream?.uri == "iframes-sdr.m3u8")
  }
}
