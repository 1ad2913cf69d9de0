// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import PredicateFormat
import PredicateFoundation
import Testing

@Suite struct ICUEnvironmentTests {
  static let cases: [(String, PredicateValue, Bool)] = [
    ("name CONTAINS[c] 'café'", ["name": "Café con Leche"], true),
    ("name CONTAINS[cd] 'CAFE'", ["name": "Café con Leche"], true),
    ("name CONTAINS 'CAFE'", ["name": "Café con Leche"], false),
    ("name ==[d] 'cafe'", ["name": "cafe\u{301}"], true),
    ("name ==[cd] 'STRASSE'", ["name": "straße"], true),
    ("name BEGINSWITH[cd] 'ELEVE'", ["name": "Élève"], true),
    ("name ENDSWITH[cd] 'eve'", ["name": "Élève"], true),
    ("name LIKE[cd] 'e*e'", ["name": "Élève"], true),
    ("name IN[cd] {'ELEVE'}", ["name": "Élève"], true),
    ("name <[l] 'Zebra'", ["name": "älter"], true),
    ("name < 'Zebra'", ["name": "älter"], false),
    ("'hello' MATCHES 'hel{2}o'", nil, true),
    ("'HELLO' LIKE[cd] 'hello'", nil, true),
    ("'Hello' BEGINSWITH[cd] 'he'", nil, true),
    ("'HELLO' ENDSWITH[cd] 'llo'", nil, true),
    ("'HELLO' CONTAINS[cd] 'll'", nil, true),
    ("name MATCHES 't.*t'", ["name": "tesp"], false),
    ("name MATCHES 't.*t'", ["name": "test"], true),
    ("name MATCHES 'es'", ["name": "test"], false),
    ("name MATCHES 'a|ab'", ["name": "ab"], true),
    ("name MATCHES[c] 'JOHN'", ["name": "john"], true),
    ("name MATCHES[cd] 'ELEVE'", ["name": "Élève"], true),
    ("name MATCHES '(?=.*z)[a-z]+'", ["name": "xyz"], true),
    ("name MATCHES '(?x) a b # comment'", ["name": "ab"], true),
    ("name MATCHES ''", ["name": ""], true),
    ("name MATCHES 'a'", [:], false),
    ("name MATCHES '\\\\p{Lu}.*'", ["name": "Élève"], true),
    ("ln(exp(1)) == 1", nil, true),
    ("log(1000) BETWEEN {2.999, 3.001}", nil, true),
    ("2 ** 0.5 BETWEEN {1.414, 1.415}", nil, true),
    ("now() > CAST(0, 'NSDate')", nil, true),
  ]

  @Test(arguments: cases)
  func `folds and matches as ICU does`(
    _ format: String, _ object: PredicateValue, _ expected: Bool
  ) throws {
    let environment = ICUEnvironment(locale: "de_DE")
    #expect(try PredicateTree(format).evaluate(object, environment: environment) == expected)
  }

  @Test(
    .timeLimit(.minutes(15)),
    arguments: [
      "(a+)+$", "(a*)*b", "(a|a)*b", "(a|aa)+$", "(.*)*b", "(x+x+)+y|(a+)+$",
      "^(([a-z])+.)+[A-Z]([a-z])+$",
      "(a?){64}a{64}b",
    ])
  func `a hostile pattern ends`(_ pattern: String) throws {
    let tree = try PredicateTree("SELF MATCHES %@", pattern)
    for length in [40, 20_000] {
      let text = PredicateValue.string(String(repeating: "a", count: length) + "!")
      let error = #expect(throws: PredicateFormatError.self) {
        guard try !tree.evaluate(text, environment: ICUEnvironment(matchLimit: 100)) else { return }
        throw PredicateFormatError(.stepLimit, "no match")
      }
      #expect(error?.code == .stepLimit)
    }
  }

  @Test(.timeLimit(.minutes(15)), arguments: [2_000, 1_000_000])
  func `giving up is never taken for no match`(_ limit: Int) throws {
    let tree = try PredicateTree("SELF MATCHES %@", "(a?){9000}a{9000}")
    #expect(throws: PredicateFormatError(.stepLimit, "")) {
      try tree.evaluate(
        .string(String(repeating: "a", count: 9_000)),
        environment: ICUEnvironment(matchLimit: limit))
    }
  }

  @Test(
    .timeLimit(.minutes(15)),
    arguments: [
      "(", "a)(b", "[", "a{2,1}", "*", "(?<n>", "\\", "a{99999999999}",
      String(repeating: "(", count: 100_000), String(repeating: "[", count: 100_000),
    ])
  func `what is no expression is an error when it is bound`(_ pattern: String) throws {
    let tree = try PredicateTree("SELF MATCHES %@", pattern)
    let error = #expect(throws: PredicateFormatError.self) {
      try tree.bound(to: .values, environment: ICUEnvironment())
    }
    #expect(error?.code == .malformedPattern)
    let late = try PredicateTree("'x' MATCHES pattern")
    #expect(throws: PredicateFormatError(.malformedPattern, "")) {
      try late.evaluate(["pattern": .string(pattern)], environment: ICUEnvironment())
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a pattern that would grow without bound ends`() throws {
    let pattern = "((((a{1,100}){1,100}){1,100}){1,100}){1,100}"
    let tree = try PredicateTree("SELF MATCHES %@", pattern)
    _ = try? tree.evaluate(
      .string(String(repeating: "a", count: 1_000) + "b"),
      environment: ICUEnvironment(matchLimit: 500))
  }
}
