// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// How session data at a URI is written (`FORMAT` of `EXT-X-SESSION-DATA`).
public struct SessionDataFormat: EnumeratedString {
  /// The value as a playlist writes it.
  public let rawValue: String

  /// Creates a value, or `nil` when the text cannot stand as an enumerated-string.
  public init?(rawValue: String) {
    guard Self.isWellFormed(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  init(unchecked rawValue: String) { self.rawValue = rawValue }

  /// A JSON document.
  public static let json = SessionDataFormat(unchecked: "JSON")
  /// Bytes that the application reads.
  public static let raw = SessionDataFormat(unchecked: "RAW")

  static let known: Set<SessionDataFormat> = [.json, .raw]

  /// The value as a playlist writes it.
  public var description: String { rawValue }
}
