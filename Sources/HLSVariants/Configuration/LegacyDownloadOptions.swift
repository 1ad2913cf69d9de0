// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HLSPlaylist
internal import PredicateFormat

/// The option dictionary of the download tasks before iOS 15, with its own meaning: a minimum takes
/// the *lowest* variant that reaches it, where `peakBitRate >= N` in a qualifier takes the highest.
public struct LegacyDownloadOptions: Sendable {
  /// `AVAssetDownloadTaskMinimumRequiredMediaBitrateKey`: the lowest variant of at least so many
  /// bits a second, else the highest one. 0 for the highest.
  public var minimumRequiredMediaBitrate: Double = 0

  /// `AVAssetDownloadTaskMinimumRequiredPresentationSizeKey`: the smallest variant of at least this
  /// size, else the largest.
  public var minimumRequiredPresentationSize: Resolution?

  /// `AVAssetDownloadTaskMediaSelectionKey`.
  public var mediaSelection: MediaSelection?

  /// `AVAssetDownloadTaskMediaSelectionPrefersMultichannelKey`: the best multichannel sound in
  /// addition to stereo.
  public var prefersMultichannel = true

  /// `AVAssetDownloadTaskPrefersLosslessAudioKey`.
  public var prefersLosslessAudio = false

  /// `AVAssetDownloadTaskPrefersHDRKey`.
  public var prefersHDR = true

  /// Creates the defaults.
  public init() {}
}

extension LegacyDownloadOptions {
  /// The configuration that chooses what the options chose.
  public var configuration: DownloadConfiguration {
    var configuration = DownloadConfiguration()
    configuration.primary.variantQualifiers = qualifiers
    configuration.primary.mediaSelections = mediaSelection.map { [$0] } ?? []
    configuration.auxiliary = prefersMultichannel ? [.multichannel] : []
    return configuration
  }

  /// The policy that goes with the options: preferences of range and sound.
  public var automaticSelection: AutomaticSelection {
    var policy = AutomaticSelection.standard
    policy.primary = policy.primary.map { criterion in
      switch criterion.name {
      case AutomaticSelection.Criterion.videoRange.name where !prefersHDR: .standardRange
      case AutomaticSelection.Criterion.lossyAudio.name where prefersLosslessAudio: .losslessAudio
      default: criterion
      }
    }
    return policy
  }

  private var qualifiers: [VariantQualifier] {
    var conditions: [PredicateTree] = []
    if minimumRequiredMediaBitrate > 0 {
      conditions.append(
        .compare(
          .key("peakBitRate"), .greaterThanOrEqual, .constant(.number(minimumRequiredMediaBitrate)))
      )
    }
    if let size = minimumRequiredPresentationSize {
      conditions.append(.presentationWidth(.greaterThanOrEqual, Double(size.width)))
      conditions.append(.presentationHeight(.greaterThanOrEqual, Double(size.height)))
    }
    guard !conditions.isEmpty else { return [] }
    let measure: VariantMeasure =
      minimumRequiredMediaBitrate > 0 ? .peakBitRate : .presentationSize
    return [.minimum(of: measure, among: .all(of: conditions)), .maximum(of: measure)]
  }
}
