// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HLSPlaylist
internal import HLSVariants
internal import PredicateFormat

/// The rules that `rung select` is given, and how they become a configuration.
struct SelectOptions: Sendable {
  static let options: [CommandSpecification.Option] = [
    .option(
      "--prefer", "predicate", repeats: true,
      "a rule; of several the first that a playable variant keeps counts"),
    .option("--variant", "n|uri", "the variant itself, played or not"),
    .option(
      "--channels", "comparison", "channels, as '>=6'; of one language's sound as '>=6:fr'"),
    .option("--sample-rate", "comparison", "a sample rate in hertz, as '>=48000' or '>=48000:fr'"),
    .flag("--hdr", "PQ or HLG"),
    .option("--max-bitrate", "rate", "a peak of at most so many bits a second, as 5M"),
    .option(
      "--minimum-bitrate", "rate",
      "the old option: the lowest variant of at least this peak, else the highest"),
    .option("--aux", "predicate", repeats: true, "a rule for auxiliary content"),
    .flag("--no-aux", "no auxiliary content"),
    .option("--audio", "language", repeats: true, "sound to store, as a BCP 47 tag"),
    .option("--subtitles", "language", repeats: true, "subtitles to store"),
    .option("--config", "file", "rules in JSON: primary, auxiliary, optimizes…"),
    .flag("--strict", "compare 'PQ' as a text, as AVFoundation does"),
  ]

  let preferences: [String]
  let variant: String?
  let conditions: [(flag: String, condition: RuleCondition)]
  let minimumBitRate: Double?
  let auxiliary: [String]
  let hasNoAuxiliary: Bool
  let audio: [String]
  let subtitles: [String]
  let file: String?
  let isStrict: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    preferences = arguments.all("--prefer")
    variant = arguments.value("--variant")
    auxiliary = arguments.all("--aux")
    hasNoAuxiliary = arguments.has("--no-aux")
    audio = arguments.all("--audio")
    subtitles = arguments.all("--subtitles")
    file = arguments.value("--config")
    isStrict = arguments.has("--strict")
    minimumBitRate = try arguments.value(
      "--minimum-bitrate", expecting: "a bit rate such as 265000 or 5M", Quantity.bitRate)
    var conditions: [(flag: String, condition: RuleCondition)] = []
    let comparison = "a comparison such as '>=6' or '>=6:fr'"
    if let channels = try arguments.value(
      "--channels", expecting: comparison, { RuleCondition($0, .channelCount) })
    {
      conditions.append(("--channels", channels))
    }
    if let rate = try arguments.value(
      "--sample-rate", expecting: comparison, { RuleCondition($0, .audioSampleRate) })
    {
      conditions.append(("--sample-rate", rate))
    }
    if arguments.has("--hdr") { conditions.append(("--hdr", .hdr)) }
    if let rate = try arguments.value(
      "--max-bitrate", expecting: "a bit rate such as 5M", Quantity.bitRate)
    {
      conditions.append(("--max-bitrate", .maximumBitRate(rate)))
    }
    self.conditions = conditions
    try checkCombination()
  }

  private func checkCombination() throws(UsageError) {
    let hasRules = !preferences.isEmpty || !conditions.isEmpty || variant != nil
    if minimumBitRate != nil, hasRules {
      throw UsageError("'--minimum-bitrate' is a rule by itself and goes with no other rules")
    }
    if hasNoAuxiliary, !auxiliary.isEmpty {
      throw UsageError("'--aux' and '--no-aux' exclude each other")
    }
    let hasMore = hasRules || minimumBitRate != nil || !audio.isEmpty || !subtitles.isEmpty
    if file != nil, hasMore || hasNoAuxiliary || !auxiliary.isEmpty {
      throw UsageError("'--config' has all rules: it goes with no other rules")
    }
  }
}

extension SelectOptions {
  /// What the options come to for an asset, with what was noticed on the way.
  struct Rules {
    var configuration = DownloadConfiguration()
    var automaticSelection = AutomaticSelection.standard
    var notes: [String] = []
    /// The primary rules as conditions that all hold, for those that were given as such.
    var conditions: [[RuleCondition]] = []
  }

  /// Reads the rules for an asset.
  func rules(for asset: Asset) throws -> Rules {
    if let file { return try rules(in: file, for: asset) }
    var rules = Rules()
    if let minimumBitRate {
      var legacy = LegacyDownloadOptions()
      legacy.minimumRequiredMediaBitrate = minimumBitRate
      rules.configuration = legacy.configuration
      rules.automaticSelection = legacy.automaticSelection
    } else {
      try addPreferences(to: &rules, for: asset)
    }
    rules.configuration.primary.mediaSelections = try asset.mediaSelections(
      audio: audio, subtitles: subtitles)
    if hasNoAuxiliary { rules.configuration.auxiliary = [] }
    if !auxiliary.isEmpty {
      rules.configuration.auxiliary = try auxiliary.map { text in
        let rule = try RuleText(text, option: "--aux", isStrict: isStrict)
        rules.notes += rule.notes
        return ContentConfiguration(variantQualifiers: [VariantQualifier(rule.tree)])
      }
    }
    return rules
  }

  private func addPreferences(to rules: inout Rules, for asset: Asset) throws {
    if let variant {
      rules.configuration.primary.variantQualifiers.append(
        VariantQualifier(variant: try self.variant(variant, of: asset)))
    }
    for (flag, condition) in conditions {
      rules.notes.append("\(flag): stands for \(try condition.tree(for: asset))")
    }
    let shared = conditions.map(\.condition)
    for text in preferences {
      let rule = try RuleText(text, option: "--prefer", isStrict: isStrict)
      rules.notes += rule.notes
      rules.conditions.append([.predicate(rule.tree)] + shared)
    }
    if preferences.isEmpty, !shared.isEmpty { rules.conditions.append(shared) }
    rules.configuration.primary.variantQualifiers += try rules.conditions.map { conditions in
      VariantQualifier(.all(of: try conditions.map { try $0.tree(for: asset) }))
    }
  }

  private func variant(_ text: String, of asset: Asset) throws -> AssetVariant {
    if let number = Int(text), asset.variants.indices.contains(number - 1) {
      return asset.variants[number - 1]
    }
    if let variant = asset.variants.first(where: { $0.uri == text || $0.stream.uri == text }) {
      return variant
    }
    throw MasterError(
      description: "--variant: expected a number from 1 to \(asset.variants.count) or a URI of the "
        + "playlist, found '\(text)'", hint: "'rung variants' lists them")
  }

  private func rules(in file: String, for asset: Asset) throws -> Rules {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw MasterError(
        description: "\(file): expected a file that can be read, found none", hint: nil)
    }
    let read: DownloadRules
    do {
      read = try JSONDecoder().decode(DownloadRules.self, from: data)
    } catch {
      throw MasterError(
        description: "\(file): expected rules in JSON: \(JSONErrorText(error).text)",
        hint: #"for example {"primary": {"variantQualifiers": ["peakBitRate < 5000000"]}}"#)
    }
    var rules = Rules()
    rules.configuration = try read.configuration(for: asset) { text in
      let rule = try RuleText(text, option: file, isStrict: isStrict)
      rules.notes += rule.notes
      return rule.tree
    }
    rules.conditions = rules.configuration.primary.variantQualifiers.compactMap { qualifier in
      qualifier.predicate.map { [.predicate($0)] }
    }
    return rules
  }
}
