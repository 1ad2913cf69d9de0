// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HDRColor

/// What the samples of a video track are: `avc1`, `hvc1`, `av01` and their like
/// (ISO/IEC 14496-12 section 12.1.3).
public struct VideoSampleEntry: Hashable, Sendable {
  /// The name of the format; `encv` when the samples are encrypted.
  public var format: FourCC
  /// The width of the coded picture in pixels.
  public var width: UInt16
  /// The height of the coded picture in pixels.
  public var height: UInt16
  /// The decoder configuration; `nil` when the format needs none.
  public var configuration: VideoConfiguration?
  /// The colour: the `colr` box.
  public var color: ColorDescription?
  /// Whether the colour box is QuickTime's `nclc`, which does not say the range, and not `nclx`.
  public var hasQuickTimeColor = false
  /// The shape of a pixel: the `pasp` box.
  public var pixelAspectRatio: PixelAspectRatio?
  /// The part of the picture to show: the `clap` box.
  public var cleanAperture: CleanAperture?
  /// The mastering display: the `mdcv` box.
  public var masteringDisplay: MasteringDisplay?
  /// The light levels: the `clli` box.
  public var contentLightLevel: ContentLightLevel?
  /// The light around the viewer: the `amve` box.
  public var ambientViewingEnvironment: AmbientViewingEnvironment?
  /// The Dolby Vision configuration.
  public var dolbyVision: DolbyVisionConfiguration?
  /// The rates: the `btrt` box.
  public var bitRate: BitRate?
  /// How the samples are encrypted: the `sinf` box.
  public var protection: ProtectionScheme?
  /// Boxes that this library does not look into, in order.
  public var otherBoxes: [OpaqueBox] = []

  /// Creates an entry as this library writes it: `avc1`, `hvc1` or `av01`.
  public init(
    configuration: VideoConfiguration, width: UInt16, height: UInt16, color: ColorDescription?,
    pixelAspectRatio: PixelAspectRatio? = .square, masteringDisplay: MasteringDisplay? = nil,
    contentLightLevel: ContentLightLevel? = nil,
    ambientViewingEnvironment: AmbientViewingEnvironment? = nil
  ) {
    format = configuration.format
    self.width = width
    self.height = height
    self.configuration = configuration
    self.color = color
    self.pixelAspectRatio = pixelAspectRatio
    self.masteringDisplay = masteringDisplay
    self.contentLightLevel = contentLightLevel
    self.ambientViewingEnvironment = ambientViewingEnvironment
  }

  /// Creates an `avc1` or `hvc1` entry whose size, pixel shape, colour and HDR10 metadata are those
  /// that the parameter sets and SEI units say. A stream that is silent on its colour gets
  /// `defaultColor`, one that is silent on the pixel's shape a square.
  ///
  /// - Throws: ``ISOBMFFError`` when there is no SPS, or one that cannot be read, or sets that
  ///   contradict each other.
  public init(
    _ sets: ParameterSets, defaultColor: ColorDescription = .bt709
  ) throws(ISOBMFFError) {
    let size: (width: Int, height: Int)
    let usability: VideoUsability
    let configuration: VideoConfiguration
    switch sets.codec {
    case .h264:
      let record = try AVCConfiguration(sets)
      let sequence = try record.sequenceParameterSet()
      (size, usability) = ((sequence.width, sequence.height), sequence.usability)
      configuration = .avc(record)
    case .hevc:
      let record = try HEVCConfiguration(sets)
      let sequence = try record.sequenceParameterSet()
      (size, usability) = ((sequence.width, sequence.height), sequence.usability)
      configuration = .hevc(record)
    }
    self.init(
      configuration: configuration, width: UInt16(clamping: size.width),
      height: UInt16(clamping: size.height), color: usability.color(orElse: defaultColor),
      pixelAspectRatio: usability.pixelAspectRatio ?? .square)
    for message in sets.metadata {
      switch message {
      case .masteringDisplay(let display): masteringDisplay = display
      case .contentLightLevel(let level): contentLightLevel = level
      case .ambientViewingEnvironment(let environment): ambientViewingEnvironment = environment
      default: break
      }
    }
  }

  /// The format that the samples have once they are decrypted.
  public var clearFormat: FourCC { protection?.originalFormat ?? format }
}
