// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import PredicateFormat
internal import PredicateFoundation

/// `rung predicate`: a predicate explained, linted and evaluated.
struct PredicateCommand: Command {
  static let specification = CommandSpecification(
    name: "predicate", abstract: "Explain, lint and evaluate a predicate.",
    operands: [
      .init("TEXT", "a predicate as NSPredicate(format:) takes it; '-' reads it from a pipe")
    ],
    options: [
      .option("--arguments", "json", "a JSON array that fills %@, %K, %d and the others, in order"),
      .option("--variables", "json", "a JSON object with the values of $variables"),
      .option(
        "--evaluate", "json", "evaluate for any JSON value, which is SELF; prints true or false"),
    ],
    example: "rung predicate 'peakBitRate < 5000000 AND videoAttributes.videoRange == %@' "
      + "--arguments '[\"AVVideoRangePQ\"]'")

  private let text: String
  private let arguments: String?
  private let variables: String?
  private let object: String?
  private let isJSON: Bool
  private let isQuiet: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    text = arguments.operands[0]
    self.arguments = arguments.value("--arguments")
    variables = arguments.value("--variables")
    object = arguments.value("--evaluate")
    isJSON = arguments.has("--json")
    isQuiet = arguments.has("--quiet")
  }

  func run(_ console: Console) async throws -> ExitCode {
    let report = try PredicateReport(
      format: text == "-" ? Self.standardInput() : text,
      arguments: Self.value(arguments, "--arguments", "a JSON array") { value in
        if case .list(let values) = value { values } else { nil }
      } ?? [],
      variables: Self.value(variables, "--variables", "a JSON object") { value in
        if case .dictionary(let values) = value { values } else { nil }
      } ?? [:],
      object: Self.value(object, "--evaluate", "a JSON value") { $0 })
    if isJSON {
      try console.print(json: report)
    } else if isQuiet {
      if let evaluation = report.evaluation { console.print("\(evaluation)") }
    } else {
      console.print("\(report)")
    }
    return .success
  }

  private static func standardInput() -> String {
    let data = (try? FileHandle.standardInput.readToEnd()) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }

  /// The value of an option that holds JSON of one kind.
  private static func value<Value>(
    _ text: String?, _ option: String, _ expected: String, _ kind: (PredicateValue) -> Value?
  ) throws(PredicateInputError) -> Value? {
    guard let text else { return nil }
    guard let json = try? PredicateValue(json: Data(text.utf8)), let value = kind(json) else {
      throw PredicateInputError(option: option, expected: expected, found: text)
    }
    return value
  }
}

/// An option whose value is no JSON of the expected kind.
struct PredicateInputError: RemediableError, CustomStringConvertible {
  let option: String
  let expected: String
  let found: String

  var description: String { "\(option): expected \(expected), found '\(found.prefix(80))'" }

  var hint: String? { "strings need double quotes in JSON: '\"text\"'" }
}

/// An error of a predicate with its text and a caret below.
struct PredicateTextError: RemediableError, CustomStringConvertible {
  let error: PredicateFormatError

  var description: String {
    let caret = error.location.map { "\n" + $0.caret } ?? ""
    return "predicate: " + error.summary + caret
  }

  var hint: String? { error.remedy }
}
