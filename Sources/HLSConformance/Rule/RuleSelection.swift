// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Which rules are checked: those of a profile, narrowed by names.
///
/// A name stands for itself and for all rules that begin with it: `apple-9` for `apple-9.14`,
/// `rfc-4.4.3` for every rule of media playlists.
public struct RuleSelection: Hashable, Sendable {
  /// Where the rules come from.
  public var profile: ConformanceProfile
  /// The names of the only rules to check; all where there are none.
  public var only: [String]
  /// The names of rules to leave out.
  public var skipped: [String]

  /// Creates a selection.
  public init(
    profile: ConformanceProfile = .apple, only: [String] = [], skipping skipped: [String] = []
  ) {
    self.profile = profile
    self.only = only
    self.skipped = skipped
  }

  /// The rules that can be checked on what has been read.
  public func rules(for presentation: Presentation) -> [ConformanceRule] {
    rules.filter { presentation.provides.contains($0.need) }
  }

  /// The rules, in the order of the catalogue.
  public var rules: [ConformanceRule] {
    ConformanceRule.all.filter { rule in
      profile.sources.contains(rule.source)
        && (only.isEmpty || only.contains { Self.matches(rule.id, $0) })
        && !skipped.contains { Self.matches(rule.id, $0) }
    }
  }

  /// Whether a name stands for a rule; a number is never cut in two.
  static func matches(_ id: String, _ name: String) -> Bool {
    guard id.hasPrefix(name) else { return false }
    let rest = id.dropFirst(name.count)
    return rest.first.map { $0 == "." || $0 == "-" } ?? true
  }

  /// The first name that stands for no rule.
  public var unknownName: String? {
    (only + skipped).first { name in
      !ConformanceRule.all.contains { Self.matches($0.id, name) }
    }
  }
}
