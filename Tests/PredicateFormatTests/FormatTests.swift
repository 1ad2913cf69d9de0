// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import PredicateFormat
import Testing

@Suite struct FormatTests {
  /// A text and its canonical form. Those with a quotation are from suites run on Foundation.
  static let printed: [(String, [PredicateValue], String)] = [
    ("a > 1", [], "a > 1"),
    ("a >= 1", [], "a >= 1"),
    ("a => 1", [], "a >= 1"),
    ("a =< 1", [], "a <= 1"),
    ("a = 1", [], "a == 1"),
    ("a <> 1", [], "a != 1"),
    ("%@ like %@", ["firstName", "Adam"], "\"firstName\" LIKE \"Adam\""),
    ("\"%K\" like \"%@\"", [], "\"%K\" LIKE \"%@\""),
    ("SELF like[c] 'prefix*suffix'", [], "SELF LIKE[c] \"prefix*suffix\""),
    ("SELF like[c] %@*%@", ["prefix", "suffix"], "SELF LIKE[c] \"prefix\" * \"suffix\""),
    ("isMale == %@", [true], "isMale == 1"),
    ("isMale == NO", [], "isMale == 0"),
    ("isMale == no", [], "isMale == 0"),
    ("isMale == true", [], "isMale == 1"),
    ("a.firstName == 'Lee'", [], "a.firstName == \"Lee\""),
    ("a.firstName.length == 3", [], "a.firstName.length == 3"),
    ("FUNCTION('a', 'uppercase') == 'A'", [], "FUNCTION(\"a\", \"uppercase\") == \"A\""),
    ("a[FIRST] == 1", [], "a[FIRST] == 1"),
    ("a[last] == 3", [], "a[LAST] == 3"),
    ("$a == 1", [], "$a == 1"),
    (
      "%K like %@+$b+$c", ["$single", "b\""],
      "\\u0024single LIKE (\"b\\\"\" + $b) + $c"
    ),
    (
      "available = true or value >= 1 and value <= 10.5", [],
      "available == 1 OR (value >= 1 AND value <= 10.5)"
    ),
    (
      "not available = true or value >= 1 and value <= 10.5", [],
      "NOT available == 1 OR (value >= 1 AND value <= 10.5)"
    ),
    ("a==1&&b==2&&c==3", [], "a == 1 AND b == 2 AND c == 3"),
    ("(a==1 AND b==2) AND c==3", [], "(a == 1 AND b == 2) AND c == 3"),
    ("NOT (a==1 OR b==2)", [], "NOT (a == 1 OR b == 2)"),
    ("NOT NOT a==1", [], "NOT NOT a == 1"),
    ("(available = 1)", [], "available == 1"),
    ("value = null", [], "value == nil"),
    ("value = nil", [], "value == nil"),
    ("value = true", [], "value == 1"),
    ("0x0 = 0X398235fcAb", [], "0 == 246997712043"),
    ("(key & 1) > 0", [], "key & 1 > 0"),
    ("a.@max.SELF = 1", [], "a.@max.self == 1"),
    ("%K = 1", ["a.SELF"], "a.#SELF == 1"),
    ("%K = 1", ["self.a"], "#self.a == 1"),
    ("SOME a == 1", [], "ANY a == 1"),
    ("NONE a IN[dc] {'x'}", [], "NONE a IN[cd] {\"x\"}"),
    ("a BETWEEN %@", [[1, 2]], "a BETWEEN {1, 2}"),
    ("a IN {}", [], "a IN {}"),
    ("2 + 3 * 4 = a", [], "2 + (3 * 4) == a"),
    ("(2 + 3) * 4 = a", [], "(2 + 3) * 4 == a"),
    ("-a = -1", [], "0 - a == -1"),
    ("~a = 1", [], "~a == 1"),
    ("5 / 2.0 = a", [], "5 / 2.0 == a"),
    ("sum(a) = 1", [], "sum:(a) == 1"),
    ("multiply:by:(5, 3) = 15", [], "5 * 3 == 15"),
    ("#like like 'like'", [], "#like LIKE \"like\""),
    ("%K = 1", ["like.a b.@count"], "#like.a\\u0020b.@count == 1"),
    ("'a\\nb\\u0001\u{1F600}' = a", [], "\"a\\nb\\u0001\u{1F600}\" == a"),
    ("TERNARY(a = 1, 2, 3) = 2", [], "TERNARY(a == 1, 2, 3) == 2"),
    (
      "subquery(a, $x, $x.b = 1 and $x.c = 2).@count > 0", [],
      "SUBQUERY(a, $x, $x.b == 1 AND $x.c == 2).@count > 0"
    ),
    ("CAST(1, 'NSDate') < d", [], "CAST(1.0, \"NSDate\") < d"),
    ("%@ < d", [.date(631_152_000)], "CAST(631152000.0, \"NSDate\") < d"),
    (
      "FUNCTION(a, 'substringFromIndex:', 2) = b", [],
      "FUNCTION(a, \"substringFromIndex:\" , 2) == b"
    ),
    ("a UNION {'b'} = {'a','b'}", [], "a UNION {\"b\"} == {\"a\", \"b\"}"),
    ("peakBitRate <= 1e+16", [], "peakBitRate <= 1e+16"),
    ("a = 1e999", [], "a == 1e999"),
    ("a = -9223372036854775808", [], "a == -9223372036854775808"),
    ("a = 18446744073709551616", [], "a == 1.8446744073709552e+19"),
    ("(1).@count = a", [], "(1).@count == a"),
    ("(a + b)[0] = 1", [], "(a + b)[0] == 1"),
    ("$a.$b = 1", [], "$a.$b == 1"),
    ("now() > d", [], "now() > d"),
    ("TRUEPREDICATE and falsepredicate", [], "TRUEPREDICATE AND FALSEPREDICATE"),
  ]

  @Test(arguments: printed)
  func `prints the canonical form, which reads back equal`(
    _ format: String, _ arguments: [PredicateValue], _ expected: String
  ) throws {
    let tree = try PredicateTree(format: format, arguments: arguments)
    #expect(tree.predicateFormat == expected)
    #expect(try PredicateTree(tree.predicateFormat) == tree)
  }

  @Test(arguments: EvaluationCase.all)
  func `every evaluated predicate survives printing`(_ c: EvaluationCase) throws {
    let tree = try PredicateTree(format: c.format, arguments: c.arguments)
    let again = try PredicateTree(tree.predicateFormat)
    #expect(again == tree)
    guard !c.format.contains("random") else { return }
    let canonical = EvaluationCase(tree.predicateFormat, for: c.object, with: c.variables, c.answer)
    #expect(try canonical.evaluated() == c.answer)
  }

  @Test func `chains are one compound, parentheses another`() throws {
    let tree = try PredicateTree("a = 1 AND b = 2 AND c = 3 AND d = 4 AND e = 5")
    guard case .and(let parts) = tree else { throw tree.unexpected }
    #expect(parts.count == 5)
    let mixed = try PredicateTree("available = true or value >= 1 and value <= 10.5")
    guard case .or(let sides) = mixed, case .and(let inner) = sides[1] else {
      throw mixed.unexpected
    }
    #expect(sides.count == 2)
    #expect(inner.count == 2)
    let negated = try PredicateTree("not available = true or value >= 1 and value <= 10.5")
    guard case .or(let others) = negated, case .not(.comparison) = others[0] else {
      throw negated.unexpected
    }
  }

  @Test func `the parts of a comparison are those of the text`() throws {
    let tree = try PredicateTree("ANY a.b CONTAINS[cd] 'v'")
    guard case .comparison(let comparison) = tree else { throw tree.unexpected }
    #expect(comparison.left == .key("a.b"))
    #expect(comparison.operation == .contains)
    #expect(comparison.right == "v")
    #expect(comparison.options == [.caseInsensitive, .diacriticInsensitive])
    #expect(comparison.quantifier == .any)
  }
}

extension PredicateTree {
  /// What a test throws that met another kind of tree.
  var unexpected: PredicateFormatError { PredicateFormatError(.unreadable, "\(self)") }
}

extension EvaluationCase {
  static let all = comparisons + collections + arithmetic
}
