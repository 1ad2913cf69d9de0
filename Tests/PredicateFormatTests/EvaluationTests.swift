// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import PredicateFormat
import Testing

/// A predicate, the object that it is evaluated for, and what Apple's Foundation answers.
struct EvaluationCase: Sendable, CustomTestStringConvertible {
  enum Answer: Sendable, Equatable {
    case yes, no
    case raises(PredicateFormatError.Code)
  }

  var format: String
  var arguments: [PredicateValue] = []
  var object: PredicateValue = nil
  var variables: [String: PredicateValue] = [:]
  var answer: Answer

  var testDescription: String { "\(format) for \(object)" }

  init(
    _ format: String, _ arguments: [PredicateValue], for object: PredicateValue = nil,
    with variables: [String: PredicateValue] = [:], _ answer: Answer
  ) {
    self.format = format
    self.arguments = arguments
    self.object = object
    self.variables = variables
    self.answer = answer
  }

  init(
    _ format: String, for object: PredicateValue = nil,
    with variables: [String: PredicateValue] = [:],
    _ answer: Answer
  ) {
    self.init(format, [], for: object, with: variables, answer)
  }

  /// The answer that evaluation gives.
  func evaluated(
    in environment: any PredicateEnvironment = PortableEnvironment()
  ) throws -> Answer {
    let tree = try PredicateTree(format: format, arguments: arguments)
    do throws(PredicateFormatError) {
      let value = try tree.evaluate(object, variables: variables, environment: environment)
      return value ? .yes : .no
    } catch {
      return .raises(error.code)
    }
  }
}

@Suite struct EvaluationTests {
  @Test(arguments: EvaluationCase.comparisons)
  func `compares as Foundation does`(_ c: EvaluationCase) throws {
    #expect(try c.evaluated() == c.answer)
  }

  @Test(arguments: EvaluationCase.collections)
  func `looks into collections as Foundation does`(_ c: EvaluationCase) throws {
    #expect(try c.evaluated() == c.answer)
  }

  @Test(arguments: EvaluationCase.arithmetic)
  func `computes as Foundation does`(_ c: EvaluationCase) throws {
    #expect(try c.evaluated() == c.answer)
  }
}
