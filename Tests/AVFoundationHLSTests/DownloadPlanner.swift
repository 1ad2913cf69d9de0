// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import AVFoundationHLS
import Foundation

// Ordinary selection code for iOS, written against AVFoundation: only the import above differs.

/// What a user asks for in the settings of an app.
struct DownloadPreferences {
  enum Quality { case standard, high, highDynamicRange }

  var quality = Quality.standard
  var languages: [String] = []
  var subtitleLanguages: [String] = []
  var wantsSurround = false
  var wantsLossless = false
  var largestHeight: CGFloat?
}

/// Makes download configurations of preferences.
struct DownloadPlanner {
  let preferences: DownloadPreferences

  func configuration(for asset: AVURLAsset, title: String) async throws
    -> AVAssetDownloadConfiguration
  {
    let configuration = AVAssetDownloadConfiguration(asset: asset, title: title)
    configuration.artworkData = Data([0x89, 0x50, 0x4E, 0x47])
    let primary = configuration.primaryContentConfiguration
    primary.variantQualifiers = qualifiers()
    primary.mediaSelections = try await mediaSelections(for: asset)
    if preferences.wantsSurround {
      let surround = AVAssetDownloadContentConfiguration()
      surround.variantQualifiers = [try await surroundQualifier(for: asset)]
      configuration.auxiliaryContentConfigurations = [surround]
      configuration.optimizesAuxiliaryContentConfigurations = true
    } else {
      configuration.auxiliaryContentConfigurations = []
    }
    return configuration
  }

  private func qualifiers() -> [AVAssetVariantQualifier] {
    let modest = NSPredicate(format: "peakBitRate < 5000000")
    let hdr = NSPredicate(
      format: "videoAttributes.videoRange == %@", argumentArray: [AVVideoRange.pq])
    var predicates: [NSPredicate]
    switch preferences.quality {
    case .standard: predicates = [modest]
    case .high: predicates = [NSPredicate(format: "peakBitRate > %f", 5_000_000.0)]
    case .highDynamicRange:
      predicates = [NSCompoundPredicate(andPredicateWithSubpredicates: [hdr, modest]), hdr]
    }
    if preferences.wantsLossless {
      predicates.insert(
        NSPredicate(
          format: "%d IN audioAttributes.formatIDs", argumentArray: [kAudioFormatAppleLossless]),
        at: 0)
    }
    if let height = preferences.largestHeight {
      let limit = AVAssetVariantQualifier.predicate(
        forPresentationHeight: height, operatorType: .lessThanOrEqualTo)
      predicates = predicates.map {
        NSCompoundPredicate(andPredicateWithSubpredicates: [limit, $0])
      }
    }
    return predicates.map(AVAssetVariantQualifier.init(predicate:))
  }

  private func surroundQualifier(for asset: AVURLAsset) async throws -> AVAssetVariantQualifier {
    let group = try await asset.loadMediaSelectionGroup(for: .audible)
    let options = AVMediaSelectionGroup.mediaSelectionOptions(
      from: group?.options ?? [],
      filteredAndSortedAccordingToPreferredLanguages: preferences.languages)
    let option = options.first ?? group?.defaultOption
    return AVAssetVariantQualifier(
      predicate: AVAssetVariantQualifier.predicate(
        forChannelCount: 6, mediaSelectionOption: option, operatorType: .greaterThanOrEqualTo))
  }

  private func mediaSelections(for asset: AVURLAsset) async throws -> [AVMediaSelection] {
    let automatic = try await asset.load(.preferredMediaSelection)
    var selections: [AVMediaSelection] = []
    if let group = try await asset.loadMediaSelectionGroup(for: .audible) {
      for language in preferences.languages {
        let options = AVMediaSelectionGroup.mediaSelectionOptions(
          from: AVMediaSelectionGroup.mediaSelectionOptions(
            from: group.options, withoutMediaCharacteristics: [.describesVideoForAccessibility]),
          filteredAndSortedAccordingToPreferredLanguages: [language])
        guard let option = options.first,
          let selection = automatic.mutableCopy() as? AVMutableMediaSelection
        else { continue }
        selection.select(option, in: group)
        selections.append(selection)
      }
    }
    if let group = try await asset.loadMediaSelectionGroup(for: .legible) {
      let texts = AVMediaSelectionGroup.mediaSelectionOptions(
        from: group.options, withoutMediaCharacteristics: [.containsOnlyForcedSubtitles])
      for option in texts
      where preferences.subtitleLanguages.contains(option.extendedLanguageTag ?? "") {
        guard let selection = automatic.mutableCopy() as? AVMutableMediaSelection else { continue }
        selection.select(option, in: group)
        selections.append(selection)
      }
    }
    return selections
  }
}

/// A line of a quality menu.
func summary(of variant: AVAssetVariant, sound: AVMediaSelectionOption?) -> String {
  var parts: [String] = []
  if let video: AVAssetVariant.VideoAttributes = variant.videoAttributes {
    let size = video.presentationSize
    parts.append("\(Int(size.width))x\(Int(size.height))")
    if video.videoRange != .sdr { parts.append(video.videoRange == .pq ? "HDR" : "HLG") }
    if video.codecTypes.contains(kCMVideoCodecType_HEVC) { parts.append("HEVC") }
    if let rate = video.nominalFrameRate, rate > 30 { parts.append("\(Int(rate)) fps") }
    if video.videoLayoutAttributes.contains(where: { !$0.stereoViewComponents.isEmpty }) {
      parts.append("3D")
    }
  }
  if let audio: AVAssetVariant.AudioAttributes = variant.audioAttributes, let sound,
    let rendition = audio.renditionSpecificAttributes(for: sound)
  {
    if let channels = rendition.channelCount, channels > 2 { parts.append("\(channels) channels") }
    if rendition.isBinaural { parts.append("binaural") }
    if audio.formatIDs.contains(kAudioFormatEnhancedAC3) { parts.append("Dolby") }
  }
  if let rate = variant.averageBitRate ?? variant.peakBitRate {
    parts.append("\(Int(rate / 1000)) kbit/s")
  }
  return parts.joined(separator: " ")
}

/// The code that `rung select --emit swift` prints, as it is printed.
enum EmittedCode {
  // swift-format-ignore: NeverForceUnwrap
  static func downloadConfiguration(_ asset: AVURLAsset) async throws
    -> AVAssetDownloadConfiguration
  {
    let audible = try await asset.loadMediaSelectionGroup(for: .audible)!
    let audioFr = AVMediaSelectionGroup.mediaSelectionOptions(
      from: audible.options,
      filteredAndSortedAccordingToPreferredLanguages: ["fr"]
    ).first!
    let configuration = AVAssetDownloadConfiguration(asset: asset, title: "")
    let rule1 = NSCompoundPredicate(andPredicateWithSubpredicates: [
      NSPredicate(
        format: "videoAttributes.videoRange IN {%@, %@} AND peakBitRate <= 5000000",
        argumentArray: [AVVideoRange.pq, AVVideoRange.hlg]),
      AVAssetVariantQualifier.predicate(
        forChannelCount: 6, mediaSelectionOption: audioFr, operatorType: .greaterThanOrEqualTo),
    ])
    configuration.primaryContentConfiguration.variantQualifiers = [
      AVAssetVariantQualifier(predicate: rule1)
    ]
    let automatic = try await asset.load(.preferredMediaSelection)
    let selection1 = automatic.mutableCopy() as! AVMutableMediaSelection
    selection1.select(audioFr, in: audible)
    configuration.primaryContentConfiguration.mediaSelections = [selection1]
    configuration.auxiliaryContentConfigurations = []
    return configuration
  }
}
