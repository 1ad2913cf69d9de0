// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension PredicateValue: Equatable {
  /// Whether two values are the same to `==` in a predicate: numbers by their value whatever
  /// their type, strings character by character, and never a string and a number.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.string(let a), .string(let b)): a.isLiterallyEqual(to: b)
    case (.date(let a), .date(let b)): a == b
    case (.list(let a), .list(let b)): a == b
    case (.dictionary(let a), .dictionary(let b)): a == b
    case (.object(let a), .object(let b)): a.isEqual(to: b)
    default:
      if let a = left.numeric, let b = right.numeric { a.order(to: b) == .equal } else { false }
    }
  }
}

/// Which of two values comes first; nil stands for neither, as with NaN.
enum Order { case before, equal, after }

/// A number of either kind.
enum Numeric {
  case integer(Int64)
  case number(Double)

  /// Compares by value, exactly, across both kinds.
  func order(to other: Numeric) -> Order? {
    switch (self, other) {
    case (.integer(let a), .integer(let b)): return a < b ? .before : a == b ? .equal : .after
    case (.number(let a), .number(let b)):
      return a < b ? .before : a == b ? .equal : a > b ? .after : nil
    case (.integer(let a), .number(let b)): return Self.order(a, b)
    case (.number(let a), .integer(let b)):
      switch Self.order(b, a) {
      case .before: return .after
      case .after: return .before
      case let other: return other
      }
    }
  }

  /// A conversion of the integer would round above 2^53, so the number's integer part is compared.
  private static func order(_ integer: Int64, _ number: Double) -> Order? {
    guard !number.isNaN else { return nil }
    if number >= 0x1p63 { return .before }
    if number < -0x1p63 { return .after }
    let whole = Int64(number)
    if integer != whole { return integer < whole ? .before : .after }
    let fraction = number - Double(whole)
    return fraction > 0 ? .before : fraction < 0 ? .after : .equal
  }

  /// The nearest floating-point number.
  var double: Double {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    }
  }

  /// The value as predicates see it.
  var value: PredicateValue {
    switch self {
    case .integer(let value): .integer(value)
    case .number(let value): .number(value)
    }
  }
}

extension PredicateValue {
  /// The value as a number; a Boolean is 1 or 0.
  var numeric: Numeric? {
    switch self {
    case .boolean(let value): .integer(value ? 1 : 0)
    case .integer(let value): .integer(value)
    case .number(let value): .number(value)
    default: nil
    }
  }

  /// Which of two values comes first, by their own order: strings code point by code point.
  ///
  /// Only numbers, strings and dates of one kind have an order.
  func order(to other: PredicateValue) throws(PredicateFormatError) -> Order? {
    switch (self, other) {
    case (.string(let a), .string(let b)): return a.order(to: b)
    case (.date(let a), .date(let b)): return Numeric.number(a).order(to: .number(b))
    default:
      guard let a = numeric, let b = other.numeric else {
        throw PredicateFormatError(
          .typeMismatch, "\(kind) and \(other.kind) have no order",
          remedy: "compare values of one type")
      }
      return a.order(to: b)
    }
  }
}

extension PredicateValue: Hashable {
  /// Hashes what `==` compares: equal numbers of different types have one hash.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null, .object: break
    case .boolean, .integer, .number: hasher.combine(numeric?.double)
    // Byte by byte, as strings are compared; hashing a string would normalise it.
    case .string(let value): for byte in value.utf8 { hasher.combine(byte) }
    case .date(let value): hasher.combine(value)
    case .list(let values): hasher.combine(values)
    case .dictionary(let values): hasher.combine(values)
    }
  }
}
