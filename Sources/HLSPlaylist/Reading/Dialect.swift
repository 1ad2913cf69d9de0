// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Which broken rules a reader goes past with a warning.
///
/// There is one set of rules. A dialect decides what follows when one is broken: everything that
/// the draft says MUST is an error in ``strict``; ``lenient`` takes what players take, as long as
/// the meaning is clear.
public struct Dialect: Hashable, Sendable {
  /// The rules whose breaking is a warning instead of an error.
  public var tolerated: Set<PlaylistError.Code>

  /// Creates a dialect.
  public init(tolerating tolerated: Set<PlaylistError.Code>) { self.tolerated = tolerated }

  /// The draft to the letter: for one's own output, and for validation.
  public static let strict = Dialect(tolerating: [])

  /// What players accept: for playlists of others.
  public static let lenient = Dialect(
    tolerating: Set(PlaylistError.Code.all.filter(\.rule.isTolerable)))

  /// What breaking a rule leads to.
  public func severity(of code: PlaylistError.Code) -> Severity {
    code.rule.severity == .error && tolerated.contains(code) ? .warning : code.rule.severity
  }
}
