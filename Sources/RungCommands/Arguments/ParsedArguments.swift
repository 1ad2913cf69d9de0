// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The values of a command line, split by a ``CommandSpecification``.
///
/// Accepts what swift-argument-parser and GNU tools accept: `--name value`, `--name=value`,
/// `-n value`, options after operands, and `--` to end the options. `-` alone is an operand.
public struct ParsedArguments: Sendable {
  private let specification: CommandSpecification
  private var values: [String: [String]] = [:]

  /// The positional arguments, in order.
  public private(set) var operands: [String] = []

  /// Splits a command line (without the subcommand's name).
  public init(
    _ arguments: [String], for specification: CommandSpecification
  ) throws(UsageError) {
    self.specification = specification
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        break
      }
      guard argument.hasPrefix("-"), argument != "-", !Self.isText(argument) else {
        operands.append(argument)
        continue
      }
      try parseOption(argument, &rest)
    }
    guard !has("--help") else { return }
    try checkOperandCount()
  }

  private mutating func parseOption(
    _ argument: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let typed = argument.hasPrefix("--") ? String(parts[0]) : argument
    guard let option = specification.options.first(where: { $0.answers(to: typed) }) else {
      throw .unknownOption(typed, among: specification.options.map(\.name))
    }
    let attached = argument.hasPrefix("--") && parts.count == 2 ? String(parts[1]) : nil
    guard option.value != nil else {
      guard attached == nil else {
        throw UsageError("the flag '\(option.name)' takes no value, found '\(attached ?? "")'")
      }
      values[option.name] = [""]
      return
    }
    guard let value = attached ?? rest.popFirst() else {
      throw UsageError("missing value for '\(option.synopsis)'")
    }
    guard option.repeats || values[option.name] == nil else {
      throw UsageError("'\(option.synopsis)' is given twice")
    }
    values[option.name, default: []].append(value)
  }

  /// A negative number, or a text with blanks such as a predicate, is an operand, never an option.
  private static func isText(_ argument: String) -> Bool {
    Double(argument) != nil
      || !argument.hasPrefix("--") && argument.contains(where: \.isWhitespace)
  }

  private func checkOperandCount() throws(UsageError) {
    let arities = specification.operands.map(\.arity)
    let least = arities.count { $0 == .one || $0 == .oneOrMore }
    let unbounded = arities.contains { $0 == .oneOrMore || $0 == .any }
    if operands.count < least {
      let missing = specification.operands.filter { $0.arity == .one || $0.arity == .oneOrMore }
      throw UsageError("missing argument '\(missing[operands.count].name)'")
    }
    if !unbounded, operands.count > arities.count {
      let extra = operands[arities.count...].map { "'\($0)'" }
      let noun = extra.count == 1 ? "argument" : "arguments"
      throw UsageError("unexpected \(noun) \(extra.joined(separator: ", "))")
    }
  }
}

// MARK: - Typed access

extension ParsedArguments {
  /// Whether a flag or option was given.
  public func has(_ name: String) -> Bool { values[name] != nil }

  /// The value of an option as typed.
  public func value(_ name: String) -> String? { values[name]?.last }

  /// All values of an option that repeats.
  public func all(_ name: String) -> [String] { values[name] ?? [] }

  /// The value of an option, read by `parse`, which gives `nil` for one that is no `kind`.
  public func value<Value>(
    _ name: String, expecting kind: String, _ parse: (String) -> Value?
  ) throws(UsageError) -> Value? {
    guard let text = value(name) else { return nil }
    guard let value = parse(text) else { throw .invalidValue(text, of: synopsis(name), kind) }
    return value
  }

  /// The value of an option that is an integer within a range.
  public func integer(
    _ name: String, in range: ClosedRange<Int> = 1...Int.max
  ) throws(UsageError) -> Int? {
    let kind =
      range.upperBound == .max
      ? "an integer of at least \(range.lowerBound)"
      : "an integer from \(range.lowerBound) to \(range.upperBound)"
    return try value(name, expecting: kind) { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// The value of an option that must be given.
  public func required(_ name: String) throws(UsageError) -> String {
    guard let value = value(name) else {
      throw UsageError("missing option '\(synopsis(name))'")
    }
    return value
  }

  private func synopsis(_ name: String) -> String {
    specification.options.first { $0.name == name }?.synopsis ?? name
  }
}
