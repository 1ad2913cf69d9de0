// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import PredicateFormat

/// A download configuration as JSON has it: rules as text, options by language.
///
/// ```json
/// {
///   "title": "A film",
///   "primary": { "variantQualifiers": ["peakBitRate < 5000000"], "audio": ["fr"] },
///   "auxiliary": [],
///   "optimizesAuxiliaryContentConfigurations": true
/// }
/// ```
public struct DownloadRules: Hashable, Sendable, Codable {
  /// A content configuration as JSON has it.
  public struct Content: Hashable, Sendable, Codable {
    /// Predicates, in order.
    public var variantQualifiers: [String]?
    /// The languages of the sound, as BCP 47 tags.
    public var audio: [String]?
    /// The languages of subtitles, as BCP 47 tags.
    public var subtitles: [String]?

    /// Creates a content configuration.
    public init(
      variantQualifiers: [String]? = nil, audio: [String]? = nil, subtitles: [String]? = nil
    ) {
      self.variantQualifiers = variantQualifiers
      self.audio = audio
      self.subtitles = subtitles
    }
  }

  /// The title.
  public var title: String?
  /// The essential content.
  public var primary: Content?
  /// Complementary content; Apple's default where it is left out.
  public var auxiliary: [Content]?
  /// Whether auxiliary variants are chosen to store few videos; yes where it is left out.
  public var optimizesAuxiliaryContentConfigurations: Bool?

  /// Creates rules that leave everything to the defaults.
  public init() {}
}

extension DownloadRules {
  /// The configuration for an asset.
  ///
  /// - Parameters:
  ///   - asset: The asset, whose options languages are looked up in.
  ///   - read: Reads a predicate.
  /// - Returns: The configuration, with options in the place of languages.
  /// - Throws: What reading a predicate throws, and ``SelectionError/Code/unknownOption`` for a
  ///   language that the asset does not offer.
  public func configuration(
    for asset: Asset, read: (String) throws -> PredicateTree = { try PredicateTree(format: $0) }
  ) throws -> DownloadConfiguration {
    var configuration = DownloadConfiguration(title: title ?? "")
    if let primary { configuration.primary = try primary.configuration(for: asset, read: read) }
    if let auxiliary {
      configuration.auxiliary = try auxiliary.map { try $0.configuration(for: asset, read: read) }
    }
    if let optimizes = optimizesAuxiliaryContentConfigurations {
      configuration.optimizesAuxiliaryContentConfigurations = optimizes
    }
    return configuration
  }
}

extension DownloadRules.Content {
  func configuration(
    for asset: Asset, read: (String) throws -> PredicateTree
  ) throws -> ContentConfiguration {
    ContentConfiguration(
      variantQualifiers: try (variantQualifiers ?? []).map { VariantQualifier(try read($0)) },
      mediaSelections: try asset.mediaSelections(audio: audio ?? [], subtitles: subtitles ?? []))
  }
}

extension Asset {
  /// The selections that store sound and subtitles in these languages: the first of each together,
  /// then the second, and so on. Where one list is shorter, the automatic selection stands in.
  ///
  /// - Parameters:
  ///   - audio: BCP 47 tags.
  ///   - subtitles: BCP 47 tags.
  /// - Returns: None when no language is given.
  /// - Throws: ``SelectionError/Code/unknownOption`` for a language that is not offered.
  public func mediaSelections(
    audio: [String], subtitles: [String]
  ) throws(SelectionError) -> [MediaSelection] {
    let automatic = automaticMediaSelection
    var selections: [MediaSelection] = []
    for index in 0..<max(audio.count, subtitles.count) {
      var selection = automatic
      if index < audio.count { selection.audible = try option(audio[index], .audible) }
      if index < subtitles.count { selection.legible = try option(subtitles[index], .legible) }
      selections.append(selection)
    }
    return selections
  }

  /// The option of a kind that answers to a language.
  ///
  /// - Throws: ``SelectionError/Code/unknownOption`` when none does.
  public func option(
    _ language: String, _ kind: MediaSelectionGroup.Kind
  ) throws(SelectionError) -> MediaSelectionOption {
    let group = mediaSelectionGroup(for: kind)
    if let option = group?.option(for: MediaSelectionCriteria(languages: [language])) {
      return option
    }
    let offered = group?.options.map(\.description).joined(separator: ", ") ?? "none"
    let noun = kind == .audible ? "audio" : "subtitles"
    throw SelectionError(
      .unknownOption, "expected \(noun) in '\(language)' among the renditions, found \(offered)")
  }
}
