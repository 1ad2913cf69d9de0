// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
public import PredicateFormat

/// Everything that evaluation needs, from the Unicode library that Apple's Foundation uses too:
/// folding, locales and regular expressions with a limit of steps.
public struct ICUEnvironment: PredicateEnvironment {
  /// How often the engine may report progress during one match: each report stands for some
  /// ten thousand steps, so that a match ends within about a second. More than 4,000 is no use:
  /// soon after that the engine stops by itself, and calls what it has not matched no match.
  public let matchLimit: Int

  /// The identifier of the locale for `[l]`, such as `de_DE`; `nil` for the user's.
  public var locale: String?

  /// Creates the environment.
  public init(matchLimit: Int = 2_000, locale: String? = nil) {
    self.matchLimit = min(matchLimit, 4_000)
    self.locale = locale
  }

  private var currentLocale: Locale { locale.map(Locale.init(identifier:)) ?? .current }

  /// Folds letter case and accents.
  public func folding(
    _ string: String, _ options: StringOptions
  ) throws(PredicateFormatError) -> String {
    string.folding(
      options: options.compareOptions, locale: options.contains(.locale) ? currentLocale : nil)
  }

  /// Compares in the locale's order.
  public func localizedOrder(
    _ left: String, _ right: String, _ options: StringOptions
  ) throws(PredicateFormatError) -> Int {
    left.compare(right, options: options.compareOptions, range: nil, locale: currentLocale).rawValue
  }

  /// Compiles a pattern for whole strings.
  public func regularExpression(
    _ pattern: String, _ options: StringOptions
  ) throws(PredicateFormatError) -> @Sendable (String) throws(PredicateFormatError) -> Bool {
    let matcher = try WholeMatcher(pattern, options, limit: matchLimit)
    return { string throws(PredicateFormatError) in try matcher.matches(string) }
  }

  /// The elementary functions of the C library.
  public func elementary(
    _ function: ElementaryFunction
  ) throws(PredicateFormatError) -> Double {
    switch function {
    case .exp(let x): Foundation.exp(x)
    case .ln(let x): Foundation.log(x)
    case .log10(let x): Foundation.log10(x)
    case .power(let x, let y): Foundation.pow(x, y)
    }
  }

  /// The time of the system's clock.
  public func now() throws(PredicateFormatError) -> Double { Date().timeIntervalSinceReferenceDate }

  /// A random number of the system's generator.
  public func random() -> Double { .random(in: 0..<1) }
}

extension StringOptions {
  fileprivate var compareOptions: String.CompareOptions {
    var options: String.CompareOptions = []
    if contains(.caseInsensitive) { options.insert(.caseInsensitive) }
    if contains(.diacriticInsensitive) { options.insert(.diacriticInsensitive) }
    return options
  }
}
