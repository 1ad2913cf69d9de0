// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension Parser {
  mutating func advance() throws(PredicateFormatError) {
    previousEnd = lexer.position
    lexer.skipBlanks()
    start = lexer.position
    token = try lexer.next()
  }

  /// Takes a token if it is next.
  mutating func take(_ symbol: Symbol) throws(PredicateFormatError) -> Bool {
    guard token == .symbol(symbol) else { return false }
    try advance()
    return true
  }

  mutating func expect(_ symbol: Symbol) throws(PredicateFormatError) {
    guard try take(symbol) else { throw unexpected("'\(symbol.rawValue)'") }
  }

  func error(
    _ code: PredicateFormatError.Code, _ reason: String, remedy: String? = nil
  ) -> PredicateFormatError {
    lexer.error(code, at: start, reason, remedy: remedy)
  }

  func unexpected(_ expected: String) -> PredicateFormatError {
    error(.unexpectedToken, "expected \(expected), found \(token)", remedy: remedyForOperator)
  }

  /// What was probably meant by a token that is no operator.
  var remedyForOperator: String? {
    switch token {
    case .keyword(.not): "write 'NOT' before the whole comparison: NOT a IN b"
    case .symbol(.assign): "compare with '=='"
    case .name(let name):
      switch name.lowercased() {
      case "is": "compare with nil: == nil"
      case "eq", "equals": "write '=='"
      case "ne": "write '!='"
      case "lt": "write '<'"
      case "gt": "write '>'"
      case "le", "lte": "write '<='"
      case "ge", "gte": "write '>='"
      case "startswith", "hasprefix": "write 'BEGINSWITH'"
      case "hassuffix": "write 'ENDSWITH'"
      case "uti": "UTI-CONFORMS-TO and UTI-EQUALS are not supported"
      default: nil
      }
    default: nil
    }
  }

  /// Runs a production one level deeper.
  mutating func nested<T>(
    _ production: (inout Parser) throws(PredicateFormatError) -> T
  ) throws(PredicateFormatError) -> T {
    nesting += 1
    guard nesting <= PredicateTree.maximumDepth else { throw tooDeep() }
    let result = try production(&self)
    nesting -= 1
    return result
  }

  func tooDeep() -> PredicateFormatError {
    error(.tooDeep, "expected at most \(PredicateTree.maximumDepth) levels of nesting, found more")
  }

  /// A node around others, one level deeper than the deepest.
  func node(
    _ content: Node.Content, around depth: Int, from start: Int
  ) throws(PredicateFormatError) -> Node {
    guard depth < PredicateTree.maximumDepth else { throw tooDeep() }
    return Node(content: content, depth: depth + 1, start: start)
  }
}
