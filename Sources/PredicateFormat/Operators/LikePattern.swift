// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A pattern of `LIKE`: `?` is one character, `*` any number of them, `\` takes the next one as
/// it is. It matches whole strings.
struct LikePattern: Sendable {
  private enum Element {
    case character(Character)
    case one
    case many
  }

  /// More steps than this are an error instead of a long wait.
  private static let stepLimit = 50_000_000

  private let elements: [Element]
  private let text: TextRules

  init(_ source: String, _ text: TextRules) throws(PredicateFormatError) {
    var elements: [Element] = []
    var isEscaped = false
    for character in try text.folded(source).comparableCharacters {
      switch character {
      case "\\" where !isEscaped: isEscaped = true
      case "?" where !isEscaped: elements.append(.one)
      case "*" where !isEscaped: elements.append(.many)
      default:
        elements.append(.character(character))
        isEscaped = false
      }
    }
    self.elements = elements
    self.text = text
  }

  /// Goes forward over both; after a mismatch the last `*` takes one character more.
  func matches(_ string: String) throws(PredicateFormatError) -> Bool {
    let characters = try text.folded(string).comparableCharacters
    var index = 0
    var position = 0
    var star: (index: Int, position: Int)?
    var steps = 0
    while position < characters.count {
      steps += 1
      guard steps <= Self.stepLimit else {
        throw PredicateFormatError(
          .stepLimit, "LIKE was given up after \(Self.stepLimit) steps",
          remedy: "use a pattern with fewer '*'")
      }
      if index < elements.count, case .many = elements[index] {
        star = (index, position)
        index += 1
      } else if index < elements.count, Self.matches(elements[index], characters[position]) {
        index += 1
        position += 1
      } else if let last = star {
        star = (last.index, last.position + 1)
        index = last.index + 1
        position = last.position + 1
      } else {
        return false
      }
    }
    return elements[index...].allSatisfy { if case .many = $0 { true } else { false } }
  }

  private static func matches(_ element: Element, _ character: Character) -> Bool {
    if case .character(let expected) = element { expected == character } else { true }
  }
}
