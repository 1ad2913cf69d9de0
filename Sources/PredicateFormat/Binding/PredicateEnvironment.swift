// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What evaluation needs from outside the language: Unicode folding, regular expressions,
/// logarithms, the clock and chance.
///
/// ``PortableEnvironment`` has what Swift's standard library can do; `ICUEnvironment` in the
/// target `PredicateFoundation` has the rest, from the library that Apple's Foundation uses.
public protocol PredicateEnvironment: Sendable {
  /// A string without the differences that `[c]` and `[d]` ignore.
  func folding(
    _ string: String, _ options: StringOptions
  ) throws(PredicateFormatError) -> String

  /// A negative number, zero or a positive one: how two strings follow in the locale's order.
  func localizedOrder(
    _ left: String, _ right: String, _ options: StringOptions
  ) throws(PredicateFormatError) -> Int

  /// A test for whole strings that match a regular expression.
  ///
  /// The test must end after a bounded number of steps, with ``PredicateFormatError/Code/stepLimit``.
  func regularExpression(
    _ pattern: String, _ options: StringOptions
  ) throws(PredicateFormatError) -> @Sendable (String) throws(PredicateFormatError) -> Bool

  /// The value of an elementary function.
  func elementary(
    _ function: ElementaryFunction
  ) throws(PredicateFormatError) -> Double

  /// Seconds since 1 January 2001, 00:00 UTC.
  func now() throws(PredicateFormatError) -> Double

  /// A random number from 0 up to, but not including, 1.
  func random() -> Double
}

/// The functions that Swift's standard library lacks, with their arguments.
public enum ElementaryFunction: Sendable {
  /// The exponential.
  case exp(Double)
  /// The natural logarithm.
  case ln(Double)
  /// The decimal logarithm.
  case log10(Double)
  /// A number raised to a power.
  case power(Double, Double)
}

/// What Swift's standard library can do: letter case, and chance. Everything else is an error
/// that names the target which has it.
public struct PortableEnvironment: PredicateEnvironment {
  /// Creates the environment.
  public init() {}

  /// Folds letter case scalar by scalar; accents need a table of decompositions.
  public func folding(
    _ string: String, _ options: StringOptions
  ) throws(PredicateFormatError) -> String {
    if options.contains(.diacriticInsensitive) { throw Self.missing("the option [d]") }
    guard options.contains(.caseInsensitive) else { return string }
    // Up and down again: some letters meet in upper case only, as final and medial sigma do.
    return string.uppercased().lowercased()
  }

  /// Needs a locale.
  public func localizedOrder(
    _ left: String, _ right: String, _ options: StringOptions
  ) throws(PredicateFormatError) -> Int {
    throw Self.missing("the option [l]")
  }

  /// Needs an engine.
  public func regularExpression(
    _ pattern: String, _ options: StringOptions
  ) throws(PredicateFormatError) -> @Sendable (String) throws(PredicateFormatError) -> Bool {
    throw Self.missing("MATCHES")
  }

  /// Needs a mathematical library.
  public func elementary(
    _ function: ElementaryFunction
  ) throws(PredicateFormatError) -> Double {
    throw Self.missing("the functions log, ln, exp and fractional powers")
  }

  /// Needs a clock.
  public func now() throws(PredicateFormatError) -> Double { throw Self.missing("now()") }

  /// A random number of the system's generator.
  public func random() -> Double { .random(in: 0..<1) }

  private static func missing(_ what: String) -> PredicateFormatError {
    PredicateFormatError(
      .unsupported, "\(what) is not in the portable environment",
      remedy: "bind with the environment ICUEnvironment() of PredicateFoundation")
  }
}
