// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HLSPlaylist

/// What is stored for one content configuration, and why.
public struct ContentChoice: Sendable {
  /// How the variants were found among which automatic selection decided.
  public enum Basis: Hashable, Sendable {
    /// A rule names the variant. Nothing was evaluated.
    case explicitVariant(rule: Int)
    /// A rule, counted from 0, is kept by so many playable variants.
    case rule(Int, matches: Int)
    /// There are no rules: all playable variants.
    case noRules
    /// No rule is kept by a playable variant: all playable variants.
    case noneMatched
  }

  /// The variant.
  public let variant: AssetVariant

  /// How it came among those that would do.
  public let basis: Basis

  /// Whether only variants with a video rendition that is stored anyway were looked at, to store
  /// none twice.
  public let sharesVideo: Bool

  /// The criteria of automatic selection that told variants apart, in order.
  public let decisions: [AutomaticSelection.Decision]

  /// The options that are stored.
  public let mediaSelections: [MediaSelection]

  /// The audio renditions; empty when the sound is in the variant's own playlist.
  public let audio: [Rendition]

  /// The subtitle renditions.
  public let subtitles: [Rendition]

  /// The I-frames for trick play: of the same range, as large as the variant or next below.
  public let iFrameStream: IFrameStream?
}

extension ContentChoice {
  /// The reason for every decision, a sentence each.
  public var reasons: [String] {
    var lines: [String] = []
    switch basis {
    case .explicitVariant(let rule):
      lines.append("rule \(rule + 1) names the variant; nothing is evaluated")
    case .rule(let rule, let matches):
      lines.append(
        "rule \(rule + 1) matches \(matches) playable variant\(matches == 1 ? "" : "s")")
    case .noRules: lines.append("no rules: automatic selection over all playable variants")
    case .noneMatched:
      lines.append("no rule matches: automatic selection over all playable variants")
    }
    if sharesVideo { lines.append("its video is stored anyway") }
    lines += decisions.map { "\($0.criterion) decides: \($0.before) -> \($0.after)" }
    return lines
  }
}
