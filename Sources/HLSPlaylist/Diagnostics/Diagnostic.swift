// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What a broken rule leads to.
public enum Severity: String, Hashable, Sendable, Codable {
  /// Something that this version does not know was ignored, as the draft asks for.
  case ignored
  /// The playlist was read, but is not as it should be.
  case warning
  /// The playlist cannot be used.
  case error
}

/// Something that a reader found and went past.
public struct Diagnostic: Hashable, Sendable {
  /// What it led to: never ``Severity/error``, which is thrown.
  public let severity: Severity

  /// The rule that is broken.
  public let code: PlaylistError.Code

  /// Where in the text.
  public let position: TextPosition

  /// What was expected and what was found.
  public let reason: String
}

extension Diagnostic: CustomStringConvertible {
  /// `line:column: warning: reason`.
  public var description: String { "\(position): \(severity.rawValue): \(reason)" }
}

extension Diagnostic: Encodable {
  private enum CodingKeys: CodingKey { case severity, code, line, column, reason }

  /// Writes `severity`, `code`, `line`, `column` and `reason`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(severity, forKey: .severity)
    try container.encode(code.description, forKey: .code)
    try container.encode(position.line, forKey: .line)
    try container.encode(position.column, forKey: .column)
    try container.encode(reason, forKey: .reason)
  }
}
