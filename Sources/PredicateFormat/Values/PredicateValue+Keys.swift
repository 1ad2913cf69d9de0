// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

// Key-value coding over values that carry their own keys.

extension PredicateValue {
  /// The value of a key: of nil it is nil, of a dictionary what it holds or nil, and of a list
  /// the list of its elements' values.
  func value(forKey key: String) throws(PredicateFormatError) -> PredicateValue {
    if key == "self" { return self }
    switch self {
    case .null: return .null
    case .dictionary(let values): return values[key] ?? .null
    case .list(let elements):
      var values: [PredicateValue] = []
      values.reserveCapacity(elements.count)
      for element in elements { values.append(try element.value(forKey: key)) }
      return .list(values)
    case .object(let object):
      guard let value = object.value(forKey: key) else {
        throw .unknownKey(key, among: object.keys)
      }
      return value
    case .boolean, .integer, .number, .string, .date:
      guard let method = PredicateMethod(rawValue: key), method.arity == 0 else {
        throw .unknownKey(key, of: kind, among: Self.scalarKeys)
      }
      return try method.call(on: self, [])
    }
  }

  /// The keys that strings and numbers have.
  static let scalarKeys = PredicateMethod.allCases.filter { $0.arity == 0 }.map(\.rawValue)
    .filter { !["count", "firstObject", "lastObject"].contains($0) }

  /// The elements of a collection: a list's, or the values of a dictionary by their keys' order.
  var elements: [PredicateValue]? {
    switch self {
    case .list(let elements): elements
    case .dictionary(let values): values.sorted { $0.key < $1.key }.map(\.value)
    default: nil
    }
  }

  /// What stands in brackets: an element, nil beyond the end, or the size.
  func element(_ position: ElementPosition) throws(PredicateFormatError) -> PredicateValue {
    if isNull { return .null }
    if case .index(.string(let key)) = position { return try value(forKey: key) }
    guard let elements else {
      throw PredicateFormatError(.typeMismatch, "expected a list before '[', found \(kind)")
    }
    switch position {
    case .first: return elements.first ?? .null
    case .last: return elements.last ?? .null
    case .size: return .integer(Int64(elements.count))
    case .index(let index):
      guard case .integer(let offset)? = index.numeric else {
        throw PredicateFormatError(
          .typeMismatch, "expected an integer in '[]', found \(index.kind)")
      }
      return elements.indices.contains(Int(offset)) ? elements[Int(offset)] : .null
    }
  }
}

/// A ``Subscript`` whose index has been evaluated.
enum ElementPosition {
  case first, last, size
  case index(PredicateValue)
}

extension PredicateFormatError {
  /// A key that there is not, with the nearest one that there is.
  static func unknownKey(
    _ key: String, of owner: String? = nil, among keys: [String]
  ) -> PredicateFormatError {
    let nearest = NearestName(to: key, among: keys).name
    return PredicateFormatError(
      .unknownKey, "unknown key '\(key.abridged)'" + (owner.map { " of \($0)" } ?? ""),
      remedy: nearest.map { "did you mean '\($0)'?" })
  }
}
