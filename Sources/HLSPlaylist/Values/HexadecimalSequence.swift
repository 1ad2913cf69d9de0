// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A number written in hexadecimal, such as an initialization vector (RFC 8216bis 4.2).
///
/// Its digits are kept, since leading zeros and an odd count of digits mean something to some
/// readers. Lower-case digits become upper-case ones.
public struct HexadecimalSequence: Hashable, Sendable {
  /// The digits, in upper case, without `0x`.
  public let digits: String

  /// Creates a sequence from one digit or more, or returns `nil` for other text.
  public init?(digits: String) {
    guard !digits.isEmpty, digits.utf8.allSatisfy({ Self.value(of: $0) != nil }) else {
      return nil
    }
    self.digits = digits.uppercased()
  }

  /// Creates a sequence of two digits a byte; `nil` for no bytes.
  public init?(bytes: [UInt8]) {
    self.init(
      digits: bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
  }

  /// The number's bytes, most significant first; an odd count of digits is led by a zero.
  public var bytes: [UInt8] {
    let values = (digits.utf8.count % 2 == 0 ? [] : [0]) + digits.utf8.compactMap(Self.value)
    return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

extension HexadecimalSequence: LosslessStringConvertible, Codable {
  /// Reads `0x` or `0X` and digits, or returns `nil` for other text.
  public init?(_ text: String) {
    guard text.hasPrefix("0x") || text.hasPrefix("0X") else { return nil }
    self.init(digits: String(text.dropFirst(2)))
  }

  /// The sequence as a playlist writes it.
  public var description: String { "0x" + digits }

  /// Reads the sequence from its text.
  public init(from decoder: any Decoder) throws {
    self = try LosslessText.decode(from: decoder)
  }

  /// Writes the sequence as its text.
  public func encode(to encoder: any Encoder) throws {
    try LosslessText.encode(self, to: encoder)
  }
}
