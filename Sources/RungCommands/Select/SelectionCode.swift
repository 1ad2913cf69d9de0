// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSVariants
internal import PredicateFormat

/// The Swift code for AVFoundation that does what the options of `rung select` do.
struct SelectionCode {
  private let master: String
  private let options: SelectOptions
  private let rules: SelectOptions.Rules

  /// A language whose option the code looks up.
  private struct Language: Hashable {
    let tag: String
    let kind: MediaSelectionGroup.Kind

    /// The constant that holds the option: `audioFr`, `subtitlesZhHant`.
    var name: String {
      (kind == .audible ? "audio" : "subtitles")
        + tag.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
  }

  init(_ master: String, _ options: SelectOptions, _ rules: SelectOptions.Rules) {
    self.master = master
    self.options = options
    self.rules = rules
  }

  var text: String {
    let title = PredicateCode.swiftLiteral(rules.configuration.title)
    var body = ["let asset = AVURLAsset(url: URL(string: \(PredicateCode.swiftLiteral(address)))!)"]
    body += optionLines
    body.append(
      "let configuration = AVAssetDownloadConfiguration(asset: asset, title: \(title))")
    body += primaryLines + selectionLines + auxiliaryLines
    if !rules.configuration.optimizesAuxiliaryContentConfigurations {
      body.append("configuration.optimizesAuxiliaryContentConfigurations = false")
    }
    body.append("return configuration")
    let head = "func downloadConfiguration() async throws -> AVAssetDownloadConfiguration {"
    return (["import AVFoundation", "", head] + body.map { "  " + $0 } + ["}"])
      .joined(separator: "\n")
  }

  private var address: String {
    FileAndWebReader.isWeb(master)
      ? master : "https://example.com/\(master.split(separator: "/").last ?? "")"
  }

  private var languages: [Language] {
    var found: [Language] = []
    for case .sound(_, _, _, let tag?) in rules.conditions.joined() {
      found.append(Language(tag: tag, kind: .audible))
    }
    found += options.audio.map { Language(tag: $0, kind: .audible) }
    found += options.subtitles.map { Language(tag: $0, kind: .legible) }
    var seen: Set<Language> = []
    return found.filter { seen.insert($0).inserted }
  }

  private var optionLines: [String] {
    let languages = languages
    var lines: [String] = []
    for kind in MediaSelectionGroup.Kind.allCases {
      let own = languages.filter { $0.kind == kind }
      guard !own.isEmpty else { continue }
      lines.append(
        "let \(kind.rawValue) = try await asset.loadMediaSelectionGroup(for: .\(kind.rawValue))!")
      for language in own {
        lines += [
          "let \(language.name) = AVMediaSelectionGroup.mediaSelectionOptions(",
          "  from: \(kind.rawValue).options,",
          "  filteredAndSortedAccordingToPreferredLanguages: "
            + "[\(PredicateCode.swiftLiteral(language.tag))]",
          ").first!",
        ]
      }
    }
    return lines
  }

  private var primaryLines: [String] {
    if let minimum = options.minimumBitRate { return Self.lowest(of: Format.seconds(minimum)) }
    var lines: [String] = []
    var names: [String] = []
    if let variant = rules.configuration.primary.variantQualifiers.first?.variant {
      lines.append(
        "let variant = try await asset.load(.variants)[\(variant.index)]  // \(variant)")
      names.append("AVAssetVariantQualifier(variant: variant)")
    }
    for (index, conditions) in rules.conditions.enumerated() {
      lines += predicate("rule\(index + 1)", conditions)
      names.append("AVAssetVariantQualifier(predicate: rule\(index + 1))")
    }
    guard !names.isEmpty else { return [] }
    return lines + ["configuration.primaryContentConfiguration.variantQualifiers = ["]
      + names.map { "  \($0)," } + ["]"]
  }

  /// The old option took the lowest variant that reaches a minimum; no predicate does.
  private static func lowest(of minimum: String) -> [String] {
    [
      "// The old option took the lowest variant of at least \(minimum) bit/s, else the highest;",
      "// a predicate takes the best of those, so that the variant is named.",
      "let variants = try await asset.load(.variants).sorted {",
      "  ($0.peakBitRate ?? 0) < ($1.peakBitRate ?? 0)",
      "}",
      "if let lowest = variants.first(where: { ($0.peakBitRate ?? 0) >= \(minimum) })",
      "  ?? variants.last",
      "{",
      "  configuration.primaryContentConfiguration.variantQualifiers = [",
      "    AVAssetVariantQualifier(variant: lowest)",
      "  ]",
      "}",
    ]
  }

  private var selectionLines: [String] {
    let count = max(options.audio.count, options.subtitles.count)
    guard count > 0 else { return [] }
    var lines = ["let automatic = try await asset.load(.preferredMediaSelection)"]
    for index in 0..<count {
      let name = "selection\(index + 1)"
      // Text for Apple's systems, where `mutableCopy()` gives `Any`: nothing is cast here.
      lines.append("let \(name) = automatic.mutableCopy() as! AVMutableMediaSelection")
      for (tags, kind) in [
        (options.audio, MediaSelectionGroup.Kind.audible), (options.subtitles, .legible),
      ]
      where index < tags.count {
        let option = Language(tag: tags[index], kind: kind).name
        lines.append("\(name).select(\(option), in: \(kind.rawValue))")
      }
    }
    let names = (1...count).map { "selection\($0)" }.joined(separator: ", ")
    return lines + ["configuration.primaryContentConfiguration.mediaSelections = [\(names)]"]
  }

  private var auxiliaryLines: [String] {
    let auxiliary = rules.configuration.auxiliary
    // The default is Apple's own as well, and needs no code.
    guard auxiliary.allSatisfy(\.fallsBackToAutomatic) else { return [] }
    var lines: [String] = []
    for (index, content) in auxiliary.enumerated() {
      let name = "auxiliary\(index + 1)"
      var rules: [String] = []
      for (number, tree) in content.variantQualifiers.compactMap(\.predicate).enumerated() {
        let rule = "\(name)Rule\(number + 1)"
        lines += predicate(rule, [.predicate(tree)])
        rules.append("AVAssetVariantQualifier(predicate: \(rule))")
      }
      lines.append("let \(name) = AVAssetDownloadContentConfiguration()")
      lines.append("\(name).variantQualifiers = [\(rules.joined(separator: ", "))]")
    }
    let names = auxiliary.indices.map { "auxiliary\($0 + 1)" }.joined(separator: ", ")
    return lines + ["configuration.auxiliaryContentConfigurations = [\(names)]"]
  }

  private func predicate(_ name: String, _ conditions: [RuleCondition]) -> [String] {
    var lines = PredicateCode(conditions) { Language(tag: $0, kind: .audible).name }.lines
    lines[0] = "let \(name) = \(lines[0])"
    return lines
  }
}
