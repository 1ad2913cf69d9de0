// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HLSPlaylist
public import ISOBMFF

/// What a variant says of its pictures.
public struct VideoAttributes: Hashable, Sendable {
  /// The dynamic range (`VIDEO-RANGE`); SDR where none is declared.
  public var videoRange: VideoRange

  /// The video codecs of `CODECS` and, after them, of `SUPPLEMENTAL-CODECS`; empty where none are
  /// declared. Whether AVFoundation lists the supplemental ones is not published.
  public var codecTypes: [FourCC]

  /// The size in pixels (`RESOLUTION`).
  public var presentationSize: Resolution?

  /// Frames a second (`FRAME-RATE`).
  public var nominalFrameRate: Double?

  /// The layouts of the pictures (`REQ-VIDEO-LAYOUT`), several when they change over time; empty
  /// where none are declared.
  public var videoLayoutAttributes: [VideoLayout]

  /// The profiles and levels of Dolby Vision, of `CODECS` first.
  public var dolbyVision: [DolbyVisionProfile]

  /// Reads the attributes of a stream; `nil` when it declares no video: no video codec, no size,
  /// no frame rate, no range and no layout.
  init?(_ stream: VariantStream, codecs: [MediaCodec], supplemental: [MediaCodec]) {
    let video = codecs.filter { $0.kind == .video }
    let enhanced = supplemental.filter { $0.kind == .video }
    guard
      !video.isEmpty || !enhanced.isEmpty || stream.resolution != nil || stream.frameRate != nil
        || stream.videoRange != nil || !stream.requiredVideoLayouts.isEmpty
    else { return nil }
    videoRange = stream.videoRange ?? .sdr
    codecTypes = []
    dolbyVision = []
    for codec in video + enhanced {
      if !codecTypes.contains(codec.type) { codecTypes.append(codec.type) }
      guard let (profile, level) = codec.dolbyVision else { continue }
      dolbyVision.append(DolbyVisionProfile(profile: profile, level: level))
    }
    presentationSize = stream.resolution
    nominalFrameRate = stream.frameRate?.doubleValue
    videoLayoutAttributes = stream.requiredVideoLayouts.map(VideoLayout.init(parsing:))
  }
}

extension VideoAttributes {
  /// Whether a Dolby Vision codec is declared: PQ alone is not Dolby Vision.
  public var isDolbyVision: Bool { codecTypes.contains { Self.dolbyVisionTypes.contains($0) } }

  /// The sample formats of Dolby Vision.
  static let dolbyVisionTypes: Set<FourCC> = ["dvh1", "dvhe", "dav1", "dva1", "dvav"]
}

/// A profile and level of Dolby Vision.
public struct DolbyVisionProfile: Hashable, Sendable {
  /// The profile, such as 5 or 8.
  public var profile: UInt8
  /// The level, from 1 (1280x720 at 24) on.
  public var level: UInt8
}

/// How pictures are laid out: for one eye or both, and how they are projected
/// (an element of `REQ-VIDEO-LAYOUT`, RFC 8216bis 4.4.6.2).
public struct VideoLayout: Hashable, Sendable {
  /// The eyes that pictures are for.
  public struct StereoViewComponents: OptionSet, Hashable, Sendable {
    /// The eyes as bits.
    public let rawValue: UInt64
    /// Creates a set from bits.
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    /// The left eye.
    public static let leftEye = StereoViewComponents(rawValue: 1)
    /// The right eye.
    public static let rightEye = StereoViewComponents(rawValue: 2)
  }

  /// The eyes; none for monoscopic pictures and where nothing is said.
  public var stereoViewComponents: StereoViewComponents = []

  /// How pictures are projected, such as `PROJ-EQUI`; `nil` for flat ones and where nothing is
  /// said.
  public var projection: String?

  /// Specifiers that are neither known channels nor projections.
  public var unknownSpecifiers: [String] = []

  /// Reads an element such as `CH-STEREO/PROJ-HEQU`.
  init(parsing text: String) {
    for specifier in text.split(separator: "/") {
      switch specifier {
      case "CH-STEREO": stereoViewComponents = [.leftEye, .rightEye]
      case "CH-MONO", "PROJ-RECT": break
      case "PROJ-EQUI", "PROJ-HEQU", "PROJ-PRIM", "PROJ-AIV": projection = String(specifier)
      default: unknownSpecifiers.append(String(specifier))
      }
    }
  }
}
