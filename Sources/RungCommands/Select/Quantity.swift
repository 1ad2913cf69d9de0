// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A number with a decimal prefix as the command line has it: `5M`, `800MB`, `2.5k`, `5000000`.
enum Quantity {
  /// Reads a number with one of the given units behind it, or none.
  ///
  /// - Returns: `nil` for any other text, and for a number that is not finite and positive.
  static func parse(_ text: String, units: [String]) -> Double? {
    var number = text[...]
    if let unit = units.first(where: { number.hasSuffix($0) }) {
      number = number.dropLast(unit.count)
    }
    var factor = 1.0
    switch number.last {
    case "k", "K": factor = 1000
    case "M": factor = 1_000_000
    case "G": factor = 1_000_000_000
    default: break
    }
    if factor > 1 { number = number.dropLast() }
    guard number.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      let value = Double(number), value.isFinite, value > 0
    else { return nil }
    return value * factor
  }

  /// Bits a second.
  static func bitRate(_ text: String) -> Double? { parse(text, units: ["bit/s", "bps"]) }

  /// Bytes.
  static func bytes(_ text: String) -> UInt64? {
    parse(text, units: ["B"]).flatMap { $0 < 0x1p63 ? UInt64($0) : nil }
  }
}
