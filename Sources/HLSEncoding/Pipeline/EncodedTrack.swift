// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HDRColor

/// A track as an encoder makes it: what a reader must know before the first sample.
public struct EncodedTrack: Sendable {
  /// The codec's own headers.
  public enum Configuration: Sendable {
    /// Sequence and picture parameter sets, each behind its length in four bytes.
    case h264([UInt8])
    /// Video, sequence and picture parameter sets and the SEI messages of static metadata, each
    /// behind its length in four bytes.
    case hevc([UInt8])
    /// An AudioSpecificConfig (ISO/IEC 14496-3).
    case aac([UInt8])
    /// A frame of AC-3, whose head says what all of them are (ETSI TS 102 366).
    case ac3([UInt8])
    /// A frame of E-AC-3 (ETSI TS 102 366 annex E).
    case eac3([UInt8])
    /// Nothing: samples say all that there is to say, as those of ProRes and linear PCM do.
    case none
  }

  /// What is encoded. Boxed: of the two kinds side by side in one piece of memory, the compiler's
  /// code to destroy them looks at bytes that nobody wrote.
  public indirect enum Rendition: Sendable {
    /// Pictures.
    case video(VideoRung)
    /// Sound.
    case audio(AudioRendition)

    /// The folder of the rendition.
    public var directory: String {
      switch self {
      case .video(let rung): rung.name
      case .audio(let rendition): rendition.directory
      }
    }
  }

  /// What is encoded.
  public var rendition: Rendition
  /// The codec's own headers.
  public var configuration: Configuration
  /// Units of time a second.
  public var timescale: Int64
  /// How much earlier than it is presented a sample may be decoded, in the timescale: the time of
  /// the B-frames' reordering, or of the samples that prime an audio decoder.
  public var decodingLead: Int64
  /// What the numbers mean; `nil` for sound.
  public var color: ColorDescription?
  /// What the rung says of the source's display, light and surroundings.
  public var metadata = StaticMetadata()
}

/// A coded picture or a run of coded audio, in decoding order.
public struct EncodedSample: Sendable {
  /// The payload: NAL units behind four-byte lengths, or a frame of AAC.
  public var bytes: [UInt8]
  /// When it is decoded, in the track's timescale; starts at 0 without gaps.
  public var decodeTime: Int64
  /// When it is presented, in the track's timescale; the first picture at 0, priming before 0.
  public var presentationTime: Int64
  /// How long it lasts, in the track's timescale.
  public var duration: Int64
  /// Whether decoding can start here: an IDR picture; always for audio.
  public var isSync: Bool
}

/// Takes the samples of one rendition, on one thread.
public protocol RenditionSink {
  /// Takes the next sample.
  mutating func append(_ sample: EncodedSample) throws
  /// Takes word that the samples so far are whole groups: decoding can start at the next one, which
  /// may be long in coming.
  mutating func endGroups() throws
  /// Takes the end of the track.
  mutating func finish() throws
}

extension RenditionSink {
  /// Waits for the next sample, which says the same.
  public mutating func endGroups() throws {}
}

/// Takes the renditions of a ladder, from several threads at once.
public protocol LadderSink: Sendable {
  /// Makes the place where a rendition's samples go.
  func sink(for track: EncodedTrack) throws -> any RenditionSink
}
