// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import PredicateFormat
import PredicateFoundation
import RungTestSupport
import Testing

/// A row of the corpus: what a public test suite expects of a format string.
struct CorpusRow: Sendable, CustomTestStringConvertible {
  let line: Int
  let format: String
  let arguments: String
  let object: String
  let expected: String

  var testDescription: String { "line \(line): \(format)" }

  static let all: [CorpusRow] = {
    guard let url = try? Corpus.url("predicates.tsv"),
      let text = try? String(contentsOf: url, encoding: .utf8)
    else { return [] }
    return text.split(separator: "\n").enumerated().dropFirst().map { index, line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return CorpusRow(
        line: index + 1, format: fields[0], arguments: fields[1], object: fields[2],
        expected: fields[3])
    }
  }()

  /// The object that the suites of GNUstep and Cappuccino use throughout.
  private static let records = LooseReader.value(
    "{title:'Title', Record1:{Name:'John',Age:34,Children:['Kid1','Kid2']}, "
      + "Record2:{Name:'Mary',Age:30,Children:['Kid1','Girl1']}}")

  /// The arguments, or strings in their place where the row only names variables of its test.
  var values: [PredicateValue] {
    let known: [String: [PredicateValue]] = [
      "[AVVideoRange.pq]": ["AVVideoRangePQ"], "[kAudioFormatAppleLossless]": [1_634_492_771],
      "[\"counter\", 7]": ["counter", 7], "prefix, suffix": ["prefix", "suffix"],
      "attributeName, attributeValue": ["firstName", "Adam"],
      "formatString": [
        .string(expected.contains("prefix?suffix") ? "prefix?suffix" : "prefix*suffix")
      ],
      "@(boolValue)": [.boolean(expected.contains("== 1"))],
      "@[ @0, @3 ]": [[0, 3]],
    ]
    return known[arguments] ?? LooseReader.list(arguments) ?? Array(repeating: "name", count: 8)
  }

  /// The object and variables, where the row gives them as values.
  var evaluated: (object: PredicateValue, variables: [String: PredicateValue])? {
    if object.hasPrefix("dict {title") {
      // Cappuccino's arithmetic is over 2, and some rows bind variables that the row does not name.
      guard !format.contains("SELF"), !format.contains("$"), let records = Self.records else {
        return nil
      }
      return (format.hasPrefix("a ") ? ["a": ["a"]] : records, [:])
    }
    let parts = object.components(separatedBy: " substitutionVariables:")
    guard let object = LooseReader.value(parts[0].isEmpty ? "nil" : parts[0]) else { return nil }
    guard parts.count == 2 else { return (object, [:]) }
    guard case .dictionary(let variables)? = LooseReader.value(parts[1]) else { return nil }
    return (object, variables)
  }
}

@Suite(.enabled(if: Corpus.isPresent)) struct CorpusTests {
  private static let environment = ICUEnvironment()

  /// Rows whose origin does not have the last word, with what decides instead.
  private static let departures: [String: String] = [
    "a = 1": "GNUstep prints '='; Foundation prints '=='",
    "0 || 1": "an expression is no predicate: Foundation raises an exception",
    "TRUE": "an expression is no predicate: Foundation raises an exception",
    "~(1) == 0": "the origin itself marks '~' as unsupported; all bits are turned over",
    "~(0) == 1": "the origin itself marks '~' as unsupported; all bits are turned over",
    "%K like %@+$b+$c": "'$single' as a key: GNUstep prints text that reads back as a variable",
    "name == alias": "parses only: the row's objects are not given as values",
  ]

  @Test(arguments: CorpusRow.all)
  func `reads every row, and prints it so that it reads back`(_ row: CorpusRow) throws {
    if row.expected.hasPrefix("raises") || row.expected.hasPrefix("malformed")
      || Self.departures[row.format]?.contains("raises") == true
    {
      #expect(throws: PredicateFormatError.self) {
        try PredicateTree(format: row.format, arguments: row.values)
      }
      return
    }
    // Swift's interpolation has been carried out before Foundation sees the text.
    let format = row.format.replacingOccurrences(of: "\\(preferredPeakBitRate)", with: "1e+16")
    let tree = try PredicateTree(format: format, arguments: row.values)
    #expect(try PredicateTree(tree.predicateFormat) == tree)
    #expect(!tree.plainEnglish().isEmpty)
    if let printed = row.expected.components(separatedBy: "predicateFormat => ").dropFirst().first,
      Self.departures[row.format] == nil, !printed.hasPrefix("\"a\" == 1")
    {
      #expect(tree.predicateFormat == printed.components(separatedBy: " ; ")[0])
    }
  }

  @Test(arguments: CorpusRow.all)
  func `answers as the row says where it gives values`(_ row: CorpusRow) throws {
    guard Self.departures[row.format] == nil, let given = row.evaluated else { return }
    let words = row.expected.components(separatedBy: " ; ")
    let array = row.expected.components(separatedBy: "filtered array == ").dropFirst().first
    let count = row.expected.components(separatedBy: "matches ").dropFirst().first
    guard words.contains("true") || words.contains("false") || array != nil || count != nil else {
      return
    }
    let tree = try PredicateTree(format: row.format, arguments: row.values)
    let bound = try tree.bound(
      to: .values, variables: given.variables, environment: Self.environment)
    guard case .list(let elements) = given.object, array != nil || count != nil else {
      #expect(try bound.evaluate(given.object) == words.contains("true"))
      return
    }
    let matches = try elements.filter { try bound.evaluate($0) }
    if let array { #expect(.list(matches) == LooseReader.value(array)) }
    if let count { #expect("\(matches.count) objects" == count) }
  }

  @Test func `most rows are evaluated`() {
    #expect(CorpusRow.all.count == 219)
    #expect(CorpusRow.all.count { $0.evaluated != nil } > 100)
  }
}
