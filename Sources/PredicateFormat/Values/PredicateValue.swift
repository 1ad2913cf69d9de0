// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A value that a predicate compares: a literal, an argument, or what a key holds.
public enum PredicateValue: Sendable {
  /// Nil; also what a missing key of a dictionary holds.
  case null
  /// A truth value. It equals the integers 1 and 0.
  case boolean(Bool)
  /// An integer.
  case integer(Int64)
  /// A floating-point number.
  case number(Double)
  /// A string.
  case string(String)
  /// A date, in seconds since 1 January 2001, 00:00 UTC.
  case date(Double)
  /// An ordered collection.
  case list([PredicateValue])
  /// Values by key; a key that is missing is nil.
  case dictionary([String: PredicateValue])
  /// An object that knows its keys.
  case object(any PredicateObject)
}

/// An object that predicates read by key, where ``PredicateValue`` has no case for it.
public protocol PredicateObject: Sendable {
  /// The value of a key, or `nil` if the object has no such key.
  func value(forKey key: String) -> PredicateValue?

  /// The keys that there are, for suggestions.
  var keys: [String] { get }

  /// Whether both are the same object.
  func isEqual(to other: any PredicateObject) -> Bool
}

extension PredicateObject {
  /// By default an object equals nothing.
  public func isEqual(to other: any PredicateObject) -> Bool { false }
}

/// A Swift value that can stand for a `%` conversion.
public protocol PredicateValueConvertible {
  /// The value as predicates see it.
  var predicateValue: PredicateValue { get }
}

extension PredicateValue: PredicateValueConvertible {
  /// The value itself.
  public var predicateValue: PredicateValue { self }
}

extension PredicateValueConvertible where Self: BinaryInteger {
  /// The integer; one beyond 64 signed bits becomes the nearest floating-point number.
  public var predicateValue: PredicateValue {
    Int64(exactly: self).map(PredicateValue.integer) ?? .number(Double(self))
  }
}

extension PredicateValueConvertible where Self: BinaryFloatingPoint {
  /// The number.
  public var predicateValue: PredicateValue { .number(Double(self)) }
}

extension Int: PredicateValueConvertible {}
extension Int8: PredicateValueConvertible {}
extension Int16: PredicateValueConvertible {}
extension Int32: PredicateValueConvertible {}
extension Int64: PredicateValueConvertible {}
extension UInt: PredicateValueConvertible {}
extension UInt8: PredicateValueConvertible {}
extension UInt16: PredicateValueConvertible {}
extension UInt32: PredicateValueConvertible {}
extension UInt64: PredicateValueConvertible {}
extension Double: PredicateValueConvertible {}
extension Float: PredicateValueConvertible {}

extension Bool: PredicateValueConvertible {
  /// The truth value.
  public var predicateValue: PredicateValue { .boolean(self) }
}

extension String: PredicateValueConvertible {
  /// The string.
  public var predicateValue: PredicateValue { .string(self) }
}

extension Substring: PredicateValueConvertible {
  /// The string.
  public var predicateValue: PredicateValue { .string(String(self)) }
}

extension Optional: PredicateValueConvertible where Wrapped: PredicateValueConvertible {
  /// The value, or nil.
  public var predicateValue: PredicateValue { self?.predicateValue ?? .null }
}

extension Array: PredicateValueConvertible where Element: PredicateValueConvertible {
  /// The list.
  public var predicateValue: PredicateValue { .list(map(\.predicateValue)) }
}

extension Dictionary: PredicateValueConvertible
where Key == String, Value: PredicateValueConvertible {
  /// The dictionary.
  public var predicateValue: PredicateValue { .dictionary(mapValues(\.predicateValue)) }
}

extension PredicateValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Nil.
  public init(nilLiteral: ()) { self = .null }
  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// An integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A list.
  public init(arrayLiteral elements: PredicateValue...) { self = .list(elements) }
  /// A dictionary; of two values for a key the last one counts.
  public init(dictionaryLiteral elements: (String, PredicateValue)...) {
    self = .dictionary(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}

extension PredicateValue {
  /// Whether the value is nil.
  public var isNull: Bool { if case .null = self { true } else { false } }

  /// What kind of value it is, for messages: `a string`.
  var kind: String {
    switch self {
    case .null: "nil"
    case .boolean: "a Boolean"
    case .integer, .number: "a number"
    case .string: "a string"
    case .date: "a date"
    case .list: "a list"
    case .dictionary: "a dictionary"
    case .object: "an object"
    }
  }
}
