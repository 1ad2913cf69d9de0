// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import AVFoundationHLS
import HLSPlaylist
import HLSVariantTesting
import HLSVariants
import RungTestSupport
import Testing

/// The sample's rules on a bundled ladder, with the answers that the published steps give.
@Suite struct DownloadPlannerTests {
  private static func take(
    _ preferences: DownloadPreferences, of master: Master = .dolbyVisionAndAtmos,
    on device: DeviceProfile = .unlimited
  ) async throws -> (numbers: [Int?], audio: [String], subtitles: [String]) {
    let asset = AVURLAsset(master.asset)
    let planner = DownloadPlanner(preferences: preferences)
    let configuration = try await planner.configuration(for: asset, title: "A film")
    let selection = try await configuration.selection(on: device)
    return (
      ([selection.primary] + selection.auxiliary).map { $0.map { $0.variant.index + 1 } },
      selection.primary.audio.map(\.name), selection.primary.subtitles.map(\.name)
    )
  }

  @Test(arguments: [
    (DownloadPreferences(), [15]),
    (DownloadPreferences(quality: .high), [24]),
    (DownloadPreferences(quality: .highDynamicRange), [15]),
    (DownloadPreferences(quality: .high, largestHeight: 1080), [18]),
    (DownloadPreferences(quality: .high, wantsSurround: true), [24, 24]),
    // No variant is lossless: the second rule counts.
    (DownloadPreferences(wantsLossless: true), [15]),
  ])
  func `iOS code chooses what AVFoundation would`(
    _ preferences: DownloadPreferences, _ numbers: [Int?]
  ) async throws {
    #expect(try await Self.take(preferences).numbers == numbers)
  }

  @Test func `media selections follow languages`() async throws {
    let taken = try await Self.take(
      DownloadPreferences(languages: ["de"], subtitleLanguages: ["en"]), of: .hdr10AndSDR)
    #expect(taken.audio == ["Deutsch", "English"])
    #expect(taken.subtitles == ["Deutsch (forced)", "English"])
  }

  @Test func `variants show both views`() async throws {
    let asset = AVURLAsset(Master.dolbyVisionAndAtmos.asset)
    let variants = try await asset.load(.variants)
    let sound = try await asset.loadMediaSelectionGroup(for: .audible)?.defaultOption
    #expect(variants.count == 25)
    #expect(
      summary(of: variants[23], sound: sound) == "3840x2160 HDR HEVC 16 channels Dolby 18691 kbit/s"
    )
    #expect(
      summary(of: variants[24], sound: sound) == "960x540 2000 kbit/s")
    #expect(variants[0].url.absoluteString == "https://example.com/sdr-540.m3u8")
    let undeclared = AVURLAsset(Master(.variant(1_000_000)).asset)
    let variant = try #require(try await undeclared.load(.variants).first)
    #expect(variant.averageBitRate == nil)
    #expect(NSPredicate(format: "averageBitRate < 0").evaluate(with: variant))
    #expect(variant.videoAttributes == nil)
  }

  @Test func `a configuration is copied`() async throws {
    let asset = AVURLAsset(Master.hdr10AndSDR.asset)
    let configuration = AVAssetDownloadConfiguration(asset: asset, title: "A film")
    let copy = configuration.configuration
    configuration.primaryContentConfiguration.variantQualifiers = [
      AVAssetVariantQualifier(predicate: NSPredicate(value: false))
    ]
    #expect(copy.primary.variantQualifiers.isEmpty)
    #expect(configuration.auxiliaryContentConfigurations.count == 1)
    #expect(configuration.optimizesAuxiliaryContentConfigurations)
  }

  @Test func `a range compared with its short name matches nothing`() async throws {
    let asset = AVURLAsset(Master.hdr10AndSDR.asset)
    let configuration = AVAssetDownloadConfiguration(asset: asset, title: "")
    configuration.primaryContentConfiguration.variantQualifiers = [
      AVAssetVariantQualifier(
        predicate: NSPredicate(format: "videoAttributes.videoRange == 'SDR'"))
    ]
    let selection = try await configuration.selection()
    #expect(selection.primary.basis == .noneMatched)
  }

  @Test func `a named variant is taken on any device`() async throws {
    let asset = AVURLAsset(Master.hdr10AndSDR.asset)
    let variant = try await asset.load(.variants)[4]
    let configuration = AVAssetDownloadConfiguration(asset: asset, title: "")
    configuration.primaryContentConfiguration.variantQualifiers = [
      AVAssetVariantQualifier(variant: variant)
    ]
    let device = try #require(DeviceProfile.named("apple-tv-hd"))
    #expect(try await configuration.selection(on: device).primary.variant.index == 4)
  }

  @Test func `emitted code compiles and chooses the same`() async throws {
    let asset = AVURLAsset(Master.dolbyVisionAndAtmos.asset)
    let selection = try await EmittedCode.downloadConfiguration(asset).selection()
    #expect(selection.primary.variant.index + 1 == 15)
    #expect(selection.primary.audio.map(\.name) == ["Français"])
  }

  @Test func `the article's example chooses`() async throws {
    let url = Package.root.appending(path: "Playlists/Multivariant/hdr10-and-sdr.m3u8")
    let asset = AVURLAsset(url: url)
    let configuration = AVAssetDownloadConfiguration(asset: asset, title: "A film")
    let rule = NSPredicate(
      format: "videoAttributes.videoRange == %@", argumentArray: [AVVideoRange.pq])
    configuration.primaryContentConfiguration.variantQualifiers = [
      AVAssetVariantQualifier(predicate: rule)
    ]
    configuration.auxiliaryContentConfigurations = []
    let selection = try await configuration.selection()
    #expect(selection.primary.variant.index == 4)
    let examples = try DocumentationExamples(
      article: "Sources/AVFoundationHLS/AVFoundationHLS.docc/AVFoundationHLS.md")
    #expect(try examples.missing(from: #filePath).count == examples.examples.count - 1)
  }

  /// 4.5 and 20 Mbit/s: the lowest that reaches the minimum, the highest where none does.
  @Test(
    arguments: [
      ([AVAssetDownloadTaskMinimumRequiredMediaBitrateKey: 4_200_000], 1),
      ([AVAssetDownloadTaskMinimumRequiredMediaBitrateKey: NSNumber(value: 90_000_000)], 4),
      (
        [AVAssetDownloadTaskMinimumRequiredPresentationSizeKey: CGSize(width: 1000, height: 700)], 2
      ),
      ([AVAssetDownloadTaskPrefersHDRKey: false], 1), ([:], 4), (["other": 1], 4),
    ] as [([String: any Sendable], Int)])
  func `the old option dictionary keeps its meaning`(
    _ dictionary: [String: any Sendable], _ index: Int
  ) throws {
    let options = LegacyDownloadOptions(dictionary)
    let selection = try Master.hdr10AndSDR.asset.select(
      options.configuration, automaticSelection: options.automaticSelection)
    #expect(selection.primary.variant.index == index)
  }
}
