// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HDRColor

/// What pictures and sound are written as: the values of the dictionaries that AVFoundation's
/// writers and assistants exchange, with types. What is `nil` follows the source.
public struct OutputSettings: Hashable, Sendable {
  /// The pictures; `nil` for none.
  public var video: Video?
  /// The sound; `nil` for none.
  public var audio: Audio?

  /// Creates settings.
  public init(video: Video? = nil, audio: Audio? = nil) {
    self.video = video
    self.audio = audio
  }

  /// What pictures are written as.
  public struct Video: Hashable, Sendable {
    /// The codec.
    public var codec: VideoCodec
    /// Pixels in a row; given together with ``height``.
    public var width: Int?
    /// Rows; given together with ``width``.
    public var height: Int?
    /// How the source is fitted into the size.
    public var scaling: ScalingMode?
    /// What the numbers mean; pictures that differ are converted.
    public var color: ColorDescription?
    /// How the codec works.
    public var compression: Compression
    /// The encoder, by a name of ``VideoEncoder``.
    public var encoder: String?

    /// Creates settings of pictures.
    public init(
      codec: VideoCodec, width: Int? = nil, height: Int? = nil, scaling: ScalingMode? = nil,
      color: ColorDescription? = nil, compression: Compression = Compression(),
      encoder: String? = nil
    ) {
      self.codec = codec
      self.width = width
      self.height = height
      self.scaling = scaling
      self.color = color
      self.compression = compression
      self.encoder = encoder
    }
  }

  /// How a source is fitted into a size.
  public enum ScalingMode: String, Hashable, Sendable, CaseIterable {
    /// No larger than the size, in the source's shape; the picture itself may be smaller.
    case fit = "AVVideoScalingModeFit"
    /// Exactly the size, whatever becomes of the shape.
    case resize = "AVVideoScalingModeResize"
    /// Exactly the size, in the source's shape between black bars.
    case resizeAspect = "AVVideoScalingModeResizeAspect"
    /// Exactly the size, in the source's shape, cut at two sides.
    case resizeAspectFill = "AVVideoScalingModeResizeAspectFill"
  }

  /// How a codec works.
  public struct Compression: Hashable, Sendable {
    /// Mean bits a second.
    public var averageBitRate: Int?
    /// Quality in place of a rate, from 0 to 1.
    public var quality: Double?
    /// The profile and the level.
    public var profile: CodecProfile?
    /// The most frames from one key frame to the next; 0 leaves it to the encoder.
    public var maximumKeyFrameInterval: Int?
    /// The most seconds from one key frame to the next; 0 leaves it to the encoder.
    public var maximumKeyFrameIntervalDuration: Double?
    /// Whether frames may be coded in another order than they are shown.
    public var allowsFrameReordering: Bool?
    /// The frames a second that the source is expected to have.
    public var expectedFrameRate: Double?
    /// How H.264 codes its symbols.
    public var entropyMode: EntropyMode?
    /// The mastering display of PQ pictures; 24 bytes in a dictionary.
    public var masteringDisplay: MasteringDisplay?
    /// The light levels of PQ pictures; 4 bytes in a dictionary.
    public var contentLightLevel: ContentLightLevel?

    /// Creates properties that leave everything to the encoder.
    public init() {}
  }

  /// How H.264 codes its symbols.
  public enum EntropyMode: String, Hashable, Sendable {
    /// Variable lengths.
    case cavlc = "CAVLC"
    /// Arithmetic coding.
    case cabac = "CABAC"
  }

  /// What sound is written as.
  public struct Audio: Hashable, Sendable {
    /// The codec.
    public var codec: AudioCodec
    /// Samples a second.
    public var sampleRate: Int?
    /// The number of channels.
    public var channels: Int?
    /// Bits a second, for codecs that compress.
    public var bitRate: Int?

    /// Creates settings of sound.
    public init(
      codec: AudioCodec, sampleRate: Int? = nil, channels: Int? = nil, bitRate: Int? = nil
    ) {
      self.codec = codec
      self.sampleRate = sampleRate
      self.channels = channels
      self.bitRate = bitRate
    }
  }
}
