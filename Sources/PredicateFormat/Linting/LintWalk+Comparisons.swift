// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

// What a single comparison says about its key.

extension LintWalk {
  mutating func check(_ comparison: Comparison) {
    let text = "'\(PredicateTree.comparison(comparison).predicateFormat)'"
    if let error = bindingError(comparison) {
      report(
        PredicateFinding(
          .wouldRaise, severity: .error, "\(text): \(error.reason)", remedy: error.remedy))
      return
    }
    checkText(comparison, text)
    checkBounds(comparison, text)
    if let left = comparison.left.constantValue, let right = comparison.right.constantValue {
      return checkConstants(comparison, left, right, text)
    }
    guard let simple = SimpleComparison(comparison) else { return }
    checkFraction(simple, text)
    guard let key = schema[simple.path] else { return }
    checkType(simple, key, text)
    checkAbsence(simple, key, text)
  }

  private mutating func checkText(_ comparison: Comparison, _ text: String) {
    guard case .string(let string)? = comparison.right.constantValue else { return }
    if comparison.operation == .matches, PatternLint(string).isCatastrophic {
      report(
        PredicateFinding(
          .catastrophicPattern,
          "\(text): a repetition within a repetition can take exponential "
            + "time on a text that does not match",
          remedy: "repeat only one of both, or use a possessive quantifier such as '++'"))
    }
    if ["%@", "%K", "%d", "%f"].contains(where: { Self.contains(string, $0) }) {
      report(
        PredicateFinding(
          .quotedConversion, "\(text): a conversion within quotation marks is plain text",
          remedy: "write it without quotation marks"))
    }
    let isEquality = comparison.operation == .equal || comparison.operation == .notEqual
    if isEquality, string.contains("*"), string.count > 1 {
      report(
        PredicateFinding(
          .wildcardInEquality, severity: .note,
          "\(text): '*' is plain text after \(comparison.operation.rawValue)",
          remedy: "use LIKE for patterns"))
    }
    let isSearch: Set<ComparisonOperator> = [.contains, .beginsWith, .endsWith]
    if string.isEmpty, isSearch.contains(comparison.operation) {
      report(
        PredicateFinding(
          .neverTrue, "\(text) is never true of a string: the empty string is not found in any"))
    }
  }

  private static func contains(_ string: String, _ part: String) -> Bool {
    PartSearch(for: Array(part.utf8)).isFound(in: string.utf8)
  }

  private mutating func checkBounds(_ comparison: Comparison, _ text: String) {
    guard comparison.operation == .between, case .list(let bounds)? = comparison.right.constantValue
    else { return }
    guard bounds.count == 2 else {
      return report(
        PredicateFinding(
          .wouldRaise, severity: .error,
          "\(text): expected two bounds after BETWEEN, found \(bounds.count)"))
    }
    if (try? bounds[0].order(to: bounds[1])) == .after {
      report(
        PredicateFinding(
          .neverTrue, "\(text) is never true: the first bound is above the second",
          remedy: "put the smaller bound first"))
    }
  }

  private mutating func checkConstants(
    _ comparison: Comparison, _ left: PredicateValue, _ right: PredicateValue, _ text: String
  ) {
    guard comparison.quantifier == nil,
      let compare = try? ValueComparison(
        comparison.operation, comparison.options, PortableEnvironment(), right: right),
      let answer = try? compare(left, right)
    else { return }
    let isNameInQuotes = comparison.operation == .equal && schema[left.words] != nil
    report(
      PredicateFinding(
        answer ? .alwaysTrue : .neverTrue, severity: .note,
        "\(text) compares two constants and is \(answer ? "always" : "never") true",
        remedy: isNameInQuotes ? "write the key without quotation marks, or use %K" : nil))
  }

  private mutating func checkFraction(_ simple: SimpleComparison, _ text: String) {
    guard simple.operation == .equal || simple.operation == .notEqual,
      case .number(let value)? = simple.value.numeric, value != value.rounded(.down)
    else { return }
    report(
      PredicateFinding(
        .floatEquality,
        "\(text) compares fractions by \(simple.operation.rawValue): a value such as "
          + "\(value) is seldom exactly that",
        remedy: "write '\(simple.path) BETWEEN {\(value - 0.01), \(value + 0.01)}'"))
  }

  /// A constant whose type, or whose value, the key never has.
  private mutating func checkType(
    _ simple: SimpleComparison, _ key: KeyDescription, _ text: String
  ) {
    let isEquality = simple.operation == .equal || simple.operation == .notEqual
    guard isEquality, !simple.value.isNull else { return }
    let outcome: PredicateFinding.Code = simple.operation == .equal ? .neverTrue : .alwaysTrue
    let always = simple.operation == .equal ? "never" : "always"
    guard key.type.canEqual(simple.value) else {
      return report(
        PredicateFinding(
          outcome,
          "\(text) is \(always) true: '\(key.path)' is \(key.type.words), and "
            + "\(simple.value.kind) does not equal one"))
    }
    guard case .string(let string) = simple.value, !key.constants.isEmpty,
      key.constants[string] == nil
    else { return }
    let constant = key.constants.first { $0.value.lowercased() == string.lowercased() }?.key
    report(
      PredicateFinding(
        constant == nil ? outcome : .literalConstant,
        "\(text) is \(always) true: '\(key.path)' holds one of "
          + key.constants.keys.sorted().joined(separator: ", "),
        remedy: constant.map { "compare with the constant \($0), as an argument of %@" }))
  }

  /// A comparison that what stands for "not declared" makes true.
  private mutating func checkAbsence(
    _ simple: SimpleComparison, _ key: KeyDescription, _ text: String
  ) {
    guard !simple.value.isNull else { return }
    let absent: PredicateValue
    let guardText: String
    switch key.absence {
    case .never, .constant: return
    case .negative:
      (absent, guardText) = (.integer(-1), "\(key.path) > 0 AND \(text.dropFirst().dropLast())")
    case .zero:
      (absent, guardText) = (.integer(0), "\(key.path) > 0 AND \(text.dropFirst().dropLast())")
    case .null:
      (absent, guardText) = (.null, "\(key.path) != nil AND \(text.dropFirst().dropLast())")
    }
    guard
      let compare = try? ValueComparison(
        simple.operation, [], PortableEnvironment(), right: simple.value),
      (try? compare(absent, simple.value)) == true
    else { return }
    let what = absent.isNull ? "nil" : absent == 0 ? "0" : "negative"
    report(
      PredicateFinding(
        .matchesAbsent, severity: absent.isNull ? .note : .warning,
        "\(text) is also true where no \(key.label) is declared: it is \(what) then",
        remedy: "write '\(guardText)' if that is not meant"))
  }
}

extension KeyType {
  /// Whether a value of the type can equal a constant.
  fileprivate func canEqual(_ value: PredicateValue) -> Bool {
    switch self {
    case .boolean, .integer, .number: value.numeric != nil
    case .string: if case .string = value { true } else { false }
    case .date: if case .date = value { true } else { false }
    case .list: if case .list = value { true } else { false }
    case .opaque, .object: false
    case .any: true
    }
  }
}

extension KeySchema {
  /// A table of the keys whose values are looked up in a dictionary; for checking alone.
  var table: KeyTable<PredicateValue> {
    let keys = paths.compactMap { self[$0] }.map { description in
      Key<PredicateValue>.value(description) { _ in .null }
    }
    return KeyTable(keys, evaluatedObject: .value { $0 }, isOpen: isOpen)
  }
}
