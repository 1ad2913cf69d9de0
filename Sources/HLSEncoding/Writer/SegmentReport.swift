// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import LibAV

/// What stands in a segment that an ``AssetWriter`` has made: what playlists are made from.
public struct SegmentReport: Sendable {
  /// What a segment is.
  public enum Kind: Sendable {
    /// The header, which EXT-X-MAP names.
    case initialization
    /// Samples, which can be decoded with the header alone.
    case separable
  }

  /// What the segment is.
  public var kind: Kind
  /// The tracks, in the order of the writer's inputs.
  public var tracks: [Track]

  /// What stands in a segment of a track.
  public struct Track: Sendable {
    /// The number of the track in the file.
    public var id: UInt32
    /// What is encoded.
    public var rendition: EncodedTrack.Rendition
    /// The RFC 6381 string of the samples, such as `hvc1.2.4.L90.90`.
    public var codec: String
    /// Units of time a second, in which all times of the track are whole.
    public var timescale: Int64
    /// When the first sample is presented, in seconds of the samples' time; 0 in a header.
    public var earliestPresentationTime = Rational(0)
    /// How long the samples last, in seconds; 0 in a header.
    public var duration = Rational(0)
    /// The samples.
    public var sampleCount = 0
    /// The first picture of every fragment; none for sound.
    public var firstPictures: [Picture] = []

    /// Whether it is of pictures.
    public var isVideo: Bool {
      if case .video = rendition { true } else { false }
    }
  }

  /// The picture that a fragment begins with.
  public struct Picture: Hashable, Sendable {
    /// When it is presented, in seconds of the samples' time.
    public var presentationTime: Rational
    /// Where it begins in the segment.
    public var offset: UInt64
    /// Its bytes.
    public var length: UInt64
    /// Whether decoding can start with it.
    public var isSync: Bool
    /// Where the fragment's `moof` begins in the segment: an I-frame playlist names the bytes from
    /// there to the end of the picture.
    public var fragmentOffset: UInt64
  }
}

/// Takes the segments that an ``AssetWriter`` makes.
///
/// The calls come one after the other, on a thread of the writer. As long as one lasts, encoders
/// wait, and inputs soon are no longer ready for more.
public protocol SegmentDelegate: AnyObject, Sendable {
  /// Takes a segment.
  ///
  /// - Parameters:
  ///   - segment: Its bytes.
  ///   - report: What stands in it.
  /// - Throws: What keeps the segment from being stored; the writer fails with it.
  func take(_ segment: [UInt8], _ report: SegmentReport) throws
}
