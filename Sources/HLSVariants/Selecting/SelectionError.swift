// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Why nothing of an asset can be chosen.
public struct SelectionError: Error, Sendable {
  /// What kind of error it is.
  public let code: Code

  /// What was expected and what was found.
  public let reason: String

  /// What to do about it, where that is known.
  public let remedy: String?

  init(_ code: Code, _ reason: String, remedy: String? = nil) {
    self.code = code
    self.reason = reason
    self.remedy = remedy
  }
}

extension SelectionError {
  /// The kinds of error.
  public struct Code: Hashable, Sendable {
    private enum Kind { case noVariants, nothingPlayable, nothingFits, unknownOption, unreadable }

    private let kind: Kind

    /// The playlist has no variants.
    public static let noVariants = Code(kind: .noVariants)
    /// The device plays none of the variants.
    public static let nothingPlayable = Code(kind: .nothingPlayable)
    /// No choice fits a budget.
    public static let nothingFits = Code(kind: .nothingFits)
    /// The asset has no option that was asked for.
    public static let unknownOption = Code(kind: .unknownOption)
    /// A configuration or profile in JSON is not one.
    public static let unreadable = Code(kind: .unreadable)
  }
}

extension SelectionError: Hashable, CustomStringConvertible {
  /// Whether the codes are the same.
  public static func == (a: SelectionError, b: SelectionError) -> Bool { a.code == b.code }

  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  /// The reason.
  public var description: String { reason }
}
