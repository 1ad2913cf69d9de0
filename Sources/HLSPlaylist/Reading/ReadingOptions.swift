// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// How a playlist is read.
public struct ReadingOptions: Hashable, Sendable {
  /// Which broken rules are errors.
  public var dialect: Dialect

  /// What is taken at most.
  public var limits = ReadingLimits()

  /// The playlist's own URI, after redirects: the source of `QUERYPARAM` variables.
  public var uri: String?

  /// The variables of the multivariant playlist that led here, for `IMPORT`; `nil` when none did.
  public var importedVariables: [String: String]?

  /// Creates options.
  public init(
    dialect: Dialect, uri: String? = nil, importedVariables: [String: String]? = nil
  ) {
    self.dialect = dialect
    self.uri = uri
    self.importedVariables = importedVariables
  }

  /// The draft to the letter.
  public static let strict = ReadingOptions(dialect: .strict)

  /// What players accept.
  public static let lenient = ReadingOptions(dialect: .lenient)
}
