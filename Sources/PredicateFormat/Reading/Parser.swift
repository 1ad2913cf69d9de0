// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Reads tokens into a tree by recursive descent, one function a production.
///
/// A parenthesis may hold a predicate or an expression, and only its content tells. So every
/// production gives a ``Node`` that is either, and operators ask for the kind that they need:
/// nothing is read twice, and time grows with the length of the text alone.
struct Parser {
  var lexer: Lexer
  /// The token to look at next, and where it starts.
  var token = Token.end
  var start = 0
  /// Where the last token that was taken ends.
  var previousEnd = 0
  var arguments: ArraySlice<PredicateValue>
  let argumentCount: Int
  /// How many parentheses, calls and signs are open.
  var nesting = 0

  init(_ text: String, arguments: [PredicateValue]) throws(PredicateFormatError) {
    lexer = try Lexer(text)
    self.arguments = arguments[...]
    argumentCount = arguments.count
    try advance()
  }

  /// Reads the whole text as a predicate.
  mutating func predicate() throws(PredicateFormatError) -> PredicateTree {
    let tree = try or().predicate(self)
    try expectEnd()
    return tree
  }

  /// Reads the whole text as an expression.
  mutating func expression() throws(PredicateFormatError) -> ExpressionTree {
    let tree = try or().expression(self)
    try expectEnd()
    return tree
  }

  private func expectEnd() throws(PredicateFormatError) {
    guard token != .end else { return }
    if token.comparison != nil {
      throw error(
        .unexpectedToken, "expected AND, OR or the end, found \(token)",
        remedy: "comparisons do not chain: join two with AND, or use BETWEEN")
    }
    throw unexpected("an operator, AND, OR or the end")
  }
}

/// What a production gives: a predicate or an expression, and how deep it is.
struct Node {
  enum Content {
    case predicate(PredicateTree)
    case expression(ExpressionTree)
  }

  var content: Content
  var depth: Int
  /// Where its text starts.
  var start: Int

  /// The node's predicate; an error where it is an expression.
  func predicate(_ parser: Parser) throws(PredicateFormatError) -> PredicateTree {
    if case .predicate(let tree) = content { return tree }
    throw parser.lexer.error(
      .notAPredicate, at: parser.start,
      "expected a comparison operator after the expression, found \(parser.token)",
      remedy: parser.remedyForOperator)
  }

  /// The node's expression; an error where it is a predicate.
  func expression(_ parser: Parser) throws(PredicateFormatError) -> ExpressionTree {
    if case .expression(let tree) = content { return tree }
    throw parser.lexer.error(
      .notAnExpression, at: start, "expected an expression, found a predicate",
      remedy: "predicates are joined with AND, OR and NOT")
  }
}

// MARK: - Predicates

extension Parser {
  /// `and (OR and)*`
  mutating func or() throws(PredicateFormatError) -> Node {
    let first = try and()
    guard token.isOr else { return first }
    let parts = try chain(first, while: \.isOr) { parser throws(PredicateFormatError) in
      try parser.and()
    }
    return try node(.predicate(.or(parts.trees)), around: parts.depth, from: first.start)
  }

  /// `not (AND not)*`
  private mutating func and() throws(PredicateFormatError) -> Node {
    let first = try not()
    guard token.isAnd else { return first }
    let parts = try chain(first, while: \.isAnd) { parser throws(PredicateFormatError) in
      try parser.not()
    }
    return try node(.predicate(.and(parts.trees)), around: parts.depth, from: first.start)
  }

  /// A chain of one operator is one compound, however long.
  private mutating func chain(
    _ first: Node, while isJoined: (Token) -> Bool,
    _ part: (inout Parser) throws(PredicateFormatError) -> Node
  ) throws(PredicateFormatError) -> (trees: [PredicateTree], depth: Int) {
    var trees = [try first.predicate(self)]
    var depth = first.depth
    while isJoined(token) {
      try advance()
      let next = try part(&self)
      trees.append(try next.predicate(self))
      depth = max(depth, next.depth)
    }
    return (trees, depth)
  }

  /// `NOT* comparison`: NOT applies to the next comparison or parenthesis only.
  private mutating func not() throws(PredicateFormatError) -> Node {
    guard token.isNot else { return try comparison() }
    let from = start
    try advance()
    let inner = try nested { parser throws(PredicateFormatError) in try parser.not() }
    return try node(.predicate(.not(try inner.predicate(self))), around: inner.depth, from: from)
  }

  /// `[ANY|SOME|ALL|NONE] expression operator[options] expression`
  private mutating func comparison() throws(PredicateFormatError) -> Node {
    let from = start
    let quantifier = token.quantifier
    if quantifier != nil { try advance() }
    let left = try binary()
    guard let operation = token.comparison else {
      guard quantifier == nil else { throw unexpected("a comparison operator") }
      return left
    }
    let leftTree = try left.expression(self)
    try advance()
    let options = try options()
    if token.quantifier != nil {
      throw error(
        .unexpectedToken, "expected an expression, found \(token)",
        remedy: "\(token) stands before the whole comparison")
    }
    let right = try binary()
    let comparison = Comparison(
      leftTree, operation, try right.expression(self), options: options, quantifier: quantifier)
    return try node(
      .predicate(.comparison(comparison)), around: max(left.depth, right.depth), from: from)
  }

  /// `[cdnl]`
  private mutating func options() throws(PredicateFormatError) -> StringOptions {
    guard try take(.openBracket) else { return [] }
    guard case .name(let letters) = token else { throw unexpected("the options c, d, n or l") }
    var options: StringOptions = []
    for letter in letters.lowercased() {
      guard let option = StringOptions.letters.first(where: { $0.letter == letter }) else {
        throw unexpected("the options c, d, n or l")
      }
      options.insert(option.option)
    }
    try advance()
    try expect(.closeBracket)
    return options
  }
}
