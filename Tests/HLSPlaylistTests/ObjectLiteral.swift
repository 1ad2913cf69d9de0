// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A value written as in JavaScript: what some origins keep their expectations in.
indirect enum ObjectLiteral {
  case object([String: ObjectLiteral])
  case array([ObjectLiteral])
  case text(String)
  case number(Double)
  case word(String)

  /// The value of a key.
  subscript(key: String) -> ObjectLiteral? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// The elements of an array, or none.
  var elements: [ObjectLiteral] { if case .array(let elements) = self { elements } else { [] } }

  /// The text of a value without structure: numbers as short as they go.
  var plain: String {
    switch self {
    case .text(let text), .word(let text): text
    case .number(let number): ExactDecimalText.text(number)
    case .object, .array: "structure"
    }
  }

  /// Reads what a module exports.
  init?(module source: String) {
    guard let start = source.firstIndex(of: "{") else { return nil }
    var parser = Parser(rest: source[start...])
    guard let value = parser.value() else { return nil }
    self = value
  }

  private struct Parser {
    var rest: Substring

    mutating func skipBlanks() {
      while let first = rest.first, first.isWhitespace || first == "," { rest.removeFirst() }
      if rest.hasPrefix("//") {
        rest = rest.drop { !$0.isNewline }
        skipBlanks()
      }
    }

    mutating func value() -> ObjectLiteral? {
      skipBlanks()
      switch rest.first {
      case "{": return object()
      case "[": return array()
      case "'", "\"": return .text(quoted())
      case nil: return nil
      default: break
      }
      let word = String(rest.prefix { !" ,\n\r}])(".contains($0) })
      rest = rest.dropFirst(word.count)
      if word == "new" {
        // A constructor stands for its argument.
        rest = rest.drop { $0 != "(" }.dropFirst()
        let argument = value()
        rest = rest.drop { $0 != ")" }.dropFirst()
        return argument
      }
      return Double(word).map(ObjectLiteral.number) ?? .word(word)
    }

    private mutating func quoted() -> String {
      let quote = rest.removeFirst()
      let text = String(rest.prefix { $0 != quote })
      rest = rest.dropFirst(text.count + 1)
      return text
    }

    private mutating func object() -> ObjectLiteral? {
      rest.removeFirst()
      var members: [String: ObjectLiteral] = [:]
      while true {
        skipBlanks()
        guard let first = rest.first else { return nil }
        if first == "}" { break }
        var key = String(rest.prefix { $0 != ":" && $0 != "'" && $0 != "\"" })
        if first == "'" || first == "\"" {
          key = quoted()
        } else {
          rest = rest.dropFirst(key.count)
        }
        rest = rest.drop { $0 != ":" }.dropFirst()
        members[key] = value()
      }
      rest.removeFirst()
      return .object(members)
    }

    private mutating func array() -> ObjectLiteral? {
      rest.removeFirst()
      var elements: [ObjectLiteral] = []
      while true {
        skipBlanks()
        guard let first = rest.first else { return nil }
        if first == "]" { break }
        guard let element = value() else { return nil }
        elements.append(element)
      }
      rest.removeFirst()
      return .array(elements)
    }
  }
}

/// Numbers as texts that compare.
enum ExactDecimalText {
  static func text(_ number: Double) -> String {
    number == number.rounded() ? String(Int(number)) : String(number)
  }
}
