// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The type of a key's values.
public indirect enum KeyType: Hashable, Sendable {
  /// True or false; also 1 or 0.
  case boolean
  /// An integer.
  case integer
  /// A floating-point number.
  case number
  /// A string.
  case string
  /// A date.
  case date
  /// An ordered collection.
  case list(KeyType)
  /// An object with keys of its own.
  case object
  /// A value that can be compared with nil alone.
  case opaque
  /// Known only when it is read.
  case any

  /// Whether values of the type are numbers.
  public var isNumeric: Bool { self == .boolean || self == .integer || self == .number }

  /// The type in words.
  var words: String {
    switch self {
    case .boolean: "a Boolean"
    case .integer, .number: "a number"
    case .string: "a string"
    case .date: "a date"
    case .list: "a list"
    case .object: "an object"
    case .opaque: "an opaque value"
    case .any: "any value"
    }
  }
}
