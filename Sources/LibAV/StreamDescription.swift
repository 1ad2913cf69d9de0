// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HDRColor

/// What a container and its first frames say about a track.
public struct StreamDescription: Sendable {
  /// What a track carries.
  public enum Kind: String, Sendable, Codable {
    /// Moving pictures.
    case video
    /// Sound.
    case audio
    /// Text or bitmaps shown over the pictures.
    case subtitle
    /// Anything else that is timed, such as a timecode.
    case data
    /// A file that comes along, such as a font.
    case attachment
    /// A still picture that stands for the file; libavformat lists it as video.
    case coverArt
  }

  /// The place in the container's list.
  public var index: Int

  /// What the track carries.
  public var kind: Kind

  /// FFmpeg's name of the codec, such as `hevc`.
  public var codecName: String

  /// FFmpeg's name of the profile, such as `Main 10`.
  public var profileName: String?

  /// The codec's level as its headers write it, such as 150 for level 5 of HEVC.
  public var level: Int?

  /// The four characters of the sample entry or stream type, where they are printable.
  public var codecTag: String?

  /// What timestamps count.
  public var timeBase: Rational

  /// The first presentation time, in ``timeBase``.
  public var startTime: Int64?

  /// How long the track lasts, in ``timeBase``.
  public var duration: Int64?

  /// The number of frames that the container declares.
  public var frameCount: Int64?

  /// Bits a second that the container declares.
  public var bitRate: Int64?

  /// The language as the container writes it, such as `eng`.
  public var language: String?

  /// The track's title.
  public var title: String?

  /// The flags that are set, by FFmpeg's names, such as `default` or `comment`.
  public var flags: Set<String>

  /// What only pictures have.
  public var video: VideoParameters?

  /// What only sound has.
  public var audio: AudioParameters?
}

/// The parameters of pictures.
public struct VideoParameters: Sendable {
  /// Pixels in a row, before rotation.
  public var width: Int

  /// Rows, before rotation.
  public var height: Int

  /// The shape of a pixel, width over height; 1 when undeclared.
  public var sampleAspect: Rational

  /// How the picture has to be turned to be upright.
  public var orientation: Orientation

  /// The part of the picture that is to be shown, where whoever reads the container knows one;
  /// libavformat does not say.
  public var cropping: PictureRectangle?

  /// The nominal number of frames a second.
  public var frameRate: Rational

  /// The mean number of frames a second.
  public var averageFrameRate: Rational

  /// How pixels are stored.
  public var pixelFormat: PixelFormat

  /// What the numbers mean.
  public var color: ColorDescription

  /// Where chroma samples lie.
  public var chromaLocation: ChromaLocation

  /// Whether the frames hold two fields.
  public var isInterlaced: Bool

  /// The display on which the picture was mastered, where declared.
  public var masteringDisplay: MasteringDisplay?

  /// How bright the picture gets, where declared.
  public var contentLightLevel: ContentLightLevel?

  /// The Dolby Vision profile and level, where declared.
  public var dolbyVision: DolbyVision?

  /// A Dolby Vision configuration record's profile, level and base-layer compatibility.
  public struct DolbyVision: Hashable, Sendable, Codable {
    /// The profile, such as 5 or 8.
    public var profile: Int
    /// The level, 1 to 13.
    public var level: Int
    /// What the base layer is compatible with: 1 HDR10, 2 SDR, 4 HLG, 0 nothing.
    public var compatibility: Int
  }
}

/// The parameters of sound.
public struct AudioParameters: Sendable {
  /// Samples a second.
  public var sampleRate: Int

  /// The number of channels.
  public var channelCount: Int

  /// FFmpeg's name of the channel layout, such as `stereo` or `5.1(side)`.
  public var channelLayout: String

  /// Whether the layout is merely the usual one of so many channels, since nothing declares one.
  public var isLayoutAssumed = false

  /// Creates parameters.
  public init(
    sampleRate: Int, channelCount: Int, channelLayout: String, isLayoutAssumed: Bool = false
  ) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.channelLayout = channelLayout
    self.isLayoutAssumed = isLayoutAssumed
  }
}

/// How a picture has to be turned to be upright.
public struct Orientation: Hashable, Sendable, Codable {
  /// Degrees clockwise: 0, 90, 180 or 270.
  public var rotation: Int

  /// Whether the picture is mirrored left to right before it is turned.
  public var isMirrored: Bool

  /// Creates an orientation.
  public init(rotation: Int = 0, isMirrored: Bool = false) {
    self.rotation = rotation
    self.isMirrored = isMirrored
  }

  /// Upright as stored.
  public static let upright = Orientation()

  /// Whether width and height change places.
  public var swapsSides: Bool { rotation % 180 != 0 }
}

/// A part of a picture, in pixels from its upper left corner.
public struct PictureRectangle: Hashable, Sendable, Codable {
  /// Pixels to the left of the part.
  public var x: Int
  /// Rows above the part.
  public var y: Int
  /// Pixels in a row.
  public var width: Int
  /// Rows.
  public var height: Int

  /// Creates a part; from the upper left corner by default.
  public init(x: Int = 0, y: Int = 0, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// What two parts share; the other one where they share nothing.
  public func intersection(_ other: PictureRectangle) -> PictureRectangle {
    let (left, top) = (max(x, other.x), max(y, other.y))
    let right = min(x &+ width, other.x &+ other.width)
    let bottom = min(y &+ height, other.y &+ other.height)
    guard right > left, bottom > top else { return other }
    return PictureRectangle(x: left, y: top, width: right - left, height: bottom - top)
  }
}
