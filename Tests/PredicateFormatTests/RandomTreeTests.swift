// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import PredicateFormat
import RungTestSupport
import Testing

@Suite struct RandomTreeTests {
  static let object: PredicateValue = [
    "a": 1, "b": ["a": "Ab*", "list": [1, 2, 0.5]], "list": ["a", "é", nil, 3],
    "name": "Ab*", "like": true, "first": .date(2), "two words": [["a": 1], ["a": 2]],
  ]

  /// The answer, or the kind of error.
  private func answer(_ tree: PredicateTree) -> String {
    do throws(PredicateFormatError) {
      let variables: [String: PredicateValue] = [
        "x": [3, "Ab*"], "y": nil, "größe": 3, "a b": Self.object,
      ]
      return "\(try tree.evaluate(Self.object, variables: variables))"
    } catch {
      return "\(error.code)"
    }
  }

  @Test(.timeLimit(.minutes(15)), arguments: [1_500])
  func `a random tree reads back equal and answers the same`(_ count: Int) throws {
    let generator = SeededGenerator()
    var random = RandomTree(generator: generator)
    var answers: [String: Int] = [:]
    for _ in 0..<count {
      let tree = random.predicate(4)
      let text = tree.predicateFormat
      let again = try PredicateTree(text)
      try #require(again == tree, "\(generator): \(text)")
      try #require(again.predicateFormat == text, "\(generator)")
      let first = answer(tree)
      try #require(answer(again) == first, "\(generator): \(text)")
      answers[first, default: 0] += 1
      _ = tree.plainEnglish()
      _ = tree.outline.description
      _ = PredicateLinter().findings(in: tree)
    }
    #expect(answers["true", default: 0] > count / 40)
    #expect(answers["false", default: 0] > count / 40)
  }

  @Test(.timeLimit(.minutes(15)))
  func `an explanation answers as the evaluation does`() throws {
    let generator = SeededGenerator()
    var random = RandomTree(generator: generator)
    for _ in 0..<500 {
      let tree = random.predicate(3)
      guard let bound = try? tree.bound(to: .values, variables: ["x": 1, "y": [2]]) else {
        continue
      }
      let explanation = bound.explain(Self.object)
      switch Result(catching: { () throws(PredicateFormatError) in try bound.evaluate(Self.object) }
      ) {
      case .success(let value):
        #expect(explanation.outcome == (value ? .holds : .fails), "\(generator): \(tree)")
      case .failure(let error):
        #expect(explanation.outcome == .raises(error), "\(generator): \(tree)")
      }
      #expect(!explanation.decisive.isEmpty)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a mutated text is read or refused, and what is read reads back`() throws {
    let generator = SeededGenerator()
    var random = generator
    let seeds = EvaluationCase.all.map { Array($0.format.utf8) }
    let bytes = Array("()[]{}'\"\\%@K$#.,=<>!&|+-*/~^:0x1eE \n\u{e9}ANDORNOTINanyself".utf8)
    for _ in 0..<8_000 {
      var text = seeds[Int.random(in: seeds.indices, using: &random)]
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: 0...text.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: text.insert(bytes[Int.random(in: bytes.indices, using: &random)], at: index)
        case 1 where index < text.count: text.remove(at: index)
        default:
          let other = seeds[Int.random(in: seeds.indices, using: &random)]
          text.insert(contentsOf: other.prefix(Int.random(in: 0...8, using: &random)), at: index)
        }
      }
      let format = String(decoding: text, as: UTF8.self)
      let arguments: [PredicateValue] = ["a.b", 1, "c", [1, 2], nil, 3]
      guard let tree = try? PredicateTree(format: format, arguments: arguments) else { continue }
      let again = try PredicateTree(tree.predicateFormat)
      try #require(again == tree, "\(generator): \(format)")
      _ = try? tree.evaluate(Self.object)
    }
  }
}
