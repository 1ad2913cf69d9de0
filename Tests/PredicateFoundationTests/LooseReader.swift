// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import PredicateFormat

/// Reads the values of the corpus: Objective-C literals, and JavaScript's with single quotes.
struct LooseReader {
  private let characters: [Character]
  private var position = 0

  /// Reads values with commas between them, or gives `nil` for what is no such list.
  static func list(_ text: String) -> [PredicateValue]? {
    var reader = LooseReader(text)
    var values: [PredicateValue] = []
    reader.skipBlanks()
    while !reader.isAtEnd {
      guard let value = reader.value() else { return nil }
      values.append(value)
      guard reader.take(",") || reader.isAtEnd else { return nil }
    }
    return values
  }

  /// Reads one value.
  static func value(_ text: String) -> PredicateValue? {
    var reader = LooseReader(text)
    guard let value = reader.value(), reader.isAtEnd else { return nil }
    return value
  }

  private init(_ text: String) { characters = Array(text) }

  private var isAtEnd: Bool { position >= characters.count }

  private mutating func skipBlanks() {
    while !isAtEnd, characters[position].isWhitespace { position += 1 }
  }

  private mutating func take(_ text: String) -> Bool {
    skipBlanks()
    guard characters[position...].starts(with: text) else { return false }
    position += text.count
    skipBlanks()
    return true
  }

  private mutating func value() -> PredicateValue? {
    skipBlanks()
    if take("[NSNumber numberWithInt:") {
      let number = value()
      return take("]") ? number : nil
    }
    if take("[NSArray arrayWithObjects:") || take("[NSArray arrayWithObject:") {
      return elements(until: "]")
    }
    _ = take("@")
    if take("[") { return elements(until: "]") }
    if take("{") { return dictionary() }
    guard !isAtEnd else { return nil }
    if "'\"".contains(characters[position]) { return string().map(PredicateValue.string) }
    return word()
  }

  private mutating func elements(until end: String) -> PredicateValue? {
    var values: [PredicateValue] = []
    while !take(end) {
      if take("nil") {
        guard take(end) else { return nil }
        break
      }
      guard !isAtEnd, let value = value() else { return nil }
      values.append(value)
      _ = take(",")
    }
    return .list(values)
  }

  private mutating func dictionary() -> PredicateValue? {
    var values: [String: PredicateValue] = [:]
    while !take("}") {
      guard !isAtEnd, let key = key(), take(":"), let value = value() else { return nil }
      values[key] = value
      _ = take(",")
    }
    return .dictionary(values)
  }

  private mutating func key() -> String? {
    skipBlanks()
    _ = take("@")
    guard !isAtEnd else { return nil }
    return "'\"".contains(characters[position]) ? string() : name()
  }

  private mutating func name() -> String? {
    let start = position
    while !isAtEnd,
      characters[position].isLetter || characters[position].isNumber || characters[position] == "_"
    {
      position += 1
    }
    return position > start ? String(characters[start..<position]) : nil
  }

  private mutating func string() -> String? {
    let quote = characters[position]
    position += 1
    var text = ""
    while !isAtEnd, characters[position] != quote {
      if characters[position] == "\\" { position += 1 }
      guard !isAtEnd else { return nil }
      text.append(characters[position])
      position += 1
    }
    return take(String(quote)) ? text : nil
  }

  private mutating func word() -> PredicateValue? {
    let start = position
    while !isAtEnd, !",]}".contains(characters[position]), !characters[position].isWhitespace {
      position += 1
    }
    let word = String(characters[start..<position])
    skipBlanks()
    if let integer = Int64(word) { return .integer(integer) }
    if let number = Double(word) { return .number(number) }
    return ["nil": .null, "NSNull": .null, "true": true, "false": false][word]
  }
}
