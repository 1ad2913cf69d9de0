// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import PredicateFormat
import Testing

@Suite struct ErrorTests {
  static let cases: [(String, String)] = [
    ("", "column 1: expected an expression, found the end"),
    (
      "? = 'ABC'",
      "column 1: expected an expression or operator, found '?' (use '%@' with an argument, or '$name')"
    ),
    (
      "SELF like 'a' ? 'b'",
      "column 15: expected an expression or operator, found '?' (use '%@' with an argument, or '$name')"
    ),
    ("\"1\"", "column 4: expected a comparison operator after the expression, found the end"),
    ("0 || 1", "column 3: expected a comparison operator after the expression, found '||'"),
    ("TRUE", "column 5: expected a comparison operator after the expression, found the end"),
    ("a ==", "column 5: expected an expression, found the end"),
    ("a == 1 AND", "column 11: expected an expression, found the end"),
    ("a == 1 b == 2", "column 8: expected an operator, AND, OR or the end, found 'b'"),
    ("(a == 1", "column 8: expected ')' to close the '(' at column 1, found the end"),
    ("a == 1)", "column 7: expected an operator, AND, OR or the end, found ')'"),
    (
      "a NOT IN {1}",
      "column 3: expected a comparison operator after the expression, found 'NOT' (write 'NOT' before the whole comparison: NOT a IN b)"
    ),
    (
      "1 < a < 5",
      "column 7: expected AND, OR or the end, found '<' (comparisons do not chain: join two with AND, or use BETWEEN)"
    ),
    (
      "a IS NULL",
      "column 3: expected a comparison operator after the expression, found 'IS' (compare with nil: == nil)"
    ),
    (
      "a := 5",
      "column 3: expected a comparison operator after the expression, found ':=' (compare with '==')"
    ),
    (
      "first == 1",
      "column 1: expected an expression, found the reserved word 'FIRST' (write '#first' for a key of that name)"
    ),
    (
      "a.first == 1",
      "column 3: expected a key after '.', found the reserved word 'FIRST' (write '#first' for a key of that name)"
    ),
    ("a == 'abc", "column 6: expected ''' to close the string, found the end"),
    (
      "a == '\\u12'",
      "column 7: expected an escape such as \\n, \\041, \\x21 or \\u0021 that means a character"
    ),
    (
      "a == '\\ud800'",
      "column 7: expected an escape such as \\n, \\041, \\x21 or \\u0021 that means a character"
    ),
    ("a == 0x", "column 6: expected a digit of base 16 after '0x'"),
    (
      "%k like %@",
      "column 1: expected a conversion such as %@, %K, %d or %f after '%', found 'k' (write '%K')"
    ),
    (
      "a == %@",
      "column 6: expected an argument for '%@', found none (give one argument for each conversion)"
    ),
    ("ANY a", "column 6: expected a comparison operator, found the end"),
    (
      "a == ANY b",
      "column 6: expected an expression, found 'ANY' ('ANY' stands before the whole comparison)"
    ),
    ("a ==[x] 1", "column 6: expected the options c, d, n or l, found 'x'"),
    (
      "(a == 1) + 2 == 3",
      "column 2: expected an expression, found a predicate (predicates are joined with AND, OR and NOT)"
    ),
    ("foo(1) == 1", "column 1: unknown function 'foo'"),
    ("summ(a) == 1", "column 1: unknown function 'summ' (did you mean 'sum:'?)"),
    ("add:to:(1) == 1", "column 1: expected 2 arguments for 'add:to:', found 1"),
    ("a.@cout == 1", "column 3: unknown collection operator '@cout' (did you mean '@count'?)"),
    (
      "a == “x”",
      "column 6: expected an expression or operator, found '“' (use straight quotation marks)"
    ),
    ("a ≤ 5", "column 3: expected an expression or operator, found '≤' (write '<=')"),
    ("FETCH(a, b) == 1", "column 1: 'FETCH' cannot be written in a format string"),
    ("a\n== \n(1", "line 3, column 3: expected ')' to close the '(' at column 1, found the end"),
    (
      "a STARTSWITH 'b'",
      "column 3: expected a comparison operator after the expression, found 'STARTSWITH' (write 'BEGINSWITH')"
    ),
    (
      "a === 1",
      "column 5: expected an expression, found '=' (the operators are ==, !=, <, <=, > and >=)"
    ),
    (
      "a IN (1, 2)",
      "column 8: expected an operator or ')', found ',' (a list stands in braces: {1, 2})"
    ),
    ("a[ANYKEY] == 1", "column 3: '[ANYKEY]' is not supported"),
    (
      "cast == 1",
      "column 1: expected '(' after the reserved word 'CAST' (write '#' before it for a key of that name)"
    ),
    (
      "CAST(a, 'NSColor') == 1",
      "column 9: expected a type that values convert to, found 'NSColor' (supported are NSDate, NSNumber, NSDecimalNumber, NSString)"
    ),
  ]

  @Test(arguments: cases)
  func `says where, what was expected, what was found and what to do`(
    _ format: String, _ message: String
  ) {
    let error = #expect(throws: PredicateFormatError.self) { try PredicateTree(format) }
    #expect(error?.description == message)
  }

  @Test func `a method of the reader's own is not supported`() {
    let error = #expect(throws: PredicateFormatError.self) {
      try PredicateTree("FUNCTION(a, \"pow:\", 3) == 8")
    }
    #expect(error?.code == .unsupported)
    #expect(error?.reason == "expected a supported method, found 'pow:' with 1 argument")
  }

  @Test func `shows a caret under the place`() {
    let error = #expect(throws: PredicateFormatError.self) {
      try PredicateTree("peakBitRate << 5000000")
    }
    #expect(
      error?.diagnostic == """
        column 23: expected a comparison operator after the expression, found the end
        peakBitRate << 5000000
                              ^
        """)
  }

  @Test func `cuts a long line around the caret`() throws {
    let text = String(repeating: "a == 1 AND ", count: 100) + "b ==== 2"
    let error = #expect(throws: PredicateFormatError.self) { try PredicateTree(text) }
    let lines = try #require(error?.location?.caret.split(separator: "\n"))
    #expect(lines[0].count <= 80)
    #expect(lines[1].count <= 81)
    #expect(error?.location?.column == 1105)
  }

  @Test(arguments: [
    String(repeating: "(", count: 1_000_000),
    String(repeating: "(", count: 500_000) + "1 == 1" + String(repeating: ")", count: 500_000),
    String(repeating: "NOT ", count: 200_000) + "1 == 1",
    String(repeating: "!", count: 1_000_000) + "(1 == 1)",
    String(repeating: "-", count: 1_000_000) + "1 == 1",
    String(repeating: "~", count: 1_000_000) + "1 == 1",
    String(repeating: "{", count: 1_000_000),
    String(repeating: "a[", count: 400_000),
    "a" + String(repeating: "[0]", count: 300_000) + " == 1",
    "1" + String(repeating: "+1", count: 400_000) + " == 1",
    "1" + String(repeating: "**1", count: 300_000) + " == 1",
    String(repeating: "sum(", count: 200_000),
    String(repeating: "TERNARY(", count: 100_000),
    String(repeating: "SUBQUERY(a, $x, ", count: 60_000),
    String(repeating: "FUNCTION(", count: 100_000),
    String(repeating: "CAST(", count: 200_000),
  ])
  func `nesting without end is an error`(_ format: String) {
    let error = #expect(throws: PredicateFormatError.self) { try PredicateTree(format) }
    #expect(error?.code == .tooDeep)
  }

  @Test func `a text without end is an error`() {
    let format = String(repeating: " ", count: PredicateTree.maximumLength + 1)
    let error = #expect(throws: PredicateFormatError.self) { try PredicateTree(format) }
    #expect(error?.code == .tooLong)
  }

  @Test(.timeLimit(.minutes(15))) func `a long chain is no nesting`() throws {
    let parts = (0..<20_000).map { "a == \($0)" }
    let tree = try PredicateTree(parts.joined(separator: " OR "))
    #expect(try tree.evaluate(["a": 19_999]))
    #expect(try PredicateTree(tree.predicateFormat) == tree)
  }

  @Test(.timeLimit(.minutes(15))) func `a hostile LIKE pattern ends`() throws {
    let tree = try PredicateTree("SELF LIKE %@", String(repeating: "a*", count: 5_000) + "b")
    let text = String(repeating: "a", count: 200_000)
    #expect((try? tree.evaluate(.string(text))) != true)
  }

  @Test(.timeLimit(.minutes(15))) func `subqueries within each other end`() throws {
    var text = "TRUEPREDICATE"
    for depth in 0..<40 { text = "SUBQUERY(list, $x\(depth), \(text)).@count > 0" }
    let object: PredicateValue = ["list": [1, 2, 3]]
    #expect(throws: PredicateFormatError(.stepLimit, "")) {
      try PredicateTree(text).evaluate(object)
    }
  }

  @Test(.timeLimit(.minutes(15))) func `a long text is linted in good time`() throws {
    let long = (0..<8_000).map { "a != \($0)" }.joined(separator: " AND ")
    let members = (0..<8_000).map(String.init).joined(separator: ", ")
    let linter = PredicateLinter(schema: ExplanationTests.schema)
    #expect(try linter.findings(inFormat: long + " AND a IN {\(members)}").count > 1)
    let levels = String(repeating: "(a == 1 AND b == 2 OR c == 3) OR ", count: 5_000) + "d == 4"
    #expect(try linter.findings(inFormat: levels).count > 1)
  }

  @Test(
    .timeLimit(.minutes(15)),
    arguments: [
      "a == b", "a != b", "a < b", "a <[c] b", "a ==[c] b", "a CONTAINS b", "a BEGINSWITH[c] b",
      "a ENDSWITH[c] b", "a LIKE b", "a LIKE '*x'", "a IN {'x', 'y'}", "{a} UNION {b} == {}",
      "a BETWEEN {b, b}", "max({a, b}) == 1", "mode({a, b}) == 1",
    ])
  func `a letter with very many accents takes no longer than others`(_ format: String) throws {
    let tree = try PredicateTree(format)
    let object: PredicateValue = [
      "a": .string("e" + String(repeating: "\u{301}\u{316}", count: 50_000)),
      "b": .string("e" + String(repeating: "\u{316}\u{301}", count: 50_000)),
    ]
    _ = try tree.evaluate(object)
  }

  @Test func `a name without end is an error`() {
    for name in [
      String(repeating: "a", count: 5_000), "e" + String(repeating: "\u{301}", count: 9_000),
    ] {
      let error = #expect(throws: PredicateFormatError.self) { try PredicateTree("\(name) == 1") }
      #expect(error?.code == .tooLong)
      #expect(throws: PredicateFormatError.self) { try PredicateTree("%K == 1", name) }
    }
  }

  @Test func `values without a notation cannot be arguments`() {
    for value: PredicateValue in [["a": 1], [["a": 1]], .number(.nan), [.number(.nan)]] {
      let error = #expect(throws: PredicateFormatError.self) {
        try PredicateTree(format: "a == %@", arguments: [value])
      }
      #expect(error?.code == .malformedArgument)
    }
  }
}
