// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Arithmetic and bits. Two integers give an integer, so `7 / 2` is 3; one that does not fit
/// becomes a floating-point number. Nil gives nil.
enum Arithmetic {
  static func evaluate(
    _ function: PredicateFunction, _ a: PredicateValue, _ b: PredicateValue,
    _ environment: any PredicateEnvironment
  ) throws(PredicateFormatError) -> PredicateValue {
    if a.isNull || b.isNull { return .null }
    guard let x = a.numeric, let y = b.numeric else {
      throw PredicateFormatError(
        .typeMismatch,
        "expected two numbers for '\(function.infix?.symbol ?? function.rawValue)', "
          + "found \(a.kind) and \(b.kind)")
    }
    switch (function, x, y) {
    case (.power, _, _): return try power(x, y, environment)
    case (.add, .integer(let x), .integer(let y)):
      return exact(x.addingReportingOverflow(y), or: Double(x) + Double(y))
    case (.subtract, .integer(let x), .integer(let y)):
      return exact(x.subtractingReportingOverflow(y), or: Double(x) - Double(y))
    case (.multiply, .integer(let x), .integer(let y)):
      return exact(x.multipliedReportingOverflow(by: y), or: Double(x) * Double(y))
    case (.divide, .integer(let x), .integer(let y)):
      guard y != 0 else { throw divisionByZero }
      return exact(x.dividedReportingOverflow(by: y), or: Double(x) / Double(y))
    case (.add, _, _): return .number(x.double + y.double)
    case (.subtract, _, _): return .number(x.double - y.double)
    case (.multiply, _, _): return .number(x.double * y.double)
    case (.divide, _, _): return .number(x.double / y.double)
    default: return .integer(try bits(function, integer(x, function), integer(y, function)))
    }
  }

  private static var divisionByZero: PredicateFormatError {
    PredicateFormatError(.divisionByZero, "an integer is divided by zero")
  }

  private static func exact(
    _ result: (partialValue: Int64, overflow: Bool), or number: Double
  ) -> PredicateValue {
    result.overflow ? .number(number) : .integer(result.partialValue)
  }

  private static func bits(
    _ function: PredicateFunction, _ x: Int64, _ y: Int64
  ) throws(PredicateFormatError) -> Int64 {
    switch function {
    case .bitwiseAnd: return x & y
    case .bitwiseOr: return x | y
    case .bitwiseXor: return x ^ y
    // Swift's shifts take any distance: what goes beyond 64 bits is gone.
    case .leftShift: return x << y
    case .rightShift: return x >> y
    case .modulus:
      guard y != 0 else { throw divisionByZero }
      return x.remainderReportingOverflow(dividingBy: y).partialValue
    default:
      throw PredicateFormatError(.unknownFunction, "'\(function.rawValue)' is no arithmetic")
    }
  }

  /// A number without a fraction as an integer, for the operators on bits.
  static func integer(
    _ number: Numeric, _ function: PredicateFunction
  ) throws(PredicateFormatError) -> Int64 {
    switch number {
    case .integer(let value): return value
    case .number(let value):
      guard let integer = Int64(exactly: value) else {
        throw PredicateFormatError(
          .typeMismatch,
          "expected integers for '\(function.infix?.symbol ?? function.rawValue)', found \(value)")
      }
      return integer
    }
  }

  /// Integers are raised by squaring, exactly as far as they fit.
  private static func power(
    _ base: Numeric, _ exponent: Numeric, _ environment: any PredicateEnvironment
  ) throws(PredicateFormatError) -> PredicateValue {
    guard case (.integer(let x), .integer(let y)) = (base, exponent), y >= 0,
      let result = integerPower(x, y)
    else {
      if let whole = Int64(exactly: exponent.double), whole.magnitude <= 1024 {
        let magnitude = repeatedProduct(base.double, whole.magnitude)
        return .number(whole < 0 ? 1 / magnitude : magnitude)
      }
      return .number(try environment.elementary(.power(base.double, exponent.double)))
    }
    return .integer(result)
  }

  private static func integerPower(_ base: Int64, _ exponent: Int64) -> Int64? {
    var (result, square, rest) = (Int64(1), base, exponent)
    while rest > 0 {
      if rest & 1 == 1 {
        let (product, overflow) = result.multipliedReportingOverflow(by: square)
        if overflow { return nil }
        result = product
      }
      rest >>= 1
      guard rest > 0 else { break }
      let (product, overflow) = square.multipliedReportingOverflow(by: square)
      if overflow { return nil }
      square = product
    }
    return result
  }

  private static func repeatedProduct(_ base: Double, _ exponent: UInt64) -> Double {
    var (result, square, rest) = (1.0, base, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result *= square }
      square *= square
      rest >>= 1
    }
    return result
  }
}
