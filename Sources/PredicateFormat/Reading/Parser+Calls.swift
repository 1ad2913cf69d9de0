// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension Parser {
  mutating func nameOrCall(_ name: String) throws(PredicateFormatError) -> Node {
    let from = start
    try advance()
    guard token == .symbol(.openParenthesis) else {
      guard !name.contains(":") else {
        throw unexpected("'(' after the function '\(name.abridged)'")
      }
      return Node(content: .expression(.keyPath(of: nil, [.name(name)])), depth: 1, start: from)
    }
    guard let function = PredicateFunction(selector: name) else {
      let names = PredicateFunction.allCases.map(\.rawValue)
      throw lexer.error(
        .unknownFunction, at: from, "unknown function '\(name.abridged)'",
        remedy: NearestName(to: name, among: names).name.map { "did you mean '\($0)'?" })
    }
    try advance()
    var (trees, depth) = try list(until: .closeParenthesis)
    if function.takesList, trees.count != 1 {
      trees = [.aggregate(trees)]
      depth += 1
    }
    guard trees.count == function.arity else {
      throw lexer.error(
        .unknownFunction, at: from,
        "expected \(PredicateFormatError.count(function.arity, "argument")) for '\(function.rawValue)', "
          + "found \(trees.count)")
    }
    return try node(.expression(.function(function, trees)), around: depth, from: from)
  }

  /// A keyword, an opening parenthesis, the content, and what closes it.
  mutating func call(
    _ content: (inout Parser) throws(PredicateFormatError) -> (ExpressionTree, Int)
  ) throws(PredicateFormatError) -> Node {
    let from = start
    let keyword = token
    try advance()
    guard try take(.openParenthesis) else {
      throw lexer.error(
        .unexpectedToken, at: from, "expected '(' after the reserved word \(keyword)",
        remedy: "write '#' before it for a key of that name")
    }
    let (tree, depth) = try nested(content)
    try expect(.closeParenthesis)
    return try node(.expression(tree), around: depth, from: from)
  }

  private mutating func operand() throws(PredicateFormatError) -> (ExpressionTree, Int) {
    let node = try binary()
    return (try node.expression(self), node.depth)
  }

  /// `receiver, 'selector:', argument…`
  mutating func message() throws(PredicateFormatError) -> (ExpressionTree, Int) {
    var (receiver, depth) = try operand()
    try expect(.comma)
    let selectorStart = start
    guard case (.constant(.string(let selector)), _) = try operand() else {
      throw lexer.error(
        .unexpectedToken, at: selectorStart, "expected a selector as a string constant")
    }
    var arguments: [ExpressionTree] = []
    while try take(.comma) {
      let (argument, argumentDepth) = try operand()
      arguments.append(argument)
      depth = max(depth, argumentDepth)
    }
    if let method = PredicateMethod(rawValue: selector), method.arity == arguments.count {
      return (.message(receiver, method, arguments), depth)
    }
    // FUNCTION(a, 'multiply:by:', b) is the built-in function, the receiver its first argument.
    if let function = PredicateFunction(selector: selector), function.arity == arguments.count + 1 {
      return (.function(function, [receiver] + arguments), depth)
    }
    throw lexer.error(
      .unsupported, at: selectorStart,
      "expected a supported method, found '\(selector.abridged)' with "
        + PredicateFormatError.count(arguments.count, "argument"),
      remedy: "supported are "
        + PredicateMethod.allCases.map(\.rawValue).joined(separator: ", "))
  }

  /// `predicate, a, b`
  mutating func ternary() throws(PredicateFormatError) -> (ExpressionTree, Int) {
    let condition = try or()
    let predicate = try condition.predicate(self)
    try expect(.comma)
    let (first, firstDepth) = try operand()
    try expect(.comma)
    let (second, secondDepth) = try operand()
    return (
      .ternary(predicate, first, second), max(condition.depth, max(firstDepth, secondDepth))
    )
  }

  /// `collection, $variable, predicate`
  mutating func subquery() throws(PredicateFormatError) -> (ExpressionTree, Int) {
    let (collection, collectionDepth) = try operand()
    try expect(.comma)
    guard case .variable(let variable) = token else { throw unexpected("a variable such as '$x'") }
    try advance()
    try expect(.comma)
    let condition = try or()
    return (
      .subquery(collection, variable: variable, try condition.predicate(self)),
      max(collectionDepth, condition.depth)
    )
  }

  /// `value, 'type'`
  mutating func cast() throws(PredicateFormatError) -> (ExpressionTree, Int) {
    let (value, depth) = try operand()
    try expect(.comma)
    let typeStart = start
    guard case (.constant(.string(let name)), _) = try operand() else {
      throw lexer.error(
        .unexpectedToken, at: typeStart, "expected a type's name as a string constant")
    }
    guard let type = CastType(rawValue: name) else {
      throw lexer.error(
        .unsupported, at: typeStart,
        "expected a type that values convert to, found '\(name.abridged)'",
        remedy: "supported are " + CastType.allCases.map(\.rawValue).joined(separator: ", "))
    }
    // A date's own notation is a constant: CAST(631152000.0, "NSDate").
    if type == .date, case .constant(let constant) = value, let seconds = constant.numeric {
      return (.constant(.date(seconds.double)), depth)
    }
    return (.function(.cast, [value, .constant(.string(name))]), depth)
  }
}

/// The types that `CAST` converts to, by their Foundation names.
enum CastType: String, CaseIterable {
  case date = "NSDate"
  case number = "NSNumber"
  case decimal = "NSDecimalNumber"
  case string = "NSString"
}
