// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The published steps of selection, over one asset and device.
struct Selector {
  let asset: Asset
  let device: DeviceProfile
  let playability: [Playability]
  private let playable: [AssetVariant]
  private let situation: AutomaticSelection.Situation

  init(
    asset: Asset, device: DeviceProfile, excluded: [Int: Playability.Reason] = [:]
  ) {
    self.asset = asset
    self.device = device
    let pathway = asset.initialPathway
    playability = asset.variants.map { variant in
      excluded[variant.index].map { .unplayable([$0]) }
        ?? device.playability(of: variant, pathway: pathway)
    }
    playable = zip(asset.variants, playability).filter { $0.1.isPlayable }.map(\.0)
    situation = AutomaticSelection.Situation(device: device, hasScores: asset.hasScores)
  }

  /// The choice for a content configuration; `nil` when nothing is playable, or nothing matches and
  /// the configuration does not fall back. Variants whose URIs are in `storedVideo` are preferred.
  func choice(
    for content: ContentConfiguration, by criteria: [AutomaticSelection.Criterion],
    storedVideo: Set<String>
  ) -> ContentChoice? {
    let selections =
      content.mediaSelections.isEmpty ? [asset.automaticMediaSelection] : content.mediaSelections
    let candidates = playable.map { $0.selecting(selections[0].audible) }
    guard let (basis, matches) = matched(content.variantQualifiers, candidates) else {
      guard content.fallsBackToAutomatic, !candidates.isEmpty else { return nil }
      let basis: ContentChoice.Basis = content.variantQualifiers.isEmpty ? .noRules : .noneMatched
      return choice(candidates, basis, criteria, selections, storedVideo)
    }
    // A rule that names a variant has the one of the asset, which no option was selected for.
    let pool = matches.map { $0.selecting(selections[0].audible) }
    return choice(pool, basis, criteria, selections, storedVideo)
  }

  /// The first rule that is kept, with the variants that keep it.
  private func matched(
    _ qualifiers: [VariantQualifier], _ candidates: [AssetVariant]
  ) -> (ContentChoice.Basis, [AssetVariant])? {
    for (index, qualifier) in qualifiers.enumerated() {
      if let variant = qualifier.variant { return (.explicitVariant(rule: index), [variant]) }
      let matches = BoundQualifier(qualifier).matches(in: candidates).kept
      if !matches.isEmpty { return (.rule(index, matches: matches.count), matches) }
    }
    return nil
  }

  private func choice(
    _ pool: [AssetVariant], _ basis: ContentChoice.Basis,
    _ criteria: [AutomaticSelection.Criterion], _ selections: [MediaSelection],
    _ storedVideo: Set<String>
  ) -> ContentChoice? {
    var pool = pool
    var sharesVideo = false
    if !storedVideo.isEmpty {
      let shared = pool.filter { storedVideo.contains($0.uri) }
      if !shared.isEmpty { (pool, sharesVideo) = (shared, true) }
    }
    guard
      let (variant, decisions) = AutomaticSelection.choose(
        among: pool, by: criteria, in: situation)
    else { return nil }
    let renditions = StoredRenditions(asset: asset, variant: variant, selections: selections)
    return ContentChoice(
      variant: variant, basis: basis, sharesVideo: sharesVideo, decisions: decisions,
      mediaSelections: selections, audio: renditions.audio, subtitles: renditions.subtitles,
      iFrameStream: iFrames(for: variant))
  }

  /// The error of a device that plays nothing, with the reasons of the first variant.
  var nothingPlayable: SelectionError {
    let first = playability.first.map { ": the first one: \($0)" } ?? ""
    return SelectionError(
      .nothingPlayable,
      "expected a variant that '\(device.name)' plays, found none of \(asset.variants.count)"
        + first,
      remedy: "'rung variants --device \(device.name)' tells why for each")
  }
}

extension AssetVariant {
  /// The variant as predicates see it when an option is selected.
  func selecting(_ option: MediaSelectionOption?) -> AssetVariant {
    guard let option, option != selectedAudio else { return self }
    var variant = self
    variant.selectedAudio = option
    return variant
  }
}
