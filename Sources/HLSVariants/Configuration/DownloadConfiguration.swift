// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import PredicateFormat

/// What to download of an asset, as `AVAssetDownloadConfiguration` has it: essential content and
/// what complements it.
///
/// A configuration is a value: whoever is given one has a copy, as a download task on Apple's
/// systems copies the configuration that it is made from.
public struct DownloadConfiguration: Sendable {
  /// The title that storage settings show.
  public var title: String

  /// An image that storage settings show.
  public var artworkData: [UInt8]?

  /// The content that playing offline needs.
  public var primary = ContentConfiguration()

  /// Content that complements the primary one. Apple's default is "one or more" configurations and
  /// not published in detail; here it is ``ContentConfiguration/multichannel``. Empty for nothing
  /// more.
  public var auxiliary: [ContentConfiguration] = [.multichannel]

  /// Whether auxiliary variants are chosen so that as few different video renditions as possible
  /// are stored.
  public var optimizesAuxiliaryContentConfigurations = true

  /// Creates Apple's default configuration.
  public init(title: String = "") { self.title = title }

  /// Creates a configuration of primary content alone.
  public init(_ qualifiers: VariantQualifier..., title: String = "") {
    self.title = title
    primary.variantQualifiers = qualifiers
    auxiliary = []
  }
}

/// A part of what is downloaded, as `AVAssetDownloadContentConfiguration` has it.
public struct ContentConfiguration: Sendable {
  /// Rules for the variant, in order: the first that a playable variant keeps counts.
  public var variantQualifiers: [VariantQualifier]

  /// The options to store; the asset's automatic selection where there are none.
  public var mediaSelections: [MediaSelection]

  /// Whether automatic selection decides where no rule is kept, as it does on Apple's systems. If
  /// not, nothing is stored then.
  public var fallsBackToAutomatic: Bool

  /// Creates a configuration; without rules the choice is automatic.
  public init(
    variantQualifiers: [VariantQualifier] = [], mediaSelections: [MediaSelection] = [],
    fallsBackToAutomatic: Bool = true
  ) {
    self.variantQualifiers = variantQualifiers
    self.mediaSelections = mediaSelections
    self.fallsBackToAutomatic = fallsBackToAutomatic
  }

  /// The best multichannel sound, if there is any: what the old option
  /// `AVAssetDownloadTaskMediaSelectionPrefersMultichannelKey` stored beside stereo.
  public static let multichannel = ContentConfiguration(
    variantQualifiers: [VariantQualifier(.channelCount(.greaterThan, 2))],
    fallsBackToAutomatic: false)
}
