// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Whether a media playlist may change (`EXT-X-PLAYLIST-TYPE`, RFC 8216bis 4.4.3.5).
public struct PlaylistType: EnumeratedString {
  /// The value as a playlist writes it.
  public let rawValue: String

  /// Creates a value, or `nil` when the text cannot stand as an enumerated-string.
  public init?(rawValue: String) {
    guard Self.isWellFormed(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  init(unchecked rawValue: String) { self.rawValue = rawValue }

  /// It never changes.
  public static let vod = PlaylistType(unchecked: "VOD")
  /// It only grows at its end.
  public static let event = PlaylistType(unchecked: "EVENT")

  static let known: Set<PlaylistType> = [.vod, .event]

  /// The value as a playlist writes it.
  public var description: String { rawValue }
}
