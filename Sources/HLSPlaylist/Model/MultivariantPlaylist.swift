// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A playlist of playlists: the variants of a presentation and what they share.
///
/// [RFC 8216bis 4.4.6](https://datatracker.ietf.org/doc/html/draft-pantos-hls-rfc8216bis#section-4.4.6)
public struct MultivariantPlaylist: Hashable, Sendable {
  /// Whether every segment of every media playlist decodes by itself
  /// (`EXT-X-INDEPENDENT-SEGMENTS`).
  public var hasIndependentSegments = false

  /// Where to start playing (`EXT-X-START`).
  public var start: StartPoint?

  /// Variables, in the order of their definition (`EXT-X-DEFINE`).
  public var definitions: [VariableDefinition] = []

  /// Where the client learns which pathway to take (`EXT-X-CONTENT-STEERING`).
  public var contentSteering: ContentSteering?

  /// Data for the application (`EXT-X-SESSION-DATA`).
  public var sessionData: [SessionData] = []

  /// Keys that may be fetched early (`EXT-X-SESSION-KEY`).
  public var sessionKeys: [EncryptionKey] = []

  /// Alternative versions of kinds of content (`EXT-X-MEDIA`).
  public var renditions: [Rendition] = []

  /// The versions of the presentation, in the order of the playlist (`EXT-X-STREAM-INF`).
  public var variants: [VariantStream] = []

  /// I-frames of the presentation (`EXT-X-I-FRAME-STREAM-INF`).
  public var iFrameStreams: [IFrameStream] = []

  /// Still images of the presentation (`EXT-X-IMAGE-STREAM-INF`).
  public var imageStreams: [ImageStream] = []

  /// The text that the playlist was read from.
  var source = PlaylistSource<MultivariantPlaylist>()

  /// Creates an empty playlist.
  public init() {}
}
