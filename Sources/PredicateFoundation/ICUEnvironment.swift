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

/// A regular expression that must match a whole string, and gives up after a number of steps.
struct WholeMatcher: Sendable {
  private let expression: NSRegularExpression
  private let ignoresAccents: Bool
  private let limit: Int

  init(
    _ pattern: String, _ options: StringOptions, limit: Int
  ) throws(PredicateFormatError) {
    let literal = options.contains(.normalized)
    ignoresAccents = options.contains(.diacriticInsensitive) && !literal
    self.limit = limit
    let source = ignoresAccents ? Self.withoutAccents(pattern) : pattern
    let flags: NSRegularExpression.Options =
      options.contains(.caseInsensitive) && !literal ? .caseInsensitive : []
    // The pattern by itself first: 'a)(b' is no expression, though it is one in parentheses. The
    // empty one is none to Foundation, but it matches the empty string.
    guard source.isEmpty || (try? NSRegularExpression(pattern: source, options: flags)) != nil
    else {
      throw Self.malformed(pattern)
    }
    // A pattern may end in a comment, (?x)a #…, which only a line feed ends.
    let wrapped = try? NSRegularExpression(pattern: "\\A(?:\(source))\\z", options: flags)
    guard
      let expression = try? wrapped
        ?? NSRegularExpression(pattern: "\\A(?:\(source)\n)\\z", options: flags)
    else { throw Self.malformed(pattern) }
    self.expression = expression
  }

  private static func malformed(_ pattern: String) -> PredicateFormatError {
    PredicateFormatError(
      .malformedPattern, "expected a regular expression for MATCHES, found '\(pattern.prefix(80))'",
      remedy: "patterns are those of ICU; LIKE takes '*' and '?'")
  }

  private static func withoutAccents(_ string: String) -> String {
    string.folding(options: .diacriticInsensitive, locale: nil)
  }

  func matches(_ string: String) throws(PredicateFormatError) -> Bool {
    let subject = ignoresAccents ? Self.withoutAccents(string) : string
    var isMatch = false
    var reports = 0
    var isExhausted = false
    unsafe expression.enumerateMatches(
      in: subject, options: [.reportProgress, .reportCompletion],
      range: NSRange(location: 0, length: subject.utf16.count)
    ) { match, flags, stop in
      isMatch = isMatch || match != nil
      reports += flags.contains(.progress) ? 1 : 0
      // The engine's own memory for going back is bounded as well: then it reports an error.
      isExhausted = isExhausted || reports > limit || flags.contains(.internalError)
      if isMatch || isExhausted { unsafe stop.pointee = true }
    }
    guard isMatch || !isExhausted else {
      throw PredicateFormatError(
        .stepLimit,
        "MATCHES was given up: the pattern takes too many steps on a text of "
          + "\(subject.utf16.count) characters",
        remedy: "avoid repetitions within repetitions, such as (a+)+")
    }
    return isMatch
  }
}
