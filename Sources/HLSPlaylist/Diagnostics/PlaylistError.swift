// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Why a playlist could not be read, applied or written.
///
/// Two errors are equal when code and position are; the sentence is for people.
public struct PlaylistError: Error, Sendable {
  /// The rule that is broken.
  public let code: Code

  /// Where in the text, or `nil` when no text was read.
  public let position: TextPosition?

  /// What was expected and what was found.
  public let reason: String

  /// Creates an error.
  public init(code: Code, position: TextPosition? = nil, reason: String) {
    self.code = code
    self.position = position
    self.reason = reason
  }

  /// A value of the model that no playlist can hold.
  static func unwritable(_ reason: String) -> PlaylistError {
    PlaylistError(code: .unwritable, reason: reason)
  }
}

extension PlaylistError: Hashable, CustomStringConvertible {
  /// Whether code and position are the same.
  public static func == (a: PlaylistError, b: PlaylistError) -> Bool {
    a.code == b.code && a.position == b.position
  }

  /// Hashes code and position.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(position)
  }

  /// `line:column: error: reason`, or the reason alone where there is no position.
  public var description: String {
    position.map { "\($0): error: \(reason)" } ?? reason
  }
}

/// A place in the text of a playlist.
public struct TextPosition: Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
  /// The line, counted from 1.
  public var line: Int

  /// The column in bytes, counted from 1.
  public var column: Int

  /// Creates a position.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Whether one place comes before another.
  public static func < (a: TextPosition, b: TextPosition) -> Bool {
    (a.line, a.column) < (b.line, b.column)
  }

  /// `line:column`.
  public var description: String { "\(line):\(column)" }
}
