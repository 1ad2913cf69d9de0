// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension Parser {
  /// A literal, variable, argument, key, call, list or parenthesis.
  mutating func atom() throws(PredicateFormatError) -> Node {
    let from = start
    switch token {
    case .integer(let magnitude):
      let value = Int64(exactly: magnitude).map(PredicateValue.integer)
      return try constant(value ?? .number(Double(magnitude)))
    case .number(let value): return try constant(.number(value))
    case .string(let text): return try constant(.string(text))
    case .variable(let name): return try leaf(.variable(name))
    case .name(let name): return try nameOrCall(name)
    case .collectionOperator(let name):
      return try leaf(.keyPath(of: nil, [try collectionOperator(name)]))
    case .argument(UInt8(ascii: "K")):
      let keys = try keyPathArgument()
      return Node(content: .expression(.keyPath(of: nil, keys)), depth: 1, start: from)
    case .argument: return try constant(try literalArgument())
    case .symbol(.openParenthesis):
      try advance()
      let inner = try nested { parser throws(PredicateFormatError) in try parser.or() }
      guard try take(.closeParenthesis) else { throw unclosed(from) }
      return inner
    case .symbol(.openBrace): return try aggregate()
    case .keyword(let keyword): return try self.keyword(keyword)
    default:
      throw error(
        .unexpectedToken, "expected an expression, found \(token)",
        remedy: token.comparison == nil ? nil : "the operators are ==, !=, <, <=, > and >=")
    }
  }

  private func unclosed(_ opening: Int) -> PredicateFormatError {
    if token == .symbol(.comma) {
      return error(
        .unexpectedToken, "expected an operator or ')', found \(token)",
        remedy: "a list stands in braces: {1, 2}")
    }
    guard token == .end else { return unexpected("an operator or ')'") }
    let place = PredicateFormatError.Location(offset: opening, in: lexer.bytes)
    return unexpected("')' to close the '(' at column \(place.column)")
  }

  private mutating func leaf(_ tree: ExpressionTree) throws(PredicateFormatError) -> Node {
    let from = start
    try advance()
    return Node(content: .expression(tree), depth: 1, start: from)
  }

  private mutating func constant(_ value: PredicateValue) throws(PredicateFormatError) -> Node {
    try leaf(.constant(value))
  }

  /// An argument that stands for a value: one that can be written as text again.
  private mutating func literalArgument() throws(PredicateFormatError) -> PredicateValue {
    let value = try argument()
    guard value.isLiteral else {
      throw error(
        .malformedArgument,
        "expected a value that can be written for \(token), found "
          + (value.numeric == nil ? value.kind : "NaN"),
        remedy: "pass nil, Booleans, numbers, strings, dates and lists of them")
    }
    return value
  }

  private mutating func keyword(_ keyword: Keyword) throws(PredicateFormatError) -> Node {
    switch keyword {
    case .null, .nil: return try constant(.null)
    case .true, .yes: return try constant(.boolean(true))
    case .false, .no: return try constant(.boolean(false))
    case .evaluatedObject: return try leaf(.evaluatedObject)
    case .truepredicate, .falsepredicate:
      let node = Node(
        content: .predicate(.constant(keyword == .truepredicate)), depth: 1, start: start)
      try advance()
      return node
    case .function: return try call { parser throws(PredicateFormatError) in try parser.message() }
    case .ternary: return try call { parser throws(PredicateFormatError) in try parser.ternary() }
    case .subquery:
      return try call { parser throws(PredicateFormatError) in try parser.subquery() }
    case .cast: return try call { parser throws(PredicateFormatError) in try parser.cast() }
    case .fetch, .blockpredicate:
      throw error(.unsupported, "\(token) cannot be written in a format string")
    case .and, .or, .in, .like, .matches, .contains, .beginswith, .endswith, .between, .not, .any,
      .all, .some, .none, .caseinsensitive, .ci, .first, .last, .size, .anykey, .union, .intersect,
      .minus:
      throw error(
        .unexpectedToken, "expected an expression, found the reserved word \(token)",
        remedy: "write '#\(keyword.rawValue)' for a key of that name")
    }
  }

  /// `{a, b}`
  private mutating func aggregate() throws(PredicateFormatError) -> Node {
    let from = start
    try advance()
    let elements = try list(until: .closeBrace)
    return try node(.expression(.aggregate(elements.trees)), around: elements.depth, from: from)
  }

  /// Expressions with commas between them, and the symbol that ends them.
  mutating func list(
    until end: Symbol
  ) throws(PredicateFormatError) -> (trees: [ExpressionTree], depth: Int) {
    var trees: [ExpressionTree] = []
    var depth = 0
    if try take(end) { return (trees, depth) }
    repeat {
      let element = try nested { parser throws(PredicateFormatError) in
        try parser.binary()
      }
      trees.append(try element.expression(self))
      depth = max(depth, element.depth)
    } while try take(.comma)
    guard try take(end) else { throw unexpected("',' or '\(end.rawValue)'") }
    return (trees, depth)
  }
}

extension PredicateValue {
  /// Whether the value can be written in a format string.
  var isLiteral: Bool {
    switch self {
    case .null, .boolean, .integer, .string: true
    case .number(let value): !value.isNaN
    case .date(let seconds): !seconds.isNaN
    case .list(let elements): elements.allSatisfy(\.isLiteral)
    case .dictionary, .object: false
    }
  }
}
