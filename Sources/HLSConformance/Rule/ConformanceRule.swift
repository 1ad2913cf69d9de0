// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// One rule that a stream can break.
public struct ConformanceRule: Sendable, Identifiable {
  /// What must have been read for a rule to be checked.
  public enum Need: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// Playlists, and the sizes of segments where they are known.
    case playlists
    /// Initialisation sections and segments as well.
    case media
    /// Several loads of a live playlist.
    case reloads

    /// Whether a need is met earlier.
    public static func < (a: Need, b: Need) -> Bool {
      (allCases.firstIndex(of: a) ?? 0) < (allCases.firstIndex(of: b) ?? 0)
    }
  }

  /// A stable name, such as `apple-9.14`.
  public let id: String
  /// How binding the rule is.
  public let requirement: Requirement
  /// One line that states the rule.
  public let title: String
  /// Who the rule comes from.
  public let source: RuleSource
  /// The clause of the source, such as `4.4.3.1`; empty for Rung's own rules.
  public let clause: String
  /// What must have been read.
  public let need: Need
  /// Why the rule exists and what breaking it leads to, or an empty text.
  public let rationale: String

  private let check: @Sendable (Presentation) -> [Finding]

  /// The findings of the rule on a stream, in the order of the stream.
  public func findings(in presentation: Presentation) -> [Finding] { check(presentation) }

  /// Where the rule is from, in words.
  public var reference: String { clause.isEmpty ? source.title : "\(source.title) \(clause)" }

  /// Creates a rule that is checked on each item of a stream by itself.
  ///
  /// The name is the source and its clause, and what tells rules of one clause apart:
  /// `apple-9.14`, `rfc-4.4.3.8-part-hold-back`. Rung's own rules have no clause: `rung-only-gaps`.
  ///
  /// What has to be known of the whole stream is found once, before the items are looked at: a
  /// stream may have thousands of each, and looking through all of them for each takes minutes.
  init<Item: PlacedItem, Facts>(
    _ name: String, _ requirement: Requirement, _ title: String, needs need: Need = .playlists,
    why rationale: String = "", each items: @escaping @Sendable (Presentation) -> [Item],
    knowing facts: @escaping @Sendable (Presentation) -> Facts,
    faults: @escaping @Sendable (Item, Facts) -> [Fault]
  ) {
    id = name
    self.requirement = requirement
    self.title = title
    self.need = need
    self.rationale = rationale
    (source, clause) = Self.origin(of: name)
    check = { presentation in
      let items = items(presentation)
      guard !items.isEmpty else { return [] }
      let facts = facts(presentation)
      return items.flatMap { item in
        faults(item, facts).map {
          Finding(rule: name, requirement: requirement, place: $0.place ?? item.place, fault: $0)
        }
      }
    }
  }

  /// Creates a rule that finds at most one fault of each item, with what is known of the stream.
  init<Item: PlacedItem, Facts>(
    _ name: String, _ requirement: Requirement, _ title: String, needs need: Need = .playlists,
    why rationale: String = "", each items: @escaping @Sendable (Presentation) -> [Item],
    knowing facts: @escaping @Sendable (Presentation) -> Facts,
    fault: @escaping @Sendable (Item, Facts) -> Fault?
  ) {
    self.init(
      name, requirement, title, needs: need, why: rationale, each: items, knowing: facts
    ) {
      fault($0, $1).map { [$0] } ?? []
    }
  }

  /// Creates a rule that is checked on each item of a stream by itself.
  init<Item: PlacedItem>(
    _ name: String, _ requirement: Requirement, _ title: String, needs need: Need = .playlists,
    why rationale: String = "", each items: @escaping @Sendable (Presentation) -> [Item],
    faults: @escaping @Sendable (Item, Presentation) -> [Fault]
  ) {
    self.init(
      name, requirement, title, needs: need, why: rationale, each: items, knowing: { $0 },
      faults: faults)
  }

  /// Creates a rule that finds at most one fault of each item.
  init<Item: PlacedItem>(
    _ name: String, _ requirement: Requirement, _ title: String, needs need: Need = .playlists,
    why rationale: String = "", each items: @escaping @Sendable (Presentation) -> [Item],
    fault: @escaping @Sendable (Item, Presentation) -> Fault?
  ) {
    self.init(
      name, requirement, title, needs: need, why: rationale, each: items, knowing: { $0 },
      fault: fault)
  }

  /// The source and the clause that a name begins with.
  private static func origin(of name: String) -> (RuleSource, String) {
    let sources = RuleSource.allCases.sorted { $0.rawValue.count > $1.rawValue.count }
    let source = sources.first { name.hasPrefix($0.rawValue + "-") } ?? .rfc
    let rest = source == .rung ? "" : name.dropFirst(source.rawValue.count + 1)
    return (source, String(rest.prefix { $0 != "-" }))
  }
}
