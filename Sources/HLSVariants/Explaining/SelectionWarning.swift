// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Something about a selection that a developer may not have meant.
public struct SelectionWarning: Hashable, Sendable {
  /// What kind of warning it is. The raw value is stable.
  public enum Code: String, CaseIterable, Sendable {
    /// No rule was kept, and automatic selection took a variant without a word.
    case nothingMatched = "nothing-matched"
    /// A rule is kept by no variant of the playlist, playable or not.
    case ruleMatchesNothing = "rule-matches-nothing"
    /// A rule is kept by variants that the device does not play, and by no others.
    case ruleMatchesUnplayable = "rule-matches-unplayable"
    /// Evaluating a rule raises an exception on Apple's systems.
    case ruleRaises = "rule-raises"
    /// Auxiliary content stores pictures of their own.
    case videoStoredTwice = "video-stored-twice"
    /// The same language is stored in several renditions.
    case audioStoredTwice = "audio-stored-twice"
    /// An option that was asked for is not offered by the variant.
    case optionMissing = "option-missing"
    /// Some variants have a score and some have none, so that none counts.
    case scoresIgnored = "scores-ignored"
    /// A variant names a group that the playlist does not define.
    case groupUndefined = "group-undefined"
    /// The chosen variant is not playable: a rule named it.
    case notPlayable = "not-playable"
    /// A media playlist has no end: AVFoundation does not store streams that are still live.
    case stillLive = "still-live"
  }

  /// What kind of warning it is.
  public let code: Code

  /// What happens, in a sentence.
  public let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension SelectionWarning: CustomStringConvertible {
  /// The sentence, with the code behind it.
  public var description: String { "\(message) [\(code.rawValue)]" }
}
