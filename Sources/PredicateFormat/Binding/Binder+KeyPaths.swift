// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension Binder {
  /// A path of keys. As many of them as the table knows are read at once; the others are looked
  /// up in the value that this gives.
  func keyPath(
    _ base: ExpressionTree?, _ segments: [KeySegment]
  ) throws(PredicateFormatError) -> BoundExpression<Model> {
    guard base == nil || base == .evaluatedObject else {
      return try rest(segments[...], on: try expression(base ?? .evaluatedObject))
    }
    let names = segments.prefix { if case .name = $0 { true } else { false } }
    if let (key, count) = longestKnown(names) {
      let bound = BoundExpression(content: .reader(key.reader), type: key.description.type)
      try check(segments.dropFirst(count).first, after: key.description)
      return try rest(segments.dropFirst(count), on: bound)
    }
    guard let object = table.evaluatedObject, table.schema.isOpen || !startsWithName(segments)
    else {
      throw .unknownKey(path(names), among: table.schema.paths)
    }
    return try rest(segments[...], on: BoundExpression(content: .reader(object)))
  }

  private func startsWithName(_ segments: [KeySegment]) -> Bool {
    if case .name(let name)? = segments.first { name != "self" } else { false }
  }

  private func longestKnown(_ names: ArraySlice<KeySegment>) -> (Key<Model>, Int)? {
    for count in stride(from: min(names.count, 16), to: 0, by: -1) {
      if let key = table[path(names.prefix(count))] { return (key, count) }
    }
    return nil
  }

  private func path(_ names: ArraySlice<KeySegment>) -> String {
    names.map { if case .name(let name) = $0 { name } else { "" } }.joined(separator: ".")
  }

  /// A name after a known key must be one that its type has.
  private func check(
    _ segment: KeySegment?, after key: KeyDescription
  ) throws(PredicateFormatError) {
    guard case .name(let name)? = segment, name != "self" else { return }
    let known: [String]
    switch key.type {
    case .any: return
    case .object, .list(.object):
      let prefix = key.path + "."
      known = table.schema.paths.filter { $0.hasPrefix(prefix) }
        .map { String($0.dropFirst(prefix.count)) }
    case .opaque: known = []
    case .list(.any): return
    case .boolean, .integer, .number, .string, .date, .list: known = PredicateValue.scalarKeys
    }
    guard known.contains(name) else {
      throw .unknownKey(name, of: "'\(key.path)'", among: known)
    }
  }

  /// Keys, collection operators and variables applied to a value one after the other.
  private func rest(
    _ segments: ArraySlice<KeySegment>, on bound: BoundExpression<Model>
  ) throws(PredicateFormatError) -> BoundExpression<Model> {
    guard !segments.isEmpty else { return bound }
    let base = bound.evaluation
    var steps: [KeyStep] = []
    for segment in segments {
      switch segment {
      case .name(let name): steps.append(.name(name))
      case .collection(let operation): steps.append(.collection(operation))
      case .variable(let name):
        // A variable's value does not depend on the model unless a subquery binds it.
        if let value = try variable(name).constant {
          guard case .string(let key) = value else { throw notAKey(value, name) }
          steps.append(.name(key))
        } else {
          throw PredicateFormatError(
            .unsupported, "a subquery's variable cannot be a key: '.$\(name.abridged)'")
        }
      }
    }
    let fixed = steps
    return BoundExpression(
      content: .evaluation { model, locals throws(PredicateFormatError) in
        try base(model, locals).value(along: fixed[...])
      }, type: fixed.last == .collection(.count) ? .integer : .any)
  }

  private func notAKey(_ value: PredicateValue, _ name: String) -> PredicateFormatError {
    PredicateFormatError(
      .typeMismatch, "expected a key in the variable '$\(name.abridged)', found \(value.kind)")
  }
}

/// A key path's part once variables have their values.
enum KeyStep: Equatable {
  case name(String)
  case collection(CollectionOperator)
}

extension PredicateValue {
  /// Follows a path of keys. What stands after a collection operator is read from each object.
  func value(along path: ArraySlice<KeyStep>) throws(PredicateFormatError) -> PredicateValue {
    var value = self
    for (index, step) in zip(path.indices, path) {
      switch step {
      case .name(let name): value = try value.value(forKey: name)
      case .collection(let operation):
        return try value.collected(operation, path[(index + 1)...])
      }
    }
    return value
  }

  private func collected(
    _ operation: CollectionOperator, _ path: ArraySlice<KeyStep>
  ) throws(PredicateFormatError) -> PredicateValue {
    if isNull { return .null }
    guard let elements else {
      throw PredicateFormatError(
        .typeMismatch, "expected a list before '@\(operation.rawValue)', found \(kind)")
    }
    if operation == .count { return .integer(Int64(elements.count)) }
    var values: [PredicateValue] = []
    for element in elements {
      let value = try element.value(along: path)
      switch operation {
      case .sum, .avg: values.append(value.isNull ? .integer(0) : value)
      default: if !value.isNull { values.append(value) }
      }
    }
    switch operation {
    case .count: return .integer(Int64(values.count))
    case .sum: return try Statistics(values, "@sum").sum
    case .avg: return try Statistics(values, "@avg").mean
    case .min: return try Statistics.extreme(values, .before)
    case .max: return try Statistics.extreme(values, .after)
    case .unionOfObjects: return .list(values)
    case .distinctUnionOfObjects: return .list(DistinctValues(values).values)
    }
  }
}
