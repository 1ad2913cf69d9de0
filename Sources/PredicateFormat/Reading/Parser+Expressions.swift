// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension Parser {
  /// Operators between expressions by precedence; all bind to the left. Those that wait for their
  /// right side stand on a stack of their own, not on the process's.
  mutating func binary() throws(PredicateFormatError) -> Node {
    let first = try unary()
    guard token.infix != nil else { return first }
    var operands = [first]
    var waiting: [PredicateFunction] = []
    while let function = token.infix, let infix = function.infix {
      while let last = waiting.last?.infix, last.precedence >= infix.precedence {
        try join(&operands, waiting.removeLast())
      }
      waiting.append(function)
      try advance()
      operands.append(try unary())
    }
    while let function = waiting.popLast() { try join(&operands, function) }
    return operands[0]
  }

  /// Makes one operand of the last two.
  private func join(
    _ operands: inout [Node], _ function: PredicateFunction
  ) throws(PredicateFormatError) {
    let right = operands.removeLast()
    let left = operands.removeLast()
    let tree = ExpressionTree.function(
      function, [try left.expression(self), try right.expression(self)])
    operands.append(
      try node(.expression(tree), around: max(left.depth, right.depth), from: left.start))
  }

  /// `-` or `~` before an expression. The sign of a literal belongs to it.
  private mutating func unary() throws(PredicateFormatError) -> Node {
    let from = start
    switch token {
    case .symbol(.minus):
      try advance()
      if case .integer(let magnitude) = token {
        try advance()
        let value = Int64(exactly: magnitude).map { -$0 } ?? (magnitude == 1 << 63 ? .min : nil)
        let literal = value.map(PredicateValue.integer) ?? .number(-Double(magnitude))
        return try path(on: .constant(literal), depth: 1, from: from)
      }
      if case .number(let value) = token {
        try advance()
        return try path(on: .constant(.number(-value)), depth: 1, from: from)
      }
      return try sign(from) { .function(.subtract, [.constant(.integer(0)), $0]) }
    case .symbol(.tilde):
      try advance()
      return try sign(from) { .function(.onesComplement, [$0]) }
    default:
      return try postfix()
    }
  }

  private mutating func sign(
    _ from: Int, _ wrap: (ExpressionTree) -> ExpressionTree
  ) throws(PredicateFormatError) -> Node {
    let operand = try nested { parser throws(PredicateFormatError) in try parser.unary() }
    let tree = wrap(try operand.expression(self))
    return try node(.expression(tree), around: operand.depth, from: from)
  }

  /// `atom (.key | [index])*`
  private mutating func postfix() throws(PredicateFormatError) -> Node {
    let base = try atom()
    guard token == .symbol(.period) || token == .symbol(.openBracket) else { return base }
    return try path(on: try base.expression(self), depth: base.depth, from: base.start)
  }

  private mutating func path(
    on base: ExpressionTree, depth: Int, from: Int
  ) throws(PredicateFormatError) -> Node {
    var tree = base
    var depth = depth
    while true {
      if token == .symbol(.period) {
        var keys: [KeySegment] = []
        while try take(.period) { keys += try segments() }
        if case .keyPath(let root, let segments) = tree {
          tree = .keyPath(of: root, segments + keys)
        } else {
          tree = .keyPath(of: tree, keys)
          depth += 1
        }
      } else if try take(.openBracket) {
        let (position, indexDepth) = try subscriptPosition()
        try expect(.closeBracket)
        tree = .element(of: tree, position)
        depth = max(depth, indexDepth) + 1
      } else {
        guard depth <= PredicateTree.maximumDepth else { throw tooDeep() }
        return Node(content: .expression(tree), depth: depth, start: from)
      }
      guard depth <= PredicateTree.maximumDepth else { throw tooDeep() }
    }
  }

  /// What stands between brackets.
  private mutating func subscriptPosition() throws(PredicateFormatError) -> (Subscript, Int) {
    switch token {
    case .keyword(.first):
      try advance()
      return (.first, 0)
    case .keyword(.last):
      try advance()
      return (.last, 0)
    case .keyword(.size):
      try advance()
      return (.size, 0)
    case .keyword(.anykey):
      throw error(.unsupported, "'[ANYKEY]' is not supported")
    default:
      let index = try nested { parser throws(PredicateFormatError) in
        try parser.binary()
      }
      return (.index(try index.expression(self)), index.depth)
    }
  }

  /// The keys after a full stop: one, or the path that `%K` gives.
  private mutating func segments() throws(PredicateFormatError) -> [KeySegment] {
    switch token {
    case .name(let name):
      guard !name.contains(":") else { throw unexpected("a key after '.'") }
      try advance()
      return [.name(name)]
    case .variable(let name):
      try advance()
      return [.variable(name)]
    case .collectionOperator(let name):
      let segment = try collectionOperator(name)
      try advance()
      return [segment]
    case .argument(UInt8(ascii: "K")):
      return try keyPathArgument()
    // The one reserved word that is a key of every object: a.@max.self
    case .keyword(.evaluatedObject):
      try advance()
      return [.name("self")]
    case .keyword(let keyword):
      throw error(
        .unexpectedToken, "expected a key after '.', found the reserved word \(token)",
        remedy: "write '#\(keyword.rawValue)' for a key of that name")
    default:
      throw unexpected("a key after '.'")
    }
  }

  func collectionOperator(_ name: String) throws(PredicateFormatError) -> KeySegment {
    guard let collection = CollectionOperator(rawValue: name) else {
      let names = CollectionOperator.allCases.map(\.rawValue)
      throw error(
        .unknownFunction, "unknown collection operator '@\(name.abridged)'",
        remedy: NearestName(to: name, among: names).name.map { "did you mean '@\($0)'?" }
          ?? "there are @" + names.joined(separator: ", @"))
    }
    return .collection(collection)
  }

  /// The next argument as a path of keys.
  mutating func keyPathArgument() throws(PredicateFormatError) -> [KeySegment] {
    let value = try argument()
    guard case .string(let path) = value else {
      throw error(.malformedArgument, "expected a string for '%K', found \(value.kind)")
    }
    var segments: [KeySegment] = []
    for key in path.split(separator: ".", omittingEmptySubsequences: false) {
      guard !key.isEmpty else {
        throw error(.malformedArgument, "expected a key path for '%K', found an empty key")
      }
      try lexer.checkLength(of: String(key), at: start)
      segments.append(
        key.first == "@" ? try collectionOperator(String(key.dropFirst())) : .name(String(key)))
    }
    try advance()
    return segments
  }

  /// The next argument.
  mutating func argument() throws(PredicateFormatError) -> PredicateValue {
    guard let value = arguments.popFirst() else {
      let found =
        argumentCount == 0
        ? "none" : "only " + PredicateFormatError.count(argumentCount, "argument")
      throw error(
        .missingArgument, "expected an argument for \(token), found \(found)",
        remedy: "give one argument for each conversion")
    }
    return value
  }
}
