// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
internal import HLSVariants
internal import PredicateFormat

/// The predicates that some variant of a ladder must keep.
struct Requirements: Sendable {
  private let rules: [(text: String, requirement: VariantRequirement)]

  /// Findings and notes about the predicates, a line each.
  let notes: [String]

  /// Reads predicates of the command line.
  init(_ texts: [String]) throws {
    let read = try texts.map { text in
      (text: text, rule: try RuleText(text, option: "--require", isStrict: false))
    }
    notes = read.flatMap(\.rule.notes)
    rules = try read.map { ($0.text, try VariantRequirement($0.rule.tree)) }
  }

  /// Throws a ``RequirementError`` for the first predicate that no variant of a master keeps.
  ///
  /// - Parameters:
  ///   - master: The master, planned or finished.
  ///   - what: What the error calls it.
  /// - Throws: ``RequirementError``.
  func check(_ master: MultivariantPlaylist, _ what: String) throws {
    let asset = Asset(master)
    for (text, requirement) in rules {
      guard case .unmet(let nearest, let reasons) = requirement.check(asset) else { continue }
      let folder = nearest?.stream.uri.split(separator: "/").first.map(String.init)
      throw RequirementError(what: what, predicate: text, nearest: folder, reasons: reasons)
    }
  }
}

/// A ladder without a variant that a predicate asks for.
struct RequirementError: RemediableError, CustomStringConvertible {
  let what: String
  let predicate: String
  let nearest: String?
  let reasons: [String]

  var description: String {
    let found =
      nearest.map { "the nearest, \($0), fails: \(reasons.joined(separator: "; "))" }
      ?? "there is none at all"
    return "--require: expected a variant in \(what) with '\(predicate)'; \(found)"
  }

  var hint: String? { "'--plan' shows the ladder, '--ladder FILE' takes another" }
}
