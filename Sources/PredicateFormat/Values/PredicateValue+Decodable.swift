// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension PredicateValue: Decodable {
  /// Reads any value of JSON: nil, Booleans, numbers, strings, lists and dictionaries.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let values = try? container.decode([PredicateValue].self) {
      self = .list(values)
    } else {
      self = .dictionary(try container.decode([String: PredicateValue].self))
    }
  }
}
