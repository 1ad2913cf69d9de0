// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The built-in functions, by their selector; arithmetic operators are among them.
public enum PredicateFunction: String, CaseIterable, Sendable {
  // Arithmetic, written with operators.
  /// `a + b`.
  case add = "add:to:"
  /// `a - b`.
  case subtract = "from:subtract:"
  /// `a * b`.
  case multiply = "multiply:by:"
  /// `a / b`: an integer for two integers.
  case divide = "divide:by:"
  /// `a %% b`: the remainder of an integer division.
  case modulus = "modulus:by:"
  /// `a ** b`.
  case power = "raise:toPower:"
  /// `a & b`.
  case bitwiseAnd = "bitwiseAnd:with:"
  /// `a | b`.
  case bitwiseOr = "bitwiseOr:with:"
  /// `a ^ b`.
  case bitwiseXor = "bitwiseXor:with:"
  /// `a << b`.
  case leftShift = "leftshift:by:"
  /// `a >> b`.
  case rightShift = "rightshift:by:"
  /// `a UNION b`.
  case union = "union:with:"
  /// `a INTERSECT b`.
  case intersect = "intersect:with:"
  /// `a MINUS b`.
  case minus = "minus:with:"

  /// `~a`: every bit turned over.
  case onesComplement = "onesComplement:"

  // Statistics over a list.
  /// The sum of a list; 0 for none.
  case sum = "sum:"
  /// The number of elements of a list.
  case count = "count:"
  /// The least element of a list.
  case min = "min:"
  /// The greatest element of a list.
  case max = "max:"
  /// The mean of a list; 0 for none.
  case average = "average:"
  /// The middle of a sorted list.
  case median = "median:"
  /// The most frequent elements of a list, as a list.
  case mode = "mode:"
  /// The standard deviation of a list as the whole population.
  case standardDeviation = "stddev:"

  // One number.
  /// The square root.
  case squareRoot = "sqrt:"
  /// The decimal logarithm.
  case logarithm = "log:"
  /// The natural logarithm.
  case naturalLogarithm = "ln:"
  /// The exponential.
  case exponential = "exp:"
  /// The greatest integer that is not above.
  case floor = "floor:"
  /// The least integer that is not below.
  case ceiling = "ceiling:"
  /// The absolute value.
  case absolute = "abs:"
  /// The integer part.
  case truncate = "trunc:"

  // Others.
  /// A random number from 0 up to 1.
  case random = "random"
  /// A random integer from 0 up to a bound.
  case randomBelow = "randomn:"
  /// The time of evaluation.
  case now = "now"
  /// A string in upper case.
  case uppercase = "uppercase:"
  /// A string in lower case.
  case lowercase = "lowercase:"
  /// The length of a string in UTF-16 units.
  case length = "length:"
  /// The value itself: a hint to databases.
  case noIndex = "noindex:"
  /// A value converted to a type by name: `CAST(x, 'NSDate')`.
  case cast = "castObject:toType:"
}

extension PredicateFunction {
  /// Finds a function by its selector; one colon at the end may be missing, as in `sum(a)`.
  init?(selector: String) {
    guard let function = Self.bySelector[selector] ?? Self.bySelector[selector + ":"] else {
      return nil
    }
    self = function
  }

  private static let bySelector = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) } + [("random:", .randomBelow)])

  /// The number of arguments: one for each colon of the selector.
  public var arity: Int { rawValue.count { $0 == ":" } }

  /// Whether several arguments stand for one list, as in `sum:(1, 2)`.
  var takesList: Bool {
    switch self {
    case .sum, .count, .min, .max, .average, .median, .mode, .standardDeviation: true
    default: false
    }
  }

  /// Whether two calls with the same arguments may differ.
  var isVolatile: Bool { self == .random || self == .randomBelow || self == .now }

  /// The operator that the function is written with, and how tightly it binds.
  public var infix: (symbol: String, precedence: Int)? {
    switch self {
    case .union: ("UNION", 1)
    case .intersect: ("INTERSECT", 1)
    case .minus: ("MINUS", 1)
    case .bitwiseOr: ("|", 2)
    case .bitwiseXor: ("^", 3)
    case .bitwiseAnd: ("&", 4)
    case .leftShift: ("<<", 5)
    case .rightShift: (">>", 5)
    case .add: ("+", 6)
    case .subtract: ("-", 6)
    case .multiply: ("*", 7)
    case .divide: ("/", 7)
    case .modulus: ("%%", 7)
    case .power: ("**", 8)
    default: nil
    }
  }
}

/// The methods that `FUNCTION(receiver, 'selector:', …)` may call, by selector.
///
/// Apple's calls any method of the receiver; here the list is closed.
public enum PredicateMethod: String, CaseIterable, Sendable {
  /// A string in upper case.
  case uppercase, uppercaseString
  /// A string in lower case.
  case lowercase, lowercaseString
  /// A string with each word's first letter in upper case.
  case capitalizedString
  /// The length of a string in UTF-16 units.
  case length
  /// The number of elements of a list or dictionary.
  case count
  /// A string's or number's value as an integer.
  case integerValue, intValue
  /// A string's or number's value as a number.
  case doubleValue, floatValue
  /// Whether a number is not zero.
  case boolValue
  /// The value in words.
  case description
  /// The first element of a list.
  case firstObject
  /// The last element of a list.
  case lastObject
  /// The rest of a string from a UTF-16 offset.
  case substringFromIndex = "substringFromIndex:"
  /// A string up to a UTF-16 offset.
  case substringToIndex = "substringToIndex:"
  /// Two strings joined.
  case stringByAppendingString = "stringByAppendingString:"
  /// An element of a list.
  case objectAtIndex = "objectAtIndex:"
  /// A value of a dictionary.
  case objectForKey = "objectForKey:"

  /// The number of arguments: one for each colon of the selector.
  public var arity: Int { rawValue.count { $0 == ":" } }
}
