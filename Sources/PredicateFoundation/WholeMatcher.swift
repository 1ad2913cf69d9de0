// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import PredicateFormat

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
