// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A rule that a stream breaks, and where.
public struct Finding: Hashable, Sendable, Encodable {
  /// The rule, by its name.
  public let rule: String
  /// How binding the rule is.
  public let requirement: Requirement
  /// Where the stream breaks it.
  public internal(set) var place: Place
  /// What the rule asks for.
  public let expected: String
  /// What the stream has instead.
  public let found: String
  /// How a playlist can be changed so that it keeps the rule.
  public internal(set) var fix: Fix?

  init(rule: String, requirement: Requirement, place: Place, fault: Fault) {
    self.rule = rule
    self.requirement = requirement
    self.place = place
    expected = fault.expected
    found = fault.found
    fix = fault.fix
  }

  private enum CodingKeys: CodingKey { case rule, requirement, place, expected, found, fix }

  /// Writes `rule`, `requirement`, `place`, `expected`, `found` and, where there is one, `fix`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(rule, forKey: .rule)
    try container.encode(requirement, forKey: .requirement)
    try container.encode(place, forKey: .place)
    try container.encode(expected, forKey: .expected)
    try container.encode(found, forKey: .found)
    try container.encodeIfPresent(fix?.description, forKey: .fix)
  }
}

extension Finding: CustomStringConvertible {
  /// `place: rule: expected …, found …`.
  public var description: String { "\(place): \(rule): expected \(expected), found \(found)" }
}
