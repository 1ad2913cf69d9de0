// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSVariants
internal import PredicateFormat

/// A predicate of the command line, linted, with what was noticed about it.
struct RuleText {
  let tree: PredicateTree

  /// Findings and notes, a line each.
  let notes: [String]

  /// Reads a predicate over variants.
  ///
  /// - Parameters:
  ///   - text: The predicate.
  ///   - option: Where it was given, for messages.
  ///   - isStrict: Whether 'PQ' stays a text instead of being read as the constant.
  /// - Throws: ``RuleTextError`` for a text that is no predicate, and for one that would raise.
  init(_ text: String, option: String, isStrict: Bool) throws {
    do throws(PredicateFormatError) {
      let literal = try PredicateTree(format: text)
      var names: Set<String> = []
      tree = isStrict ? literal : literal.readingRangeNames(&names)
      let linter = PredicateLinter(schema: VariantKeys.schema)
      var findings = try linter.findings(inFormat: text)
      if !names.isEmpty { findings.removeAll { $0.code == .literalConstant } }
      if let fatal = findings.first(where: { $0.severity == .error }) {
        throw PredicateFormatError(
          .unsupported, at: fatal.location, fatal.message, remedy: fatal.remedy)
      }
      notes =
        findings.map { "\(option): \($0)" }
        + names.sorted().map {
          "\(option): note: '\($0)' is read as AVVideoRange\($0); --strict compares the text, as "
            + "AVFoundation does"
        }
    } catch {
      throw RuleTextError(option: option, error: error)
    }
  }
}

/// A predicate of the command line that cannot be used.
struct RuleTextError: RemediableError, CustomStringConvertible {
  let option: String
  let error: PredicateFormatError

  var description: String {
    let caret = error.location.map { "\n" + $0.caret } ?? ""
    return "\(option): \(error.summary)\(caret)"
  }

  var hint: String? { error.remedy }
}

extension PredicateTree {
  /// The predicate with the short names of ranges, where they stand against the range's key, as the
  /// constants; `names` gets those that were replaced.
  func readingRangeNames(_ names: inout Set<String>) -> PredicateTree {
    switch self {
    case .constant, .leaf: return self
    case .not(let part): return .not(part.readingRangeNames(&names))
    case .and(let parts): return .and(parts.map { $0.readingRangeNames(&names) })
    case .or(let parts): return .or(parts.map { $0.readingRangeNames(&names) })
    case .comparison(var comparison):
      if comparison.left.plainKeyPath == Self.rangeKey {
        comparison.right = comparison.right.readingRangeNames(&names)
      }
      if comparison.right.plainKeyPath == Self.rangeKey {
        comparison.left = comparison.left.readingRangeNames(&names)
      }
      return .comparison(comparison)
    }
  }

  private static let rangeKey = "videoAttributes.videoRange"
}

extension ExpressionTree {
  fileprivate func readingRangeNames(_ names: inout Set<String>) -> ExpressionTree {
    switch self {
    case .constant(let value): return .constant(value.readingRangeNames(&names))
    case .aggregate(let parts): return .aggregate(parts.map { $0.readingRangeNames(&names) })
    default: return self
    }
  }
}

extension PredicateValue {
  fileprivate func readingRangeNames(_ names: inout Set<String>) -> PredicateValue {
    switch self {
    case .string(let name) where ["SDR", "HLG", "PQ"].contains(name):
      names.insert(name)
      return .string("AVVideoRange" + name)
    case .list(let values): return .list(values.map { $0.readingRangeNames(&names) })
    default: return self
    }
  }
}
