// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import RungCommands
import Testing

@Suite struct ParsedArgumentsTests {
  static let specification = CommandSpecification(
    name: "paint", abstract: "Paint a wall.",
    operands: [.init("WALL", "the wall", .oneOrMore)],
    options: [
      .option("--colour", short: "-c", "name", "the colour"),
      .option("--coat", "n", repeats: true, "a coat"),
      .flag("--dry", "do not paint"),
    ],
    example: "rung paint north")

  @Test(arguments: [
    (["north", "-c", "red"], ["north"], "red"),
    (["--colour=red=ish", "north"], ["north"], "red=ish"),
    (["--colour", "-1", "-", "--", "--dry"], ["-", "--dry"], "-1"),
    (["-1 < north", "-c", "red"], ["-1 < north"], "red"),
  ])
  func `splits options from operands`(
    _ line: [String], _ operands: [String], _ colour: String
  ) throws {
    let parsed = try ParsedArguments(line, for: Self.specification)
    #expect(parsed.operands == operands)
    #expect(parsed.value("--colour") == colour)
    #expect(!parsed.has("--dry"))
  }

  @Test(arguments: [
    (["x", "--colur", "red"], "unknown option '--colur' (did you mean '--colour'?)"),
    (["x", "--zebra"], "unknown option '--zebra'"),
    (["x", "--colour"], "missing value for '--colour <name>'"),
    (["x", "--dry=1"], "the flag '--dry' takes no value, found '1'"),
    (["x", "-c", "a", "-c", "b"], "'--colour <name>' is given twice"),
    ([], "missing argument 'WALL'"),
  ])
  func `says what is wrong`(_ line: [String], _ message: String) {
    #expect(throws: UsageError(message)) {
      try ParsedArguments(line, for: Self.specification)
    }
  }

  @Test func `reads integers within their range`() throws {
    let parsed = try ParsedArguments(["x", "--coat", "3"], for: Self.specification)
    #expect(try parsed.integer("--coat") == 3)
    #expect(throws: UsageError("'3' is no value for '--coat <n>': expected an integer from 4 to 5"))
    {
      try parsed.integer("--coat", in: 4...5)
    }
  }
}
