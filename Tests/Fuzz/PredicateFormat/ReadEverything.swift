// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import PredicateFormat

/// An object with every kind of value.
private let object: PredicateValue = [
  "a": 1, "b": ["a": "Ab*", "list": [1, 2, 0.5]], "list": ["a", "é", nil, 3], "name": "Ab*",
  "like": true, "date": .date(2), "objects": [["a": 1], ["a": 2], [:]],
]

private let arguments: [PredicateValue] = ["a.b", 1, "c", [1, "é", nil], nil, -3.5, "list.@count"]

private let schema = KeySchema([
  KeyDescription("a", .integer, unit: .bitsPerSecond, absence: .negative),
  KeyDescription("name", .string, constants: ["Ab*": "Ab"]),
  KeyDescription("list", .list(.any)),
  KeyDescription("like", .boolean),
])

/// Reads bytes as a predicate and does with it all that there is to do: it must print so that it
/// reads back, and both must answer the same.
func readEverything(_ bytes: [UInt8]) {
  let format = String(decoding: bytes, as: UTF8.self)
  let tree: PredicateTree
  do throws(PredicateFormatError) {
    tree = try PredicateTree(format: format, arguments: arguments)
  } catch {
    precondition(!error.diagnostic.isEmpty)
    return
  }
  let text = tree.predicateFormat
  guard let again = try? PredicateTree(text) else {
    preconditionFailure("'\(format)' prints as '\(text)', which does not parse")
  }
  precondition(again == tree, "'\(format)' prints as '\(text)', which is another tree")
  precondition(again.predicateFormat == text, "'\(text)' does not print as itself")
  if !text.contains("random") {
    precondition(answer(again) == answer(tree), "'\(text)' answers otherwise than '\(format)'")
  }
  _ = tree.plainEnglish(schema)
  _ = tree.outline.description
  _ = PredicateLinter(schema: schema).findings(in: tree)
  _ = try? PredicateLinter().findings(inFormat: format, arguments: arguments)
}

private func answer(_ tree: PredicateTree) -> String {
  do throws(PredicateFormatError) {
    let bound = try tree.bound(to: .values, variables: ["x": [3, "Ab*"], "y": 2, "k": "name"])
    let explanation = bound.explain(object)
    let value = try bound.evaluate(object)
    let isExplained = explanation.outcome == (value ? .holds : .fails)
    precondition(isExplained || "\(tree)".contains("random"), "the explanation contradicts")
    return "\(value)"
  } catch {
    return "\(error.code)"
  }
}
