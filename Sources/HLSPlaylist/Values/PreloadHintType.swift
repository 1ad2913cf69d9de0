// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What a preload hint announces (`TYPE` of `EXT-X-PRELOAD-HINT`, RFC 8216bis 4.4.5.3).
public struct PreloadHintType: EnumeratedString {
  /// The value as a playlist writes it.
  public let rawValue: String

  /// Creates a value, or `nil` when the text cannot stand as an enumerated-string.
  public init?(rawValue: String) {
    guard Self.isWellFormed(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  init(unchecked rawValue: String) { self.rawValue = rawValue }

  /// The next partial segment.
  public static let part = PreloadHintType(unchecked: "PART")
  /// The next media initialization section.
  public static let map = PreloadHintType(unchecked: "MAP")

  static let known: Set<PreloadHintType> = [.part, .map]

  /// The value as a playlist writes it.
  public var description: String { rawValue }
}
