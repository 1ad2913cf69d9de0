// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSVariants
internal import PredicateFormat

/// A condition on variants as the command line has it: a predicate, or a flag that stands for one.
enum RuleCondition: Sendable {
  /// A predicate.
  case predicate(PredicateTree)
  /// `--channels` and `--sample-rate`: a comparison, of one language's sound or of the selected one.
  case sound(SoundMeasure, ComparisonOperator, Double, language: String?)

  enum SoundMeasure: String, Sendable {
    case channelCount
    case audioSampleRate
  }

  /// The condition as a tree, for an asset whose options languages are looked up in.
  func tree(for asset: Asset) throws -> PredicateTree {
    switch self {
    case .predicate(let tree): return tree
    case .sound(let measure, let operation, let value, let language):
      let subject: AudioSubject =
        try language.map { .option(try asset.option($0, .audible)) } ?? .selectedOption
      switch measure {
      case .channelCount: return .channelCount(operation, Int(value), of: subject)
      case .audioSampleRate: return .audioSampleRate(operation, value, of: subject)
      }
    }
  }
}

extension RuleCondition {
  /// Reads `>=6` or `>=6:fr`; a number alone stands for `>=`.
  init?(_ text: String, _ measure: SoundMeasure) {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    guard let comparison = parts.first else { return nil }
    let operators: [ComparisonOperator] = [
      .lessThanOrEqual, .greaterThanOrEqual, .equal, .notEqual, .lessThan, .greaterThan,
    ]
    let operation = operators.first { comparison.hasPrefix($0.rawValue) }
    let number = comparison.dropFirst(operation?.rawValue.count ?? 0)
    guard let value = Quantity.parse(String(number), units: ["Hz"]), value < 10_000_000 else {
      return nil
    }
    self = .sound(
      measure, operation ?? .greaterThanOrEqual, value,
      language: parts.count > 1 ? parts[1] : nil)
  }

  /// `--hdr`: PQ or HLG.
  static let hdr = RuleCondition.predicate(
    .compare(
      .key("videoAttributes.videoRange"), .isIn,
      .constant(.list(["AVVideoRangePQ", "AVVideoRangeHLG"]))))

  /// `--max-bitrate`.
  static func maximumBitRate(_ rate: Double) -> RuleCondition {
    .predicate(
      .compare(
        .key("peakBitRate"), .lessThanOrEqual,
        .constant(Int64(exactly: rate).map(PredicateValue.integer) ?? .number(rate))))
  }
}
