// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension PlaylistError {
  /// A rule of the draft, or a limit, that a playlist can break.
  public struct Code: Hashable, Sendable {
    let rule: Rule

    init(_ rule: Rule) { self.rule = rule }
  }
}

/// The rules, each under the name that messages and JSON show.
enum Rule: String, Hashable, Sendable, CaseIterable {
  case unwritable
}

extension PlaylistError.Code: CustomStringConvertible {
  /// The stable name of the rule, such as `missing-target-duration`.
  public var description: String { rule.rawValue }

  /// A value of the model cannot be written into a playlist.
  public static let unwritable = Self(.unwritable)
}
