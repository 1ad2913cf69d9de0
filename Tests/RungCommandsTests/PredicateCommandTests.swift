// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import RungCommands
import Testing

@Suite struct PredicateCommandTests {
  @Test func `prints the tree, the canonical form, the meaning and the findings`() async {
    let run = await CollectedConsole.run(
      "predicate",
      "peakBitRate<5000000&&videoAttributes.videoRange=%@", "--arguments", "[\"AVVideoRangePQ\"]")
    #expect(run.code == .success)
    #expect(
      run.printed.output == """
        and
        ├─ comparison <
        │  ├─ key path peakBitRate
        │  └─ constant 5000000
        └─ comparison ==
           ├─ key path videoAttributes.videoRange
           └─ constant "AVVideoRangePQ"

        canonical  peakBitRate < 5000000 AND videoAttributes.videoRange == "AVVideoRangePQ"
        meaning    peak bit rate is below 5 Mbit/s, and video range is PQ

        """)
  }

  @Test(arguments: [
    ("name == 'x' AND ANY list > 1", #"{"name":"x","list":[1,2]}"#, "true"),
    ("name == 'x' AND ALL list > 1", #"{"name":"x","list":[1,2]}"#, "false"),
    ("SELF == 42", "42", "true"),
    ("SELF == nil", "null", "true"),
    ("SELF CONTAINS[cd] 'CAFE'", "\"Café\"", "true"),
    ("-1 < SELF", "0", "true"),
    ("SELF[SIZE] == 0", "[]", "true"),
    ("a.b.@sum.c == 3", #"{"a":{"b":[{"c":1},{"c":2}]}}"#, "true"),
  ])
  func `evaluates for any JSON value, the answer as the last line`(
    _ text: String, _ object: String, _ answer: String
  ) async {
    let run = await CollectedConsole.run("predicate", text, "--evaluate", object)
    #expect(run.code == .success)
    #expect(run.printed.output.split(separator: "\n").last.map(String.init) == answer)
    let quiet = await CollectedConsole.run("predicate", text, "--evaluate", object, "--quiet")
    #expect(quiet.printed.output == answer + "\n")
  }

  @Test func `fills arguments and variables`() async {
    let run = await CollectedConsole.run(
      "predicate",
      "%K IN %@ AND n == $N", "--arguments", "[\"name\", [\"a\", \"b\"]]", "--variables",
      #"{"N": 1.5}"#, "--evaluate", #"{"name": "b", "n": 1.5}"#)
    #expect(run.printed.output.hasSuffix("\ntrue\n"))
  }

  @Test(arguments: [
    (
      ["a == 1 b == 2"],
      """
      rung: predicate: column 8: expected an operator, AND, OR or the end, found 'b'
      a == 1 b == 2
             ^

      """
    ),
    (
      ["a is null"],
      """
      rung: predicate: column 3: expected a comparison operator after the expression, found 'is'
      a is null
        ^
      hint: compare with nil: == nil

      """
    ),
    (
      ["a < 1", "--evaluate", #"{"a": "x"}"#],
      """
      rung: predicate: a string and a number have no order
      hint: compare values of one type

      """
    ),
    (
      ["a < 1", "--evaluate", "x"],
      """
      rung: --evaluate: expected a JSON value, found 'x'
      hint: strings need double quotes in JSON: '"text"'

      """
    ),
  ])
  func `an error is exit 1 and says where`(_ arguments: [String], _ message: String) async {
    let run = await CollectedConsole.run(["predicate"] + arguments)
    #expect(run.code == .failure)
    #expect(run.printed.output == "")
    #expect(run.printed.errors == message)
  }

  @Test func `prints one JSON object`() async throws {
    let run = await CollectedConsole.run(
      "predicate", "a == 1 AND b == 2", "--json", "--evaluate", #"{"a": 1, "b": 3}"#)
    #expect(run.code == .success)
    struct Report: Decodable {
      struct Node: Decodable {
        var kind: String
        var parts: [Node]
      }
      var tree: Node
      var canonical: String
      var plainEnglish: String
      var evaluation: Bool
      var explanation: [String]
    }
    let report = try JSONDecoder().decode(Report.self, from: Data(run.printed.output.utf8))
    #expect(report.tree.kind == "and")
    #expect(report.tree.parts.map(\.kind) == ["comparison", "comparison"])
    #expect(report.canonical == "a == 1 AND b == 2")
    #expect(report.plainEnglish == "a is 1, and b is 2")
    #expect(!report.evaluation)
    #expect(report.explanation == ["b is 2 (found 3)"])
  }

  @Test func `names a variant's key that is misspelt`() async {
    let run = await CollectedConsole.run("predicate", "peakbitrate < 5000000")
    #expect(run.printed.output.contains("unknown key 'peakbitrate' (did you mean 'peakBitRate'?)"))
  }
}
