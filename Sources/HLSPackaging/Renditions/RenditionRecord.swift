// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HLSEncoding
public import HLSPlaylist

/// What was written of a rendition: everything that playlists and reports are made from.
public struct RenditionRecord: Sendable {
  /// What was encoded.
  public var rendition: EncodedTrack.Rendition
  /// The RFC 6381 string of the samples, such as `hvc1.2.4.L120.90`.
  public var codec: String
  /// Units of time a second.
  public var timescale: Int64
  /// The segments, in order.
  public var segments: [Segment]

  /// A segment file.
  public struct Segment: Hashable, Sendable {
    /// The file's name within the rendition's folder.
    public var name: String
    /// Bytes of the file.
    public var size: UInt64
    /// How long the segment is presented, in the timescale.
    public var duration: Int64
    /// The samples.
    public var sampleCount: Int
    /// The key pictures, one a fragment; empty for sound.
    public var keyPictures: [KeyPicture]
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

  /// How long the rendition is presented, in the timescale.
  public var duration: Int64 { segments.reduce(0) { $0 + $1.duration } }
  /// Bytes of all segments.
  public var size: UInt64 { segments.reduce(0) { $0 + $1.size } }
  /// The number of samples.
  public var sampleCount: Int { segments.reduce(0) { $0 + $1.sampleCount } }

  /// Durations as playlists say them, of spans that end at these times.
  ///
  /// Each is the difference of two rounded times, so that their sum never drifts from the truth
  /// by more than a microsecond (authoring rule 8.1).
  func durations(endingAt ends: [Int64]) -> [ExactDecimal] {
    var previous = ExactDecimal.zero
    return ends.map { end in
      let time = ExactDecimal(end, over: timescale, decimals: 6) ?? previous
      defer { previous = time }
      return time - previous
    }
  }

  /// The durations of the segments.
  public var segmentDurations: [ExactDecimal] {
    var end: Int64 = 0
    return durations(
      endingAt: segments.map { segment in
        end += segment.duration
        return end
      })
  }

  /// The spans from each key picture to the next, the last to the end of the presentation.
  public var keyPictureDurations: [ExactDecimal] {
    let times = segments.flatMap(\.keyPictures).map(\.presentationTime)
    return durations(endingAt: Array(times.dropFirst()) + [duration])
  }
}
