// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSVariants
internal import PredicateFormat

/// Conditions that all hold, as a Swift expression of type `NSPredicate`.
struct PredicateCode {
  /// The lines of the expression.
  let lines: [String]

  /// Writes an expression.
  ///
  /// - Parameters:
  ///   - conditions: The conditions.
  ///   - optionName: The constant that holds the option of a language.
  init(_ conditions: [RuleCondition], optionName: (String) -> String) {
    var trees: [PredicateTree] = []
    var sounds: [String] = []
    for condition in conditions {
      switch condition {
      case .predicate(let tree): trees.append(tree)
      case .sound(let measure, let operation, let value, let language):
        let label = measure == .channelCount ? "forChannelCount" : "forAudioSampleRate"
        let option = language.map { "mediaSelectionOption: \(optionName($0)), " } ?? ""
        sounds.append(
          "AVAssetVariantQualifier.predicate(\(label): \(Format.seconds(value)), \(option)"
            + "operatorType: .\(operation.swiftName))")
      }
    }
    let parts = (trees.isEmpty ? [] : [Self.format(.all(of: trees))]) + sounds
    guard parts.count > 1 else {
      lines = [parts.first ?? "NSPredicate(value: true)"]
      return
    }
    lines =
      ["NSCompoundPredicate(andPredicateWithSubpredicates: ["] + parts.map { "  \($0)," } + ["])"]
  }

  /// A predicate in the format language, its ranges as arguments.
  private static func format(_ tree: PredicateTree) -> String {
    var ranges: [String] = []
    let format = tree.namingRanges(&ranges).predicateFormat.replacing(marker, with: "%@")
    let text = "NSPredicate(format: \(swiftLiteral(format))"
    guard !ranges.isEmpty else { return text + ")" }
    return text + ", argumentArray: [\(ranges.joined(separator: ", "))])"
  }

  /// What stands for a conversion while a format is printed: no character of any predicate.
  fileprivate static let placeholder = "\u{FFFC}"
  private static let marker = "\"\(placeholder)\""

  /// A Swift literal of a text.
  static func swiftLiteral(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

extension PredicateTree {
  /// The predicate with placeholders for the constants of ranges, and their names in Swift.
  fileprivate func namingRanges(_ names: inout [String]) -> PredicateTree {
    switch self {
    case .constant, .leaf: return self
    case .not(let part): return .not(part.namingRanges(&names))
    case .and(let parts): return .and(parts.map { $0.namingRanges(&names) })
    case .or(let parts): return .or(parts.map { $0.namingRanges(&names) })
    case .comparison(var comparison):
      comparison.left = comparison.left.namingRanges(&names)
      comparison.right = comparison.right.namingRanges(&names)
      return .comparison(comparison)
    }
  }
}

extension ExpressionTree {
  private static let ranges = [
    "AVVideoRangeSDR": "AVVideoRange.sdr", "AVVideoRangeHLG": "AVVideoRange.hlg",
    "AVVideoRangePQ": "AVVideoRange.pq",
  ]

  fileprivate func namingRanges(_ names: inout [String]) -> ExpressionTree {
    switch self {
    case .constant(.string(let text)):
      guard let name = Self.ranges[text] else { return self }
      names.append(name)
      return .constant(.string(PredicateCode.placeholder))
    case .constant(.list(let values)):
      return .aggregate(values.map { ExpressionTree.constant($0).namingRanges(&names) })
    case .aggregate(let parts): return .aggregate(parts.map { $0.namingRanges(&names) })
    default: return self
    }
  }
}

extension ComparisonOperator {
  /// The case of `NSComparisonPredicate.Operator`.
  fileprivate var swiftName: String {
    switch self {
    case .lessThan: "lessThan"
    case .lessThanOrEqual: "lessThanOrEqualTo"
    case .greaterThan: "greaterThan"
    case .greaterThanOrEqual: "greaterThanOrEqualTo"
    case .notEqual: "notEqualTo"
    default: "equalTo"
    }
  }
}
