// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The name of an attribute: upper-case letters, digits and hyphens (RFC 8216bis 4.2).
public struct AttributeName: RawRepresentable, Hashable, Sendable, Codable,
  CustomStringConvertible
{
  /// The name as a playlist writes it.
  public let rawValue: String

  /// Creates a name, or `nil` when a character may not stand in one.
  public init?(rawValue: String) {
    guard !rawValue.isEmpty, rawValue.utf8.allSatisfy(Self.allows) else { return nil }
    self.rawValue = rawValue
  }

  /// Creates a name whose characters are known to be right.
  init(unchecked rawValue: String) { self.rawValue = rawValue }

  /// The name as a playlist writes it.
  public var description: String { rawValue }

  /// Whether a byte may stand in a name.
  static func allows(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "A") < 26 || byte &- UInt8(ascii: "0") < 10
      || byte == UInt8(ascii: "-")
  }
}
