// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

extension Asset {
  /// The best selection whose content fits a budget: a variant that does not fit counts as one
  /// that does not play.
  ///
  /// - Parameters:
  ///   - configuration: The rules.
  ///   - budget: The most bytes that primary and auxiliary content may take together.
  ///   - device: The device.
  ///   - automaticSelection: The policy among variants that will do.
  ///   - playlists: The media playlists that have been read; those that are needed are added.
  ///   - reader: What reads them.
  /// - Returns: The first selection, in the order of preference, that fits.
  /// - Throws: ``SelectionError/Code/nothingFits`` when no selection fits, or no size is known.
  public func select(
    _ configuration: DownloadConfiguration, fitting budget: UInt64,
    on device: DeviceProfile = .unlimited,
    automaticSelection: AutomaticSelection = .standard, playlists: inout MediaPlaylists,
    reader: some ResourceReader = FileAndWebReader()
  ) async throws -> Selection {
    var excluded: [Int: Playability.Reason] = [:]
    var least: (variant: AssetVariant, bytes: UInt64)?
    for _ in 0..<1000 {
      let selection: Selection
      do throws(SelectionError) {
        selection = try select(configuration, on: device, automaticSelection, excluded: excluded)
      } catch {
        guard let least, error.code == .nothingPlayable else { throw error }
        throw Self.nothingFits(budget, least)
      }
      _ = await playlists.load(for: selection, with: reader)
      let sizes = selection.sizes(by: playlists).compactMap(\.self)
      guard !sizes.isEmpty else {
        throw SelectionError(
          .nothingFits, "expected a media playlist that tells how long the content is, found none",
          remedy: "the media playlists must be readable for a budget")
      }
      let size = sizes.reduce(.zero, +)
      guard size.bytes > budget else { return selection }
      let variant = selection.primary.variant
      if least.map({ size.bytes < $0.bytes }) ?? true { least = (variant, size.bytes) }
      // A rule that names a variant takes it whatever is excluded: asking again would not end.
      guard excluded.updateValue(.budget(bytes: size.bytes), forKey: variant.index) == nil else {
        throw Self.nothingFits(budget, least ?? (variant, size.bytes))
      }
    }
    throw SelectionError(
      .nothingFits,
      "expected a choice of at most \(RateText.bytes(budget)) among the best 1000, found none",
      remedy: "narrow the choice with a rule")
  }

  private static func nothingFits(
    _ budget: UInt64, _ least: (variant: AssetVariant, bytes: UInt64)
  ) -> SelectionError {
    SelectionError(
      .nothingFits,
      "expected a choice of at most \(RateText.bytes(budget)), found none: "
        + "\(least.variant) takes \(RateText.bytes(least.bytes))",
      remedy: "allow more, or fewer audio languages")
  }
}
