// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Foundation
public import HLSVariants

/// What to download of an asset.
public final class AVAssetDownloadConfiguration: NSObject {
  /// The asset.
  public let asset: AVURLAsset

  /// The title that storage settings show.
  public let title: String

  /// An image that storage settings show.
  public var artworkData: Data?

  /// The content that playing offline needs.
  public let primaryContentConfiguration = AVAssetDownloadContentConfiguration()

  /// Content that complements the primary one; empty for nothing more.
  public var auxiliaryContentConfigurations: [AVAssetDownloadContentConfiguration] =
    DownloadConfiguration().auxiliary.map(AVAssetDownloadContentConfiguration.init)

  /// Whether auxiliary variants are chosen to store few videos.
  public var optimizesAuxiliaryContentConfigurations = true

  /// Creates a configuration with Apple's defaults.
  public init(asset: AVURLAsset, title: String) {
    self.asset = asset
    self.title = title
  }

  /// The configuration beneath, as it is now: what a download task copies.
  public var configuration: DownloadConfiguration {
    var configuration = DownloadConfiguration(title: title)
    configuration.artworkData = artworkData.map { Array($0) }
    configuration.primary = primaryContentConfiguration.content
    configuration.auxiliary = auxiliaryContentConfigurations.map(\.content)
    configuration.optimizesAuxiliaryContentConfigurations = optimizesAuxiliaryContentConfigurations
    return configuration
  }

  /// What a download would take, on a device: the counterpart of
  /// `urlSession(_:assetDownloadTask:willDownloadVariants:)` before there is any download.
  ///
  /// - Throws: What keeps the asset from being read, and `SelectionError` when nothing plays.
  public func selection(on device: DeviceProfile = .unlimited) async throws -> Selection {
    let configuration = configuration
    return try await asset.hlsAsset().select(configuration, on: device)
  }
}

/// A part of what is downloaded.
public final class AVAssetDownloadContentConfiguration: NSObject, NSCopying {
  /// Rules for the variant, in order: the first that a playable variant keeps counts.
  public var variantQualifiers: [AVAssetVariantQualifier] {
    get { content.variantQualifiers.map { AVAssetVariantQualifier($0) } }
    set { content.variantQualifiers = newValue.map(\.qualifier) }
  }

  /// The options to store; the automatic selection where there are none.
  public var mediaSelections: [AVMediaSelection] {
    get { content.mediaSelections.map { AVMediaSelection($0, of: nil) } }
    set { content.mediaSelections = newValue.map(\.selection) }
  }

  /// The content beneath.
  fileprivate(set) var content = ContentConfiguration()

  /// Creates an empty configuration.
  public override init() {}

  init(_ content: ContentConfiguration) { self.content = content }

  /// A copy that changes by itself.
  public func copy(with zone: NSZone?) -> Any { AVAssetDownloadContentConfiguration(content) }
}
