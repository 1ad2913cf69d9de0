// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation

/// A place in a JSON text, so that what is wrong there can be said with its path.
struct JSONField {
  private let value: Any
  private let document: String
  private let path: String

  init(_ value: Any, _ document: String, at path: String) {
    self.value = value
    self.document = document
    self.path = path
  }

  /// An error that says what was expected here and what was found.
  func expected(_ what: String) -> EncodingError {
    EncodingError(
      .ladder, path.isEmpty ? document : "\(document): \(path)", "expected \(what), found \(found)")
  }

  private var found: String {
    switch value {
    case let text as String: "'\(text)'"
    case is NSNull: "null"
    case let number as NSNumber where isBoolean(number): number.boolValue ? "true" : "false"
    case let number as NSNumber: "\(number)"
    case is [Any]: "a list"
    default: "an object"
    }
  }

  private func isBoolean(_ number: NSNumber) -> Bool {
    unsafe String(cString: number.objCType) == "c"
  }

  /// The fields of an object that may have only these names.
  func fields(_ names: [String]) throws(EncodingError) -> JSONFields {
    guard let object = value as? [String: Any] else { throw expected("an object") }
    if let unknown = object.keys.sorted().first(where: { !names.contains($0) }) {
      throw EncodingError(
        .ladder, "\(document): \(child(unknown))",
        "expected one of \(names.map { "'\($0)'" }.joined(separator: ", ")), found '\(unknown)'")
    }
    return JSONFields(
      owner: self,
      fields: Dictionary(
        uniqueKeysWithValues: object.map { ($0, JSONField($1, document, at: child($0))) }))
  }

  fileprivate func child(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  fileprivate func missing(_ name: String) -> EncodingError {
    EncodingError(.ladder, "\(document): \(child(name))", "expected a value, found none")
  }

  /// The members of a list.
  func list() throws(EncodingError) -> [JSONField] {
    guard let list = value as? [Any] else { throw expected("a list") }
    return list.enumerated().map { JSONField($1, document, at: "\(path)[\($0)]") }
  }

  /// An integer within a range.
  func integer(in range: ClosedRange<Int>) throws(EncodingError) -> Int {
    guard let number = value as? NSNumber, !isBoolean(number),
      let integer = Int(exactly: number.doubleValue), range.contains(integer)
    else {
      throw expected("an integer from \(range.lowerBound) to \(range.upperBound)")
    }
    return integer
  }

  /// One of some words.
  func choice<Value>(of choices: [String: Value]) throws(EncodingError) -> Value {
    guard let text = value as? String, let choice = choices[text] else {
      throw expected(choices.keys.sorted().map { "'\($0)'" }.joined(separator: " or "))
    }
    return choice
  }
}

/// The fields of a JSON object.
struct JSONFields {
  fileprivate let owner: JSONField
  fileprivate let fields: [String: JSONField]

  /// A field that may be absent.
  func optional(_ name: String) -> JSONField? { fields[name] }

  /// A field that must be there.
  func required(_ name: String) throws(EncodingError) -> JSONField {
    guard let field = fields[name] else { throw owner.missing(name) }
    return field
  }
}
