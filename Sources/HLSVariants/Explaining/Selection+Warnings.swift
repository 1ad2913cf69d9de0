// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
internal import PredicateFormat

extension Selection {
  /// What a developer may not have meant, the primary content's first.
  ///
  /// This evaluates every rule for every variant, which ``Asset/select(_:on:automaticSelection:)``
  /// does not need.
  public var warnings: [SelectionWarning] {
    var warnings = contentWarnings(configuration.primary, primary, "")
    for (index, content) in configuration.auxiliary.enumerated() where content.fallsBackToAutomatic
    {
      warnings += contentWarnings(content, auxiliary[index], "auxiliary \(index + 1): ")
    }
    return warnings + storageWarnings + playlistWarnings
  }

  private func contentWarnings(
    _ content: ContentConfiguration, _ choice: ContentChoice?, _ prefix: String
  ) -> [SelectionWarning] {
    var warnings: [SelectionWarning] = []
    for (index, qualifier) in content.variantQualifiers.enumerated() where qualifier.variant == nil
    {
      let rule = "\(prefix)rule \(index + 1) (\(qualifier))"
      let bound = BoundQualifier(qualifier)
      let audio = content.mediaSelections.first?.audible
      let variants = asset.variants.map { $0.selecting(audio) }
      let playable = variants.filter { playability[$0.index].isPlayable }
      let attempt = bound.matches(in: playable)
      guard attempt.kept.isEmpty || attempt.error != nil else { continue }
      let kept = bound.matches(in: variants).kept
      if let error = attempt.error {
        warnings.append(
          SelectionWarning(.ruleRaises, "\(rule) raises an exception: \(error.reason)"))
      } else if kept.isEmpty {
        warnings.append(
          SelectionWarning(.ruleMatchesNothing, "\(rule) matches no variant of this playlist"))
      } else {
        let reason = kept.first.map { ": \(playability[$0.index])" } ?? ""
        warnings.append(
          SelectionWarning(
            .ruleMatchesUnplayable,
            "\(rule) matches nothing that '\(device.name)' plays\(reason)")
        )
      }
    }
    guard let choice else { return warnings }
    if choice.basis == .noneMatched {
      warnings.append(
        SelectionWarning(
          .nothingMatched,
          "\(prefix)no rule matches a playable variant: automatic selection took "
            + "\(choice.variant) without an error"))
    }
    if case .explicitVariant = choice.basis,
      playability.indices.contains(choice.variant.index),
      case .unplayable(let reasons) = playability[choice.variant.index]
    {
      warnings.append(
        SelectionWarning(
          .notPlayable,
          "\(prefix)the variant is stored although '\(device.name)' does not play it: "
            + reasons.map(\.description).joined(separator: "; ")))
    }
    return warnings + choice.missingOptions(prefix)
  }

  private var storageWarnings: [SelectionWarning] {
    var warnings: [SelectionWarning] = []
    var languages: Set<String> = []
    for rendition in primary.audio { languages.insert(rendition.language ?? rendition.name) }
    for (index, choice) in auxiliary.enumerated() {
      guard let choice else { continue }
      if choice.variant.uri != primary.variant.uri {
        warnings.append(
          SelectionWarning(
            .videoStoredTwice,
            "auxiliary \(index + 1) stores \(choice.variant) beside \(primary.variant): two videos")
        )
      }
      for rendition in choice.audio where !primary.audio.contains(rendition) {
        let language = rendition.language ?? rendition.name
        guard languages.contains(language) else { continue }
        let channels = rendition.channels.map { " (\($0.rawValue) channels)" } ?? ""
        warnings.append(
          SelectionWarning(
            .audioStoredTwice,
            "auxiliary \(index + 1) stores '\(language)' a second time, as "
              + "'\(rendition.name)'\(channels) of group '\(rendition.groupID)'"))
      }
    }
    return warnings
  }

  private var playlistWarnings: [SelectionWarning] {
    var warnings: [SelectionWarning] = []
    let scored = asset.variants.count { $0.score != nil }
    if scored > 0, scored < asset.variants.count {
      warnings.append(
        SelectionWarning(
          .scoresIgnored,
          "SCORE is on \(scored) of \(asset.variants.count) variants: it counts only on all"))
    }
    if let group = primary.variant.stream.audio,
      primary.variant.audioAttributes?.renditions.isEmpty ?? true
    {
      warnings.append(
        SelectionWarning(
          .groupUndefined, "the variant names the audio group '\(group)', which is not defined"))
    }
    return warnings
  }
}

extension ContentChoice {
  fileprivate func missingOptions(_ prefix: String) -> [SelectionWarning] {
    var missing: [MediaSelectionOption] = []
    for selection in mediaSelections {
      if let option = selection.audible, let group = variant.audioAttributes?.group,
        !group.renditions.isEmpty, group[option] == nil
      {
        missing.append(option)
      }
      if let option = selection.legible, option.type == .subtitles,
        variant.subtitleGroup[option] == nil
      {
        missing.append(option)
      }
    }
    return missing.map {
      SelectionWarning(
        .optionMissing, "\(prefix)\(variant) does not offer '\($0)' in the groups that it names")
    }
  }
}
