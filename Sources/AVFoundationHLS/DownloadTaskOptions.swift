// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HLSPlaylist
public import HLSVariants

// The keys of the option dictionary that download tasks took before iOS 15.

/// The least bit rate, in bits a second, as a number.
public let AVAssetDownloadTaskMinimumRequiredMediaBitrateKey =
  "AVAssetDownloadTaskMinimumRequiredMediaBitrateKey"
/// The least size, as a `CGSize`.
public let AVAssetDownloadTaskMinimumRequiredPresentationSizeKey =
  "AVAssetDownloadTaskMinimumRequiredPresentationSizeKey"
/// The options to store, as an ``AVMediaSelection``.
public let AVAssetDownloadTaskMediaSelectionKey = "AVAssetDownloadTaskMediaSelectionKey"
/// Whether the best multichannel sound is stored in addition to stereo.
public let AVAssetDownloadTaskMediaSelectionPrefersMultichannelKey =
  "AVAssetDownloadTaskMediaSelectionPrefersMultichannelKey"
/// Whether lossless sound is preferred.
public let AVAssetDownloadTaskPrefersLosslessAudioKey =
  "AVAssetDownloadTaskPrefersLosslessAudioKey"
/// Whether HDR is preferred.
public let AVAssetDownloadTaskPrefersHDRKey = "AVAssetDownloadTaskPrefersHDRKey"

extension LegacyDownloadOptions {
  /// Reads the option dictionary of a download task. Other keys and values of other types are
  /// ignored.
  public init(_ options: [String: Any]) {
    self.init()
    switch options[AVAssetDownloadTaskMinimumRequiredMediaBitrateKey] {
    case let rate as Int: minimumRequiredMediaBitrate = Double(rate)
    case let rate as Double: minimumRequiredMediaBitrate = rate
    case let rate as NSNumber: minimumRequiredMediaBitrate = rate.doubleValue
    default: break
    }
    if let size = options[AVAssetDownloadTaskMinimumRequiredPresentationSizeKey] as? CGSize,
      let width = UInt64(exactly: Double(size.width).rounded(.up)),
      let height = UInt64(exactly: Double(size.height).rounded(.up))
    {
      minimumRequiredPresentationSize = Resolution(width: width, height: height)
    }
    mediaSelection =
      (options[AVAssetDownloadTaskMediaSelectionKey] as? AVMediaSelection)?.selection
    if let value = options[AVAssetDownloadTaskMediaSelectionPrefersMultichannelKey] as? Bool {
      prefersMultichannel = value
    }
    if let value = options[AVAssetDownloadTaskPrefersLosslessAudioKey] as? Bool {
      prefersLosslessAudio = value
    }
    if let value = options[AVAssetDownloadTaskPrefersHDRKey] as? Bool { prefersHDR = value }
  }
}
