// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// How binding a rule is.
public enum Requirement: String, Hashable, Sendable, Codable, CaseIterable {
  /// Players may fail on a stream that breaks the rule.
  case must
  /// The stream plays, and is not what it could be.
  case should

  /// The word that reports print.
  public var title: String { self == .must ? "Must" : "Should" }
}
