// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension PredicateFunction {
  /// The value of a function of one argument. Nil gives nil but for `count:` and the like.
  func evaluate(
    _ value: PredicateValue, _ environment: any PredicateEnvironment
  ) throws(PredicateFormatError) -> PredicateValue {
    if takesList { return try statistics(value) }
    if value.isNull || self == .noIndex { return value }
    switch self {
    case .uppercase: return .string(try string(value).uppercased())
    case .lowercase: return .string(try string(value).lowercased())
    case .length: return .integer(Int64(try string(value).utf16.count))
    default: return try number(value, environment)
    }
  }

  private func statistics(_ value: PredicateValue) throws(PredicateFormatError) -> PredicateValue {
    if value.isNull { return self == .count ? .integer(0) : .null }
    // One number stands for the list of itself: sum:(1).
    guard let values = value.elements ?? (value.numeric == nil ? nil : [value]) else {
      throw mismatch("a list", value)
    }
    switch self {
    case .count: return .integer(Int64(values.count))
    case .min: return try Statistics.extreme(values, .before)
    case .max: return try Statistics.extreme(values, .after)
    case .mode: return .list(DistinctValues(values).mode)
    case .median: return try Statistics(values, rawValue).median
    case .average: return try Statistics(values, rawValue).mean
    case .standardDeviation: return try Statistics(values, rawValue).standardDeviation
    default: return try Statistics(values, rawValue).sum
    }
  }

  private func number(
    _ value: PredicateValue, _ environment: any PredicateEnvironment
  ) throws(PredicateFormatError) -> PredicateValue {
    guard let number = value.numeric else { throw mismatch("a number", value) }
    switch (self, number) {
    case (.squareRoot, _): return .number(number.double.squareRoot())
    case (.logarithm, _): return .number(try environment.elementary(.log10(number.double)))
    case (.naturalLogarithm, _): return .number(try environment.elementary(.ln(number.double)))
    case (.exponential, _): return .number(try environment.elementary(.exp(number.double)))
    case (.onesComplement, _): return .integer(~(try Arithmetic.integer(number, self)))
    case (.randomBelow, _):
      let bound = try Arithmetic.integer(number, self)
      // The product of a number below 1 and the bound can round up to the bound itself.
      let drawn = environment.random() * Double(bound)
      return .integer(
        bound < 1 ? 0 : Swift.min(bound - 1, Int64(exactly: drawn.rounded(.down)) ?? 0))
    case (.absolute, .integer(let integer)):
      return integer == .min ? .number(-Double(integer)) : .integer(abs(integer))
    case (.absolute, .number(let number)): return .number(abs(number))
    case (_, .integer): return value
    case (.floor, .number(let number)): return .number(number.rounded(.down))
    case (.ceiling, .number(let number)): return .number(number.rounded(.up))
    case (_, .number(let number)): return .number(number.rounded(.towardZero))
    }
  }

  /// The value of a function of two arguments.
  func evaluate(
    _ a: PredicateValue, _ b: PredicateValue, _ environment: any PredicateEnvironment
  ) throws(PredicateFormatError) -> PredicateValue {
    switch self {
    case .union, .intersect, .minus: return try combine(a, b)
    case .cast: return try cast(a, to: b)
    default: return try Arithmetic.evaluate(self, a, b, environment)
    }
  }

  /// Sets, in the order of the left one.
  private func combine(
    _ a: PredicateValue, _ b: PredicateValue
  ) throws(PredicateFormatError) -> PredicateValue {
    if a.isNull { return .null }
    guard let left = a.elements else { throw mismatch("a list", a) }
    guard let right = b.elements else { throw mismatch("a list", b) }
    let other = Set(right)
    switch self {
    case .union: return .list(DistinctValues(left + right).values)
    case .intersect: return .list(DistinctValues(left.filter(other.contains)).values)
    default: return .list(DistinctValues(left.filter { !other.contains($0) }).values)
    }
  }

  private func cast(
    _ value: PredicateValue, to type: PredicateValue
  ) throws(PredicateFormatError) -> PredicateValue {
    guard case .string(let name) = type, let type = CastType(rawValue: name) else {
      throw mismatch("the name of a type", type)
    }
    switch (type, value) {
    case (_, .null): return .null
    case (.string, _): return .string(value.words)
    case (.date, .date), (.number, .integer), (.number, .number), (.number, .boolean),
      (.decimal, .integer), (.decimal, .number):
      return value
    case (.number, .date(let seconds)), (.decimal, .date(let seconds)): return .number(seconds)
    case (.number, .string(let text)), (.decimal, .string(let text)):
      return Int64(text).map(PredicateValue.integer)
        ?? Double(text).map(PredicateValue.number) ?? .null
    case (.date, _):
      guard let seconds = value.numeric else { throw mismatch("a number or a date", value) }
      return .date(seconds.double)
    default: throw mismatch("a number, a string or a date", value)
    }
  }

  private func string(_ value: PredicateValue) throws(PredicateFormatError) -> String {
    guard case .string(let string) = value else { throw mismatch("a string", value) }
    return string
  }

  private func mismatch(_ expected: String, _ found: PredicateValue) -> PredicateFormatError {
    PredicateFormatError(
      .typeMismatch, "expected \(expected) for '\(rawValue)', found \(found.kind)")
  }
}

extension PredicateValue {
  /// The value in words, as `description` gives it: numbers without a point that they do not need.
  var words: String {
    switch self {
    case .null: return "nil"
    case .boolean(let value): return value ? "1" : "0"
    case .integer(let value): return "\(value)"
    case .number(let value):
      return Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    case .string(let value): return value
    case .date(let seconds): return "\(seconds)"
    case .list(let values): return "(" + values.map(\.words).joined(separator: ", ") + ")"
    case .dictionary(let values):
      let pairs = values.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value.words)" }
      return "{" + pairs.joined(separator: "; ") + "}"
    case .object: return "an object"
    }
  }
}
