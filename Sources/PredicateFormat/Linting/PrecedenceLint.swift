// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Looks at a text for operators side by side whose order a reader may misjudge.
struct PrecedenceLint {
  /// The findings; so many at most, since finding a place takes as long as the text is.
  private(set) var findings: [PredicateFinding] = []

  private static let limit = 32

  /// What has been seen at one level of parentheses.
  private struct Level {
    var hasAnd = false
    var hasOr = false
    /// Whether a NOT is open whose comparison is not in parentheses.
    var hasNot = false
    var isReported = false
  }

  init(_ format: String) throws(PredicateFormatError) {
    var lexer = try Lexer(format)
    var levels = [Level()]
    var previousIsNot = false
    while findings.count < Self.limit {
      lexer.skipBlanks()
      let start = lexer.position
      let token = try lexer.next()
      if token == .end { break }
      switch token {
      case .symbol(.openParenthesis), .symbol(.openBrace), .symbol(.openBracket):
        levels.append(Level())
      case .symbol(.closeParenthesis), .symbol(.closeBrace), .symbol(.closeBracket):
        if levels.count > 1 { levels.removeLast() }
      case .symbol(.comma): levels[levels.count - 1] = Level()
      default:
        if previousIsNot { levels[levels.count - 1].hasNot = true }
        note(token, at: start, &levels[levels.count - 1], lexer)
      }
      previousIsNot = token.isNot
    }
  }

  private mutating func note(_ token: Token, at start: Int, _ level: inout Level, _ lexer: Lexer) {
    level.hasAnd = level.hasAnd || token.isAnd
    level.hasOr = level.hasOr || token.isOr
    if level.hasAnd, level.hasOr, !level.isReported {
      level.isReported = true
      findings.append(
        PredicateFinding(
          .precedence, severity: .note, "AND and OR stand side by side: AND binds tighter",
          remedy: "put the part that belongs together in parentheses",
          at: .init(offset: start, in: lexer.bytes)))
    }
    if level.hasNot, token.isAnd || token.isOr {
      level.hasNot = false
      findings.append(
        PredicateFinding(
          .precedence, severity: .note,
          "NOT reaches only as far as this \(token.isAnd ? "AND" : "OR")",
          remedy: "put what it negates in parentheses", at: .init(offset: start, in: lexer.bytes)))
    }
  }
}
