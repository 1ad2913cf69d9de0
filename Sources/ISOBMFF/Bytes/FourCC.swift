// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A four-character code: the type of a box, a brand, or the name of a sample format.
public struct FourCC: RawRepresentable, Hashable, Sendable {
  /// The four bytes, the first in the highest bits.
  public var rawValue: UInt32

  /// Creates a code from its four bytes.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

extension FourCC: ExpressibleByStringLiteral {
  /// Creates a code from its characters, as in `"moov"`; a shorter text is padded with spaces.
  public init(stringLiteral value: StaticString) { self.init("\(value)") }

  /// Creates a code from the first four bytes of a text, padded with spaces.
  public init(_ text: String) {
    var value: UInt32 = 0
    var bytes = text.utf8.makeIterator()
    for _ in 0..<4 { value = value << 8 | UInt32(bytes.next() ?? 0x20) }
    self.init(rawValue: value)
  }
}

extension FourCC: CustomStringConvertible {
  /// The four characters; a byte that is not printable ASCII is shown as `\xA9`.
  public var description: String {
    var text = ""
    for shift in stride(from: 24, through: 0, by: -8) {
      let byte = UInt8(truncatingIfNeeded: rawValue >> UInt32(shift))
      if (0x20..<0x7F).contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "\\x" + Hexadecimal.twoDigits(byte)
      }
    }
    return text
  }
}

/// Bytes in hexadecimal, which the standard library writes without leading zeros.
enum Hexadecimal {
  /// Two upper-case digits.
  static func twoDigits(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}
