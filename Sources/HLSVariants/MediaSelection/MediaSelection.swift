// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

/// One option for each kind of content: what is heard and what is read.
public struct MediaSelection: Hashable, Sendable {
  /// The option that is heard.
  public var audible: MediaSelectionOption?

  /// The option that is read; `nil` for no subtitles.
  public var legible: MediaSelectionOption?

  /// The option that is seen, where there are camera angles.
  public var visual: MediaSelectionOption?

  /// Creates a selection.
  public init(
    audible: MediaSelectionOption? = nil, legible: MediaSelectionOption? = nil,
    visual: MediaSelectionOption? = nil
  ) {
    self.audible = audible
    self.legible = legible
    self.visual = visual
  }
}

/// What a selection is asked for: languages and characteristics instead of options.
public struct MediaSelectionCriteria: Hashable, Sendable, Codable {
  /// Languages in the order of preference, as BCP 47 tags.
  public var languages: [String]

  /// Media characteristics that an option must have, such as `public.easy-to-read`.
  public var characteristics: [String]

  /// Creates criteria.
  public init(languages: [String], characteristics: [String] = []) {
    self.languages = languages
    self.characteristics = characteristics
  }
}

extension MediaSelectionGroup {
  /// The option that answers best to criteria: the first language that any option has, the closest
  /// tag of it, and of several the one that is not made for accessibility (unless characteristics
  /// are asked for), the default one, the first.
  ///
  /// Forced subtitles are no answer to a language: they follow the sound.
  public func option(for criteria: MediaSelectionCriteria) -> MediaSelectionOption? {
    let offered = options.filter { option in
      !option.isForced && criteria.characteristics.allSatisfy(option.characteristics.contains)
    }
    guard !criteria.languages.isEmpty else { return offered.first }
    for language in criteria.languages {
      let matches = Self.options(offered, in: language)
      let plain = criteria.characteristics.isEmpty ? matches.first { !$0.isAccessibility } : nil
      if let option = plain ?? matches.first { return option }
    }
    return nil
  }

  /// The options in a language, those with the closest tag first, and of equal ones the default
  /// first.
  public static func options(
    _ options: [MediaSelectionOption], in language: String
  ) -> [MediaSelectionOption] {
    let wanted = LanguageTag(language)
    // Options share their languages; parsing a tag costs microseconds.
    var distances: [String: Int?] = [:]
    let ranked = options.compactMap { option -> (option: MediaSelectionOption, rank: [Int])? in
      let readsScript = option.type != .audio && option.type != .video
      let tag = option.language ?? "und"
      let known = distances[tag]
      let distance =
        known ?? wanted.distance(to: LanguageTag(tag), readsScript: readsScript)
      distances[tag] = .some(distance)
      return distance.map { distance in
        (option, [distance, option.isDefault ? 0 : 1, option.index])
      }
    }
    return ranked.sorted { $0.rank.lexicographicallyPrecedes($1.rank) }.map(\.option)
  }

  /// The forced subtitles in the language of the sound.
  func forcedOption(for audio: MediaSelectionOption?) -> MediaSelectionOption? {
    guard let language = audio?.language else { return nil }
    let wanted = LanguageTag(language)
    return options.filter(\.isForced).compactMap { option in
      option.language.flatMap { wanted.distance(to: LanguageTag($0), readsScript: false) }
        .map { (option, $0) }
    }.min { $0.1 < $1.1 }?.0
  }
}

extension Asset {
  /// The selection that is made when none is given: the default sound, else the first that may be
  /// chosen by itself, else the first; the default subtitles, else none.
  public var automaticMediaSelection: MediaSelection {
    let audible = mediaSelectionGroup(for: .audible)
    let options = audible?.options ?? []
    return MediaSelection(
      audible: audible?.defaultOption ?? options.first(where: \.isAutoselected) ?? options.first,
      legible: mediaSelectionGroup(for: .legible)?.defaultOption,
      visual: mediaSelectionGroup(for: .visual)?.defaultOption)
  }
}
