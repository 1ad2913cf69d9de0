// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The output protection that a stream needs (`HDCP-LEVEL`, RFC 8216bis 4.4.6.2).
public struct HDCPLevel: EnumeratedString {
  /// The value as a playlist writes it.
  public let rawValue: String

  /// Creates a value, or `nil` when the text cannot stand as an enumerated-string.
  public init?(rawValue: String) {
    guard Self.isWellFormed(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  init(unchecked rawValue: String) { self.rawValue = rawValue }

  /// HDCP of any version.
  public static let type0 = HDCPLevel(unchecked: "TYPE-0")
  /// HDCP of type 1: version 2.2 or later on every device.
  public static let type1 = HDCPLevel(unchecked: "TYPE-1")
  /// No output protection.
  public static let notRequired = HDCPLevel(unchecked: "NONE")

  static let known: Set<HDCPLevel> = [.type0, .type1, .notRequired]

  /// The value as a playlist writes it.
  public var description: String { rawValue }
}
