// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A list of segments that play one after another: one variant or rendition.
///
/// [RFC 8216bis 4.4.3](https://datatracker.ietf.org/doc/html/draft-pantos-hls-rfc8216bis#section-4.4.3)
public struct MediaPlaylist: Hashable, Sendable {
  /// The least whole number of seconds that no segment's rounded duration exceeds
  /// (`EXT-X-TARGETDURATION`).
  public var targetDuration: UInt64

  /// The number of the first segment (`EXT-X-MEDIA-SEQUENCE`).
  public var mediaSequence: UInt64 = 0

  /// The number of the first discontinuity sequence (`EXT-X-DISCONTINUITY-SEQUENCE`).
  public var discontinuitySequence: UInt64 = 0

  /// Whether no segments will be added (`EXT-X-ENDLIST`).
  public var hasEndList = false

  /// How the playlist may change (`EXT-X-PLAYLIST-TYPE`).
  public var type: PlaylistType?

  /// Whether each segment is one I-frame (`EXT-X-I-FRAMES-ONLY`).
  public var isIFramesOnly = false

  /// Whether each segment holds images (`EXT-X-IMAGES-ONLY`, a vendor's tag).
  public var isImagesOnly = false

  /// Whether every segment decodes by itself (`EXT-X-INDEPENDENT-SEGMENTS`).
  public var hasIndependentSegments = false

  /// Where to start playing (`EXT-X-START`).
  public var start: StartPoint?

  /// Variables, in the order of their definition (`EXT-X-DEFINE`).
  public var definitions: [VariableDefinition] = []

  /// What holds for all parts (`EXT-X-PART-INF`).
  public var partInformation: PartInformation?

  /// What the server offers (`EXT-X-SERVER-CONTROL`).
  public var serverControl: ServerControl?

  /// The segments that a delta update leaves out before the first one here (`EXT-X-SKIP`).
  public var skip: Skip?

  /// The segments, in order.
  public var segments = MediaSegments()

  /// The segment at the live edge, of which only parts are published.
  public var unfinishedSegment: UnfinishedSegment?

  /// Stretches of time with attributes, a tag each (`EXT-X-DATERANGE`).
  public var dateRanges: [DateRange] = []

  /// Resources that will be needed soon (`EXT-X-PRELOAD-HINT`).
  public var preloadHints: [PreloadHint] = []

  /// How far other renditions have got (`EXT-X-RENDITION-REPORT`).
  public var renditionReports: [RenditionReport] = []

  /// The text that the playlist was read from.
  var source = PlaylistSource<MediaPlaylist>()

  /// Creates an empty playlist.
  public init(targetDuration: UInt64) { self.targetDuration = targetDuration }
}
