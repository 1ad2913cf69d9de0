// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Coding of values as the text that a playlist has for them.
enum LosslessText {
  /// Reads a value from its text.
  static func decode<Value: LosslessStringConvertible>(from decoder: any Decoder) throws -> Value {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Value(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected a \(Value.self), found '\(text)'")
    }
    return value
  }

  /// Writes a value as its text.
  static func encode(_ value: some LosslessStringConvertible, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value.description)
  }
}

extension ExactDecimal: Codable {
  /// Reads a decimal from its text, such as `"6.00600"`, or from a number.
  public init(from decoder: any Decoder) throws {
    if let number = try? decoder.singleValueContainer().decode(Double.self), number.isFinite {
      self.init(floatLiteral: number)
    } else {
      self = try LosslessText.decode(from: decoder)
    }
  }

  /// Writes the decimal as a number where that loses nothing (15 digits at most), else as its
  /// text.
  public func encode(to encoder: any Encoder) throws {
    let number = doubleValue
    guard significand.magnitude < 1_000_000_000_000_000 else {
      return try LosslessText.encode(self, to: encoder)
    }
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}
