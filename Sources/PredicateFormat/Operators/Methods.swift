// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension PredicateMethod {
  /// Calls the method on a value. Nil answers every message with nil.
  func call(
    on receiver: PredicateValue, _ arguments: [PredicateValue]
  ) throws(PredicateFormatError) -> PredicateValue {
    if receiver.isNull { return .null }
    switch self {
    case .description: return .string(receiver.words)
    case .count, .firstObject, .lastObject, .objectAtIndex, .objectForKey:
      return try collection(receiver, arguments.first ?? .null)
    case .integerValue, .intValue, .doubleValue, .floatValue, .boolValue:
      return try number(receiver)
    case .uppercase, .uppercaseString, .lowercase, .lowercaseString, .capitalizedString, .length,
      .substringFromIndex, .substringToIndex, .stringByAppendingString:
      return try string(receiver, arguments.first ?? .null)
    }
  }

  private func collection(
    _ receiver: PredicateValue, _ argument: PredicateValue
  ) throws(PredicateFormatError) -> PredicateValue {
    switch self {
    case .objectForKey:
      guard case .dictionary = receiver, case .string(let key) = argument else {
        throw mismatch("a dictionary and a key", receiver)
      }
      return try receiver.value(forKey: key)
    case .firstObject: return try receiver.element(.first)
    case .lastObject: return try receiver.element(.last)
    case .objectAtIndex: return try receiver.element(.index(argument))
    default: return try receiver.element(.size)
    }
  }

  private func number(_ receiver: PredicateValue) throws(PredicateFormatError) -> PredicateValue {
    let numeric: Numeric
    switch receiver {
    case .string(let text):
      numeric = Int64(text).map(Numeric.integer) ?? .number(Self.leadingNumber(text))
    default:
      guard let number = receiver.numeric else { throw mismatch("a string or a number", receiver) }
      numeric = number
    }
    switch self {
    case .boolValue: return .boolean(numeric.double != 0)
    case .doubleValue, .floatValue: return .number(numeric.double)
    default:
      if case .integer = numeric { return numeric.value }
      return .integer(Int64(exactly: numeric.double.rounded(.towardZero)) ?? 0)
    }
  }

  /// The number that a text starts with, as `doubleValue` reads it; 0 if there is none.
  private static func leadingNumber(_ text: String) -> Double {
    let trimmed = text.drop(while: \.isWhitespace)
    let candidate = trimmed.prefix(64).prefix { "+-.0123456789eE".contains($0) }
    for length in stride(from: candidate.count, to: 0, by: -1) {
      if let value = Double(candidate.prefix(length)) { return value }
    }
    return 0
  }

  private func string(
    _ receiver: PredicateValue, _ argument: PredicateValue
  ) throws(PredicateFormatError) -> PredicateValue {
    guard case .string(let text) = receiver else { throw mismatch("a string", receiver) }
    switch self {
    case .uppercase, .uppercaseString: return .string(text.uppercased())
    case .lowercase, .lowercaseString: return .string(text.lowercased())
    case .capitalizedString: return .string(Self.capitalized(text))
    case .length: return .integer(Int64(text.utf16.count))
    case .stringByAppendingString:
      guard case .string(let other) = argument else { throw mismatch("a string", argument) }
      return .string(text + other)
    default:
      guard case .integer(let offset)? = argument.numeric, offset >= 0,
        let distance = Int(exactly: offset), distance <= text.utf16.count
      else {
        throw PredicateFormatError(
          .typeMismatch,
          "expected an offset from 0 to \(text.utf16.count) for '\(rawValue)', "
            + "found \(argument.words)")
      }
      let index = text.utf16.index(text.startIndex, offsetBy: distance)
      let units = self == .substringFromIndex ? text.utf16[index...] : text.utf16[..<index]
      return .string(String(decoding: Array(units), as: UTF16.self))
    }
  }

  private static func capitalized(_ text: String) -> String {
    var result = ""
    var startsWord = true
    for character in text {
      result += startsWord ? character.uppercased() : character.lowercased()
      startsWord = !character.isLetter && !character.isNumber && character != "'"
    }
    return result
  }

  private func mismatch(_ expected: String, _ found: PredicateValue) -> PredicateFormatError {
    PredicateFormatError(
      .typeMismatch, "expected \(expected) for '\(rawValue)', found \(found.kind)")
  }
}
