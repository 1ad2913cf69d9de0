// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What is wrong with a predicate's text, with its keys, or with a value met while evaluating.
///
/// Two errors are equal when their code and location are: the prose is for people.
public struct PredicateFormatError: Error, Sendable {
  /// One reference instead of five fields, so that functions which can throw stay cheap to call.
  private final class Backing: Sendable {
    let code: Code
    let location: Location?
    let reason: String
    let remedy: String?

    init(code: Code, location: Location?, reason: String, remedy: String?) {
      self.code = code
      self.location = location
      self.reason = reason
      self.remedy = remedy
    }
  }

  private let backing: Backing

  /// What kind of error it is.
  public var code: Code { backing.code }

  /// Where in the text it is, or `nil` for an error that comes from keys or values.
  public var location: Location? { backing.location }

  /// What was expected and what was found, without a full stop.
  public var reason: String { backing.reason }

  /// What to write instead, where that is known.
  public var remedy: String? { backing.remedy }

  /// Creates an error.
  public init(
    _ code: Code, at location: Location? = nil, _ reason: String, remedy: String? = nil
  ) {
    backing = Backing(code: code, location: location, reason: reason, remedy: remedy)
  }
}

extension PredicateFormatError {
  /// The kinds of error.
  public struct Code: Hashable, Sendable {
    private enum Kind {
      case unexpectedToken, malformedString, malformedNumber, malformedArgument, missingArgument
      case notAPredicate, notAnExpression, tooDeep, tooLong, unsupported
      case unknownKey, unknownFunction, unboundVariable, typeMismatch, wrongCount
      case divisionByZero, malformedPattern, stepLimit, unreadable
    }

    private let kind: Kind

    /// The text does not follow the grammar.
    public static let unexpectedToken = Code(kind: .unexpectedToken)
    /// A quoted string does not end, or has an escape that means no character.
    public static let malformedString = Code(kind: .malformedString)
    /// A number has a prefix without digits.
    public static let malformedNumber = Code(kind: .malformedNumber)
    /// A `%` is followed by no known conversion, or its argument cannot stand there.
    public static let malformedArgument = Code(kind: .malformedArgument)
    /// There are fewer arguments than conversions.
    public static let missingArgument = Code(kind: .missingArgument)
    /// An expression stands where a predicate is needed.
    public static let notAPredicate = Code(kind: .notAPredicate)
    /// A predicate stands where an expression is needed.
    public static let notAnExpression = Code(kind: .notAnExpression)
    /// The text nests deeper than ``PredicateTree/maximumDepth``.
    public static let tooDeep = Code(kind: .tooDeep)
    /// The text is longer than ``PredicateTree/maximumLength``.
    public static let tooLong = Code(kind: .tooLong)
    /// The text is legal but cannot be evaluated here.
    public static let unsupported = Code(kind: .unsupported)
    /// The model has no such key.
    public static let unknownKey = Code(kind: .unknownKey)
    /// There is no such function, or it takes another number of arguments.
    public static let unknownFunction = Code(kind: .unknownFunction)
    /// A variable has no value.
    public static let unboundVariable = Code(kind: .unboundVariable)
    /// An operator met values that it cannot work on.
    public static let typeMismatch = Code(kind: .typeMismatch)
    /// `BETWEEN` met another number of bounds than two.
    public static let wrongCount = Code(kind: .wrongCount)
    /// An integer was divided by zero.
    public static let divisionByZero = Code(kind: .divisionByZero)
    /// A `MATCHES` pattern is no regular expression.
    public static let malformedPattern = Code(kind: .malformedPattern)
    /// A match was given up after too many steps.
    public static let stepLimit = Code(kind: .stepLimit)
    /// A predicate of another language has no counterpart in this one.
    public static let unreadable = Code(kind: .unreadable)
  }
}

extension PredicateFormatError {
  /// A place in the text of a predicate.
  public struct Location: Hashable, Sendable {
    /// The number of UTF-8 bytes before the place.
    public var offset: Int

    /// The line, from 1.
    public var line: Int

    /// The character within the line, from 1.
    public var column: Int

    /// The text of the line.
    public var source: String

    /// Counts lines and columns up to an offset; done only when an error is made.
    init(offset: Int, in bytes: [UInt8]) {
      let offset = min(offset, bytes.count)
      let newline = UInt8(ascii: "\n")
      let start = bytes[..<offset].lastIndex(of: newline).map { $0 + 1 } ?? 0
      let end = bytes[offset...].firstIndex(of: newline) ?? bytes.count
      self.offset = offset
      line = bytes[..<start].count { $0 == newline } + 1
      column = String(decoding: bytes[start..<offset], as: UTF8.self).count + 1
      source = String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// The line of text and, below it, a caret under the place.
    ///
    /// A long line is cut to the 80 characters around the place.
    public var caret: String {
      let characters = Array(source)
      let start = max(0, min(column - 41, characters.count - 80))
      let shown = characters.dropFirst(start).prefix(80)
        .map { $0.isWhitespace || $0.isNewline ? " " : $0 }
      return String(shown) + "\n" + String(repeating: " ", count: max(0, column - 1 - start)) + "^"
    }
  }
}

extension PredicateFormatError {
  /// A number of things: `1 argument`, `2 arguments`.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)" + (number == 1 ? "" : "s")
  }
}

extension String {
  /// The text as a message quotes it: whole unless it is very long.
  var abridged: String { utf8.count <= 100 ? self : String(prefix(60)) + "…" }
}

extension PredicateFormatError: Equatable {
  /// Whether two errors are of one kind and at one place.
  public static func == (left: Self, right: Self) -> Bool {
    left.code == right.code && left.location?.offset == right.location?.offset
  }
}

extension PredicateFormatError: CustomStringConvertible {
  /// One line: the summary, and the remedy in parentheses.
  public var description: String { summary + (remedy.map { " (\($0))" } ?? "") }

  /// One line: the column, and what is wrong.
  public var summary: String {
    let place: String
    switch location {
    case let location? where location.line > 1:
      place = "line \(location.line), column \(location.column): "
    case let location?:
      place = "column \(location.column): "
    case nil:
      place = ""
    }
    return place + reason
  }

  /// The description with the text and a caret below it.
  public var diagnostic: String {
    guard let location else { return description }
    return description + "\n" + location.caret
  }
}
