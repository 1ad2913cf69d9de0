// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CX265
public import HDRColor

/// What an HEVC rung is encoded with.
public struct HEVCSettings: Sendable {
  /// Pixels in a row; even.
  public var width: Int
  /// Rows; even.
  public var height: Int
  /// Frames a second, as a ratio.
  public var frameRate: (numerator: UInt32, denominator: UInt32)
  /// What the numbers mean; written to the VUI.
  public var color: ColorDescription
  /// Where chroma lies, by HEVC's type: 0 left, 2 top left; `nil` leaves it out of the VUI.
  public var chromaLocation: Int32?
  /// Mean bits a second.
  public var bitRate: Int
  /// Bits a second at which the decoder's buffer fills.
  public var maximumRate: Int
  /// The decoder's buffer, in bits.
  public var bufferSize: Int
  /// How full the buffer is at the start, from 0 to 1.
  public var initialFullness: Double
  /// An x265 preset, `ultrafast` to `placebo`.
  public var preset: String
  /// Bits of a sample: 10 for Main 10, 8 for Main.
  public var bitDepth: Int
  /// A constant rate factor in place of ``bitRate``, which ``maximumRate`` still caps.
  public var rateFactor: Double?
  /// Whether frames may be coded in another order than they are shown.
  public var allowsReordering: Bool
  /// The mastering display, written as an SEI message.
  public var masteringDisplay: MasteringDisplay?
  /// The light levels, written as an SEI message.
  public var contentLightLevel: ContentLightLevel?

  /// Further options of the library, such as `aq-mode=3` and `no-sao`.
  public var parameters: [String] = []

  /// Creates settings.
  public init(
    width: Int, height: Int, frameRate: (numerator: UInt32, denominator: UInt32),
    color: ColorDescription, chromaLocation: Int32? = nil, bitRate: Int, maximumRate: Int,
    bufferSize: Int, initialFullness: Double = 0.9, preset: String = "medium",
    bitDepth: Int = 10, rateFactor: Double? = nil, allowsReordering: Bool = true,
    masteringDisplay: MasteringDisplay? = nil, contentLightLevel: ContentLightLevel? = nil
  ) {
    self.width = width
    self.height = height
    self.frameRate = frameRate
    self.color = color
    self.chromaLocation = chromaLocation
    self.bitRate = bitRate
    self.maximumRate = maximumRate
    self.bufferSize = bufferSize
    self.initialFullness = initialFullness
    self.preset = preset
    self.bitDepth = bitDepth
    self.rateFactor = rateFactor
    self.allowsReordering = allowsReordering
    self.masteringDisplay = masteringDisplay
    self.contentLightLevel = contentLightLevel
  }

  /// The presets that libx265 knows, fastest first.
  public static let presets = [
    "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower",
    "veryslow", "placebo",
  ]
}

extension HEVCSettings {
  func apply(
    to parameters: UnsafeMutablePointer<x265_param>, _ library: UnsafePointer<x265_api>
  ) throws(X265Error) {
    guard unsafe library.pointee.param_default_preset(parameters, preset, nil) == 0 else {
      throw X265Error(
        description: "unknown preset '\(preset)': expected one of "
          + Self.presets.joined(separator: ", "))
    }
    for option in options {
      guard unsafe library.pointee.param_parse(parameters, option.name, option.value) == 0 else {
        throw X265Error(
          description: "libx265 refuses '\(option.value)' for its option '\(option.name)'")
      }
    }
    unsafe parameters.pointee.sourceWidth = Int32(clamping: width)
    unsafe parameters.pointee.sourceHeight = Int32(clamping: height)
    unsafe parameters.pointee.fpsNum = frameRate.numerator
    unsafe parameters.pointee.fpsDenom = frameRate.denominator
    unsafe parameters.pointee.internalCsp = X265_CSP_I420
    unsafe parameters.pointee.internalBitDepth = Int32(clamping: bitDepth)
    unsafe parameters.pointee.logLevel = X265_LOG_NONE
    unsafe parameters.pointee.bRepeatHeaders = 0
    unsafe parameters.pointee.bAnnexB = 0
    unsafe parameters.pointee.bEmitInfoSEI = 0
    for option in self.parameters {
      let parts = option.split(separator: "=", maxSplits: 1).map(String.init)
      let value = parts.count > 1 ? parts[1] : nil
      guard unsafe library.pointee.param_parse(parameters, parts[0], value) == 0 else {
        throw X265Error(description: "libx265 refuses '\(option)'")
      }
    }
    // Where there is a mastering display alone, libx265 would say light levels of 0.
    unsafe parameters.pointee.bEmitCLL = contentLightLevel == nil ? 0 : 1
    let mode = rateFactor == nil ? X265_RC_ABR : X265_RC_CRF
    unsafe parameters.pointee.rc.rateControlMode = Int32(mode.rawValue)
    if let rateFactor { unsafe parameters.pointee.rc.rfConstant = rateFactor }
    if !allowsReordering { unsafe parameters.pointee.bframes = 0 }
    unsafe parameters.pointee.rc.bitrate = kilobits(bitRate)
    unsafe parameters.pointee.rc.vbvMaxBitrate = kilobits(maximumRate)
    unsafe parameters.pointee.rc.vbvBufferSize = kilobits(bufferSize)
    unsafe parameters.pointee.rc.vbvBufferInit = initialFullness
    unsafe applyColor(to: parameters)
    guard unsafe library.pointee.param_apply_profile(parameters, profile) == 0 else {
      throw X265Error(description: "libx265 refuses profile \(profile)")
    }
  }

  private var profile: String { bitDepth == 8 ? "main" : "main10" }

  /// Options by name. One thread, closed GOPs, and IDRs only where the caller asks for them.
  private var options: [(name: String, value: String)] {
    var options = [
      ("frame-threads", "1"), ("wpp", "0"), ("pools", "1"), ("lookahead-slices", "0"),
      ("open-gop", "0"), ("scenecut", "0"), ("keyint", "-1"), ("high-tier", "0"), ("aud", "0"),
    ]
    if let masteringDisplay { options.append(("master-display", text(masteringDisplay))) }
    if let contentLightLevel {
      let levels = contentLightLevel
      options.append(
        (
          "max-cll",
          "\(levels.maximumContentLightLevel),\(levels.maximumFrameAverageLightLevel)"
        ))
    }
    return options
  }

  private func text(_ display: MasteringDisplay) -> String {
    func pair(_ name: String, _ point: MasteringDisplay.Chromaticity) -> String {
      "\(name)(\(point.x),\(point.y))"
    }
    return pair("G", display.green) + pair("B", display.blue) + pair("R", display.red)
      + pair("WP", display.whitePoint)
      + "L(\(display.maximumLuminance),\(display.minimumLuminance))"
  }

  private func applyColor(to parameters: UnsafeMutablePointer<x265_param>) {
    unsafe parameters.pointee.vui.aspectRatioIdc = 1
    unsafe parameters.pointee.vui.bEnableVideoSignalTypePresentFlag = 1
    unsafe parameters.pointee.vui.videoFormat = 5
    unsafe parameters.pointee.vui.bEnableVideoFullRangeFlag = color.isFullRange ? 1 : 0
    unsafe parameters.pointee.vui.bEnableColorDescriptionPresentFlag = 1
    unsafe parameters.pointee.vui.colorPrimaries = Int32(color.primaries.rawValue)
    unsafe parameters.pointee.vui.transferCharacteristics = Int32(color.transfer.rawValue)
    unsafe parameters.pointee.vui.matrixCoeffs = Int32(color.matrix.rawValue)
    if let chromaLocation {
      unsafe parameters.pointee.vui.bEnableChromaLocInfoPresentFlag = 1
      unsafe parameters.pointee.vui.chromaSampleLocTypeTopField = chromaLocation
      unsafe parameters.pointee.vui.chromaSampleLocTypeBottomField = chromaLocation
    }
  }

  /// libx265 takes kilobits; rounding down keeps caps.
  private func kilobits(_ bits: Int) -> Int32 { max(1, Int32(clamping: bits / 1000)) }
}
