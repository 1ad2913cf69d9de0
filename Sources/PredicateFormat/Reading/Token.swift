// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A word of the language.
enum Token: Equatable {
  case end
  /// A name; with its colons if it is a selector, as in `multiply:by:`.
  case name(String)
  case keyword(Keyword)
  case string(String)
  /// An integer before its sign, which may make it fit: `-9223372036854775808`.
  case integer(UInt64)
  case number(Double)
  /// `$name`.
  case variable(String)
  /// `@name`.
  case collectionOperator(String)
  /// `%@`, `%K`, or a number's conversion: the letter that decides.
  case argument(UInt8)
  case symbol(Symbol)
}

/// Operators and punctuation.
enum Symbol: String {
  case openParenthesis = "("
  case closeParenthesis = ")"
  case openBrace = "{"
  case closeBrace = "}"
  case openBracket = "["
  case closeBracket = "]"
  case comma = ","
  case period = "."
  case assign = ":="
  case equal = "="
  case doubleEqual = "=="
  case notEqual = "!="
  case lessGreater = "<>"
  case less = "<"
  case lessEqual = "<="
  case equalLess = "=<"
  case greater = ">"
  case greaterEqual = ">="
  case equalGreater = "=>"
  case and = "&&"
  case or = "||"
  case not = "!"
  case plus = "+"
  case minus = "-"
  case times = "*"
  case divide = "/"
  case modulus = "%%"
  case power = "**"
  case ampersand = "&"
  case bar = "|"
  case caret = "^"
  case tilde = "~"
  case leftShift = "<<"
  case rightShift = ">>"
}

/// The reserved words, without regard to case. As a key each is written with `#` before it.
enum Keyword: String, CaseIterable {
  case and, or, `in`, not, all, any, some, none, like, caseinsensitive, ci, matches, contains
  case beginswith, endswith, between, null, `nil`, `true`, yes, `false`, no
  case evaluatedObject = "self"
  case first, last, size, anykey, subquery, fetch, cast, truepredicate, falsepredicate
  case function, ternary, union, intersect, minus, blockpredicate

  private static let bySpelling = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// The longest spelling: longer names need no look-up.
  private static let longest = 15

  /// The keyword that a name spells, in any case.
  init?(_ name: String) {
    guard name.utf8.count <= Self.longest, let keyword = Self.bySpelling[name.lowercased()]
    else { return nil }
    self = keyword
  }
}

extension Token: CustomStringConvertible {
  /// The token as messages show it.
  var description: String {
    switch self {
    case .end: "the end"
    case .name(let name): "'\(name.abridged)'"
    case .keyword(let keyword): "'\(keyword.rawValue.uppercased())'"
    case .string: "a string"
    case .integer, .number: "a number"
    case .variable(let name): "'$\(name.abridged)'"
    case .collectionOperator(let name): "'@\(name.abridged)'"
    case .argument(let letter): "'%\(Unicode.Scalar(letter))'"
    case .symbol(let symbol): "'\(symbol.rawValue)'"
    }
  }
}

extension Token {
  /// The comparison that the token stands for.
  var comparison: ComparisonOperator? {
    switch self {
    case .symbol(.equal), .symbol(.doubleEqual): .equal
    case .symbol(.notEqual), .symbol(.lessGreater): .notEqual
    case .symbol(.less): .lessThan
    case .symbol(.lessEqual), .symbol(.equalLess): .lessThanOrEqual
    case .symbol(.greater): .greaterThan
    case .symbol(.greaterEqual), .symbol(.equalGreater): .greaterThanOrEqual
    case .keyword(.between): .between
    case .keyword(.in): .isIn
    case .keyword(.contains): .contains
    case .keyword(.beginswith): .beginsWith
    case .keyword(.endswith): .endsWith
    case .keyword(.like): .like
    case .keyword(.matches): .matches
    default: nil
    }
  }

  /// The function that the token stands for between two expressions.
  var infix: PredicateFunction? {
    switch self {
    case .symbol(.plus): .add
    case .symbol(.minus): .subtract
    case .symbol(.times): .multiply
    case .symbol(.divide): .divide
    case .symbol(.modulus): .modulus
    case .symbol(.power): .power
    case .symbol(.ampersand): .bitwiseAnd
    case .symbol(.bar): .bitwiseOr
    case .symbol(.caret): .bitwiseXor
    case .symbol(.leftShift): .leftShift
    case .symbol(.rightShift): .rightShift
    case .keyword(.union): .union
    case .keyword(.intersect): .intersect
    case .keyword(.minus): .minus
    default: nil
    }
  }

  /// Whether the token joins predicates with AND.
  var isAnd: Bool { self == .keyword(.and) || self == .symbol(.and) }

  /// Whether the token joins predicates with OR.
  var isOr: Bool { self == .keyword(.or) || self == .symbol(.or) }

  /// Whether the token negates a predicate.
  var isNot: Bool { self == .keyword(.not) || self == .symbol(.not) }

  /// The quantifier that the token stands for.
  var quantifier: Comparison.Quantifier? {
    switch self {
    case .keyword(.any), .keyword(.some): .any
    case .keyword(.all): .all
    case .keyword(.none): .no
    default: nil
    }
  }
}
