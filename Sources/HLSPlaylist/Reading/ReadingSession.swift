// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What the parts of a reader share while one text is read: the text, the variables, and the
/// place where broken rules are reported.
final class ReadingSession {
  /// The whole text. Ranges of the model are ranges of it.
  let text: [UInt8]
  let options: ReadingOptions
  private(set) var diagnostics: [Diagnostic] = []
  /// How many diagnostics there were beyond the limit.
  private(set) var suppressedDiagnostics = 0
  var variables: [String: String] = [:]
  private var substitutedSize = 0

  /// The line that is read, and where it starts.
  var line = 0
  var lineStart = 0

  init(text: [UInt8], options: ReadingOptions) {
    self.text = text
    self.options = options
  }

  /// Reports a broken rule at an offset within the line that is read.
  func report(
    _ rule: Rule, at offset: Int, _ reason: @autoclosure () -> String
  ) throws(PlaylistError) {
    try report(rule, at: TextPosition(line: line, column: offset - lineStart + 1), reason())
  }

  /// Reports a broken rule at a position: throws where the dialect makes it an error.
  func report(
    _ rule: Rule, at position: TextPosition, _ reason: @autoclosure () -> String
  ) throws(PlaylistError) {
    let code = PlaylistError.Code(rule)
    let severity = options.dialect.severity(of: code)
    guard severity != .error else {
      throw PlaylistError(code: code, position: position, reason: reason())
    }
    guard diagnostics.count < options.limits.diagnostics else {
      suppressedDiagnostics += 1
      return
    }
    diagnostics.append(
      Diagnostic(severity: severity, code: code, position: position, reason: reason()))
  }

  /// The position of an offset within the line that is read.
  func position(of offset: Int) -> TextPosition {
    TextPosition(line: line, column: offset - lineStart + 1)
  }

  /// A range of the text as a string.
  func string(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }

  /// A range of the text for a message: short, and without control characters.
  func quote(_ range: Range<Int>) -> String {
    let excerpt = string(range.prefix(40)).unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control ? "\u{FFFD}" : String(scalar)
    }
    return "'" + excerpt.joined() + (range.count > 40 ? "…'" : "'")
  }
}

// MARK: - Variables

extension ReadingSession {
  /// A range of the text as a string, with the values of variables in place of references
  /// (RFC 8216bis 4.3). Replaced text is not searched again.
  func substituted(_ range: Range<Int>) throws(PlaylistError) -> String {
    guard let result = try substitution(in: range) else { return string(range) }
    return String(decoding: result, as: UTF8.self)
  }

  /// The bytes of a range with variables replaced, or `nil` when it has no references.
  func substitution(in range: Range<Int>) throws(PlaylistError) -> [UInt8]? {
    let text = text
    let bytes = text.span
    var result: [UInt8] = []
    var copied = range.lowerBound
    var position = range.lowerBound
    while position < range.upperBound {
      guard bytes[position] == UInt8(ascii: "{"), position + 1 < range.upperBound,
        bytes[position + 1] == UInt8(ascii: "$")
      else {
        position += 1
        continue
      }
      guard let reference = VariableReference(at: position, in: bytes, range.upperBound) else {
        try report(
          .malformedReference, at: position,
          "expected '{$name}' with letters, digits, '-' or '_', which this is not")
        position += 2
        continue
      }
      let name = string(reference.name)
      guard let value = variables[name] else {
        throw PlaylistError(
          code: .undefinedVariable, position: self.position(of: position),
          reason: "expected a variable that is defined on an earlier line, found '\(name)'")
      }
      result += text[copied..<position]
      result += value.utf8
      position = reference.end
      copied = position
      try countSubstitution(result.count, at: range.lowerBound)
    }
    guard copied > range.lowerBound else { return nil }
    result += text[copied..<range.upperBound]
    substitutedSize += result.count
    try countSubstitution(0, at: range.lowerBound)
    return result
  }

  private func countSubstitution(_ size: Int, at offset: Int) throws(PlaylistError) {
    let limit = options.limits.substitutedSize
    guard substitutedSize + size <= limit else {
      throw PlaylistError(
        code: .substitutionTooLarge, position: position(of: offset),
        reason: "expected at most \(limit) bytes of text with variables, found more")
    }
  }
}
