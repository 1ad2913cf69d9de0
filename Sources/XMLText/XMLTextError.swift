// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Why a text is no XML document that is taken.
public struct XMLTextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, counted from 1; `nil` where none is to blame.
  public let line: Int?

  /// What was expected and what was found.
  public let reason: String

  init(line: Int? = nil, _ reason: String) {
    self.line = line
    self.reason = reason
  }

  /// `line 3: reason`.
  public var description: String { (line.map { "line \($0): " } ?? "") + reason }
}
