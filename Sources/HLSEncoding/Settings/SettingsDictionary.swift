// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation

/// A dictionary of settings that is being read; what is wrong in it is named by its key.
struct SettingsDictionary {
  private let values: [String: Any]

  /// Wraps a dictionary in which only some keys make sense.
  ///
  /// - Throws: An error for the first other key, in the order of the alphabet.
  init(_ values: [String: Any], keys: [String]) throws(EncodingError) {
    self.values = values
    if let key = values.keys.sorted().first(where: { !keys.contains($0) }) {
      throw EncodingError(
        .settings, key, "the key is not supported here",
        hint: "leave it out; known are \(keys.joined(separator: ", "))")
    }
  }

  func has(_ key: String) -> Bool { values[key] != nil }

  /// A number within a range.
  func number(_ key: String, in range: ClosedRange<Double>) throws(EncodingError) -> Double? {
    guard let value = values[key] else { return nil }
    guard let number = Self.number(value), range.contains(number) else {
      throw wrong(
        key, "a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))")
    }
    return number
  }

  /// A whole number within a range.
  func integer(_ key: String, in range: ClosedRange<Int>) throws(EncodingError) -> Int? {
    guard let value = values[key] else { return nil }
    guard let number = Self.number(value), let whole = Int(exactly: number), range.contains(whole)
    else { throw wrong(key, "a whole number from \(range.lowerBound) to \(range.upperBound)") }
    return whole
  }

  func flag(_ key: String) throws(EncodingError) -> Bool? {
    guard let value = values[key] else { return nil }
    guard let number = Self.number(value), number == 0 || number == 1 else {
      throw wrong(key, "true or false")
    }
    return number == 1
  }

  /// A text that `parse` knows; `known` are the texts that it does.
  func text<Value>(
    _ key: String, _ known: [String], _ parse: (String) -> Value?
  ) throws(EncodingError) -> Value? {
    guard let value = values[key] else { return nil }
    guard let text = Self.text(value), let parsed = parse(text) else {
      throw wrong(key, known.isEmpty ? "a text" : "one of \(known.joined(separator: ", "))")
    }
    return parsed
  }

  /// Bytes that `parse` knows.
  func bytes<Value>(
    _ key: String, count: Int, _ parse: ([UInt8]) -> Value?
  ) throws(EncodingError) -> Value? {
    guard let value = values[key] else { return nil }
    let bytes = (value as? Data).map { [UInt8]($0) } ?? value as? [UInt8]
    guard let bytes, let parsed = parse(bytes) else {
      let found = bytes.map { "\($0.count) bytes" } ?? "\(value)"
      throw EncodingError(
        .settings, key, "expected \(count) bytes, found \(found)",
        hint: "they have the layout of the HEVC SEI message, most significant byte first")
    }
    return parsed
  }

  func dictionary(_ key: String) throws(EncodingError) -> [String: Any]? {
    guard let value = values[key] else { return nil }
    guard let dictionary = value as? [String: Any] else { throw wrong(key, "a dictionary") }
    return dictionary
  }

  private func wrong(_ key: String, _ expected: String) -> EncodingError {
    EncodingError(
      .settings, key, "expected \(expected), found '\(values[key] ?? "")'",
      hint: "give the key such a value, or leave it out")
  }

  /// Numbers come as any type of number.
  private static func number(_ value: Any) -> Double? {
    switch value {
    case let number as Bool: number ? 1 : 0
    case let number as any BinaryInteger: Double(number)
    case let number as any BinaryFloatingPoint: Double(number)
    case let number as NSNumber: number.doubleValue
    default: nil
    }
  }

  /// Texts come as strings or as constants that hold one.
  private static func text(_ value: Any) -> String? {
    value as? String ?? (value as? any RawRepresentable)?.rawValue as? String
  }

  private static func text(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}
