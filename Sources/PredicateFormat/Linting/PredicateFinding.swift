// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Something about a predicate that parses and yet would surprise.
public struct PredicateFinding: Hashable, Sendable {
  /// How bad it is.
  public enum Severity: String, Sendable {
    /// Evaluating raises an exception on Apple's systems.
    case error
    /// The predicate does not do what it seems to.
    case warning
    /// A reader may misjudge it.
    case note
  }

  /// What kind of surprise it is. The raw value is stable.
  public enum Code: String, CaseIterable, Sendable {
    /// A key that the model does not have, or a comparison that its type does not allow.
    case wouldRaise = "would-raise"
    /// A comparison that no value of the key's type makes true.
    case neverTrue = "never-true"
    /// A comparison that every value of the key's type makes true.
    case alwaysTrue = "always-true"
    /// A short name where the key holds a constant: `'PQ'`.
    case literalConstant = "literal-constant"
    /// A comparison that is true of objects which declare nothing.
    case matchesAbsent = "matches-absent"
    /// Fractions compared by `==`.
    case floatEquality = "float-equality"
    /// Parts of a conjunction that exclude each other.
    case contradiction
    /// AND and OR, or NOT and AND, side by side without parentheses.
    case precedence
    /// A regular expression that can take exponential time.
    case catastrophicPattern = "catastrophic-pattern"
    /// A conversion within quotation marks, where it is plain text.
    case quotedConversion = "quoted-conversion"
    /// A pattern's wildcard after `==`, where it is plain text.
    case wildcardInEquality = "wildcard-in-equality"
  }

  /// What kind of surprise it is.
  public var code: Code

  /// How bad it is.
  public var severity: Severity

  /// What happens, and why.
  public var message: String

  /// What to write instead.
  public var remedy: String?

  /// The place in the text, where the finding has one.
  public var location: PredicateFormatError.Location?

  init(
    _ code: Code, severity: Severity = .warning, _ message: String, remedy: String? = nil,
    at location: PredicateFormatError.Location? = nil
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.remedy = remedy
    self.location = location
  }
}

extension PredicateFinding: CustomStringConvertible {
  /// One line: severity, code, message and remedy.
  public var description: String {
    let place = location.map { "column \($0.column): " } ?? ""
    return "\(severity.rawValue): \(place)\(message)" + (remedy.map { " (\($0))" } ?? "")
      + " [\(code.rawValue)]"
  }
}
