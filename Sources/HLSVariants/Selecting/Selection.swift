// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What a download would take of an asset, with everything that is needed to explain it.
public struct Selection: Sendable {
  /// The asset.
  public let asset: Asset

  /// The rules.
  public let configuration: DownloadConfiguration

  /// The device.
  public let device: DeviceProfile

  /// The policy among variants that will do.
  public let automaticSelection: AutomaticSelection

  /// Whether the device plays each variant, in the order of the playlist.
  public let playability: [Playability]

  /// The essential content.
  public let primary: ContentChoice

  /// The choice for each auxiliary configuration; `nil` where nothing is stored for one.
  public let auxiliary: [ContentChoice?]
}

extension Asset {
  /// What a download with these rules would take, on a device.
  ///
  /// The steps are those that AVFoundation publishes: a rule that names a variant takes it; any
  /// other is tried on the variants that the device plays, in order; the first that one of them
  /// keeps wins; of several, automatic selection takes one; where no rule is kept, automatic
  /// selection takes one of all that play.
  ///
  /// - Throws: ``SelectionError`` when the playlist has no variants or the device plays none.
  public func select(
    _ configuration: DownloadConfiguration, on device: DeviceProfile = .unlimited,
    automaticSelection: AutomaticSelection = .standard
  ) throws(SelectionError) -> Selection {
    try select(configuration, on: device, automaticSelection, excluded: [:])
  }

  /// What a download would take if some variants, by index, did not play for a reason.
  func select(
    _ configuration: DownloadConfiguration, on device: DeviceProfile,
    _ automaticSelection: AutomaticSelection, excluded: [Int: Playability.Reason]
  ) throws(SelectionError) -> Selection {
    guard !variants.isEmpty else {
      throw SelectionError(
        .noVariants, "expected a variant (EXT-X-STREAM-INF), found none in the playlist")
    }
    let selector = Selector(asset: self, device: device, excluded: excluded)
    let optimizes = configuration.optimizesAuxiliaryContentConfigurations
    guard
      let primary = selector.choice(
        for: configuration.primary, by: automaticSelection.primary, storedVideo: [])
    else { throw selector.nothingPlayable }
    var storedVideo: Set<String> = [primary.variant.uri]
    var auxiliary: [ContentChoice?] = []
    for content in configuration.auxiliary {
      var content = content
      if content.mediaSelections.isEmpty {
        content.mediaSelections = configuration.primary.mediaSelections
      }
      let choice = selector.choice(
        for: content, by: automaticSelection.auxiliary, storedVideo: optimizes ? storedVideo : [])
      if let choice { storedVideo.insert(choice.variant.uri) }
      auxiliary.append(choice)
    }
    return Selection(
      asset: self, configuration: configuration, device: device,
      automaticSelection: automaticSelection, playability: selector.playability, primary: primary,
      auxiliary: auxiliary)
  }
}
