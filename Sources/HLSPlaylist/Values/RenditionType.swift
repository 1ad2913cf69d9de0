// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What a rendition holds (`TYPE` of `EXT-X-MEDIA`, RFC 8216bis 4.4.6.1).
public struct RenditionType: EnumeratedString {
  /// The value as a playlist writes it.
  public let rawValue: String

  /// Creates a value, or `nil` when the text cannot stand as an enumerated-string.
  public init?(rawValue: String) {
    guard Self.isWellFormed(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  init(unchecked rawValue: String) { self.rawValue = rawValue }

  /// Sound.
  public static let audio = RenditionType(unchecked: "AUDIO")
  /// Pictures.
  public static let video = RenditionType(unchecked: "VIDEO")
  /// Subtitles in a playlist of their own.
  public static let subtitles = RenditionType(unchecked: "SUBTITLES")
  /// Captions inside the video.
  public static let closedCaptions = RenditionType(unchecked: "CLOSED-CAPTIONS")

  static let known: Set<RenditionType> = [.audio, .video, .subtitles, .closedCaptions]

  /// The value as a playlist writes it.
  public var description: String { rawValue }
}
