// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HLSEncoding
public import HLSPlaylist
internal import LibAV

/// What was written of a rendition: everything that playlists and reports are made from.
public struct RenditionRecord: SegmentedRendition {
  /// What was encoded.
  public var rendition: EncodedTrack.Rendition
  /// The RFC 6381 string of the samples, such as `hvc1.2.4.L120.90`; with commas between those of
  /// tracks that stand in the same segments.
  public var codec: String
  /// Units of time a second.
  public var timescale: Int64
  /// The segments, in order.
  public var segments: [Segment]
  /// The services of closed captions in the pictures, by INSTREAM-ID.
  public var captions: [String] = []
  /// What EXT-X-MAP names.
  public var initialization: MediaInitialization? = MediaInitialization(uri: initializationName)

  /// The folder of the rendition.
  public var directory: String { rendition.directory }

  /// Whether it is pictures for players that wind, and no variant.
  var isTrickPlay: Bool {
    if case .video(let rung) = rendition { rung.isTrickPlay } else { false }
  }

  /// Whether it is pictures of a variant.
  var isRung: Bool {
    if case .video(let rung) = rendition { !rung.isTrickPlay } else { false }
  }

  /// Ends the presentation at a time in seconds if it goes on beyond it.
  mutating func end(by end: Rational) {
    let excess = duration - end.multiplied(by: timescale)
    guard excess > 0, let last = segments.indices.last else { return }
    segments[last].duration = max(0, segments[last].duration - excess)
  }

  /// A segment: a file, or a stretch of the file that holds the whole rendition.
  public struct Segment: Hashable, Sendable {
    /// The file's name within the rendition's folder.
    public var name: String
    /// Where the segment begins in a file that holds others too; `nil` for a file of its own.
    public var offset: UInt64?
    /// Bytes of the segment.
    public var size: UInt64 = 0
    /// How long the segment is presented, in the timescale.
    public var duration: Int64 = 0
    /// The samples.
    public var sampleCount = 0
    /// The key pictures, one a fragment; empty for sound.
    public var keyPictures: [KeyPicture] = []
    /// What EXT-X-MAP names, where it is not what the rendition begins with.
    public var initialization: MediaInitialization?
    /// How the segment is encrypted (EXT-X-KEY); empty in the clear.
    public var keys: [EncryptionKey] = []
    /// Whether there is nothing to be loaded (EXT-X-GAP).
    public var isGap = false
    /// Whether another recording begins here (EXT-X-DISCONTINUITY).
    public var isDiscontinuous = false
  }

  /// A key picture with the description of its fragment.
  public struct KeyPicture: Hashable, Sendable {
    /// Where the fragment's `moof` starts in the file.
    public var offset: UInt64
    /// The bytes from there to the end of the picture.
    public var length: UInt64
    /// When the picture is presented, in the timescale.
    public var presentationTime: Int64
  }

  /// The name of the init segment within the rendition's folder.
  public static let initializationName = "init.mp4"
  /// The name of the media playlist within the rendition's folder.
  public static let playlistName = "playlist.m3u8"
  /// The name of the I-frame playlist within the rendition's folder.
  public static let iFramePlaylistName = "iframes.m3u8"
  /// The files of which a rendition has one at least.
  static let names = [initializationName, playlistName, iFramePlaylistName]
}
