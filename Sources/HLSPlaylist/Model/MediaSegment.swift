// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A piece of the presentation, with everything that applies to it.
///
/// Keys, media initialization and bit rate are those in force at the segment, wherever the
/// playlist writes them: a segment keeps its meaning when those before it are taken away.
public struct MediaSegment: Hashable, Sendable {
  /// The URI of the resource, as written.
  public var uri: String

  /// The duration in seconds (`EXTINF`).
  public var duration: ExactDecimal

  /// A description for people; an empty one counts as none.
  public var title: String?

  /// The part of the resource (`EXT-X-BYTERANGE`), or `nil` for the whole.
  public var byteRange: ByteRange?

  /// How many `EXT-X-DISCONTINUITY` tags stand before the segment: 0, or 1 at a discontinuity.
  public var discontinuityCount = 0

  /// How the segment is encrypted (`EXT-X-KEY`): not at all when empty, else by any one of the
  /// keys, which differ in their formats.
  public var keys: [EncryptionKey] = []

  /// What a decoder needs first (`EXT-X-MAP`).
  ///
  /// No tag ends the effect of a map: without one after a segment with one, a segment gets that.
  public var initialization: MediaInitialization?

  /// When the segment starts in the real world (`EXT-X-PROGRAM-DATE-TIME` before it).
  public var programDateTime: DateTime?

  /// Whether the segment is missing and must not be loaded (`EXT-X-GAP`).
  public var isGap = false

  /// The approximate rate in thousand bits a second (`EXT-X-BITRATE`), never of a byte range.
  ///
  /// No tag ends its effect, as with ``initialization``.
  public var bitRate: UInt64?

  /// How images are laid out in the segment (`EXT-X-TILES`).
  public var tiles: ImageTiles?

  /// The parts that the segment was published in (`EXT-X-PART`).
  public var parts: [PartialSegment] = []

  /// Creates a segment from what it must have.
  public init(
    uri: String, duration: ExactDecimal, title: String? = nil, byteRange: ByteRange? = nil,
    initialization: MediaInitialization? = nil
  ) {
    self.uri = uri
    self.duration = duration
    self.title = title
    self.byteRange = byteRange
    self.initialization = initialization
  }

  /// Whether the segment does not continue the one before it.
  public var isDiscontinuity: Bool {
    get { discontinuityCount > 0 }
    set { discontinuityCount = newValue ? max(discontinuityCount, 1) : 0 }
  }
}
