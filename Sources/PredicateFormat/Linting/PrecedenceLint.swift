// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Looks at a text for operators side by side whose order a reader may misjudge.
struct PrecedenceLint {
  private(set) var findings: [PredicateFinding] = []

  /// What has been seen at one level of parentheses.
  private struct Level {
    var and: Int?
    var or: Int?
    /// A NOT whose comparison is not in parentheses.
    var not: Int?
    var isReported = false
  }

  init(_ format: String) throws(PredicateFormatError) {
    var lexer = try Lexer(format)
    var levels = [Level()]
    var previousIsNot = false
    while true {
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
        if previousIsNot { levels[levels.count - 1].not = start }
        note(token, at: start, &levels[levels.count - 1], lexer)
      }
      previousIsNot = token.isNot
    }
  }

  private mutating func note(_ token: Token, at start: Int, _ level: inout Level, _ lexer: Lexer) {
    if token.isAnd { level.and = level.and ?? start }
    if token.isOr { level.or = level.or ?? start }
    let place = PredicateFormatError.Location(offset: start, in: lexer.bytes)
    if let and = level.and, let or = level.or, !level.isReported, and == start || or == start {
      level.isReported = true
      findings.append(
        PredicateFinding(
          .precedence, severity: .note, "AND and OR stand side by side: AND binds tighter",
          remedy: "put the part that belongs together in parentheses", at: place))
    }
    if level.not != nil, token.isAnd || token.isOr {
      level.not = nil
      findings.append(
        PredicateFinding(
          .precedence, severity: .note,
          "NOT reaches only as far as this \(token.isAnd ? "AND" : "OR")",
          remedy: "put what it negates in parentheses", at: place))
    }
  }
}
