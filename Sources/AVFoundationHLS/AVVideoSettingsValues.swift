// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

// The values of settings dictionaries.

/// No larger than the size, in the source's shape.
public let AVVideoScalingModeFit = "AVVideoScalingModeFit"
/// Exactly the size.
public let AVVideoScalingModeResize = "AVVideoScalingModeResize"
/// In the source's shape, between bars.
public let AVVideoScalingModeResizeAspect = "AVVideoScalingModeResizeAspect"
/// In the source's shape, cut.
public let AVVideoScalingModeResizeAspectFill = "AVVideoScalingModeResizeAspectFill"
/// BT.709.
public let AVVideoColorPrimaries_ITU_R_709_2 = "ITU_R_709_2"
/// BT.601 of 625 lines.
public let AVVideoColorPrimaries_EBU_3213 = "EBU_3213"
/// BT.601 of 525 lines.
public let AVVideoColorPrimaries_SMPTE_C = "SMPTE_C"
/// P3 with a D65 white.
public let AVVideoColorPrimaries_P3_D65 = "P3_D65"
/// BT.2020.
public let AVVideoColorPrimaries_ITU_R_2020 = "ITU_R_2020"
/// BT.709.
public let AVVideoTransferFunction_ITU_R_709_2 = "ITU_R_709_2"
/// PQ.
public let AVVideoTransferFunction_SMPTE_ST_2084_PQ = "SMPTE_ST_2084_PQ"
/// HLG.
public let AVVideoTransferFunction_ITU_R_2100_HLG = "ITU_R_2100_HLG"
/// BT.709.
public let AVVideoYCbCrMatrix_ITU_R_709_2 = "ITU_R_709_2"
/// BT.601.
public let AVVideoYCbCrMatrix_ITU_R_601_4 = "ITU_R_601_4"
/// BT.2020.
public let AVVideoYCbCrMatrix_ITU_R_2020 = "ITU_R_2020"
/// Variable lengths.
public let AVVideoH264EntropyModeCAVLC = "CAVLC"
/// Arithmetic coding.
public let AVVideoH264EntropyModeCABAC = "CABAC"

/// A codec of pictures, by four characters.
public struct AVVideoCodecType: RawRepresentable, Hashable, Sendable {
  /// Four characters.
  public let rawValue: String

  /// Creates a codec from four characters.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// H.264.
  public static let h264 = AVVideoCodecType(rawValue: "avc1")
  /// HEVC.
  public static let hevc = AVVideoCodecType(rawValue: "hvc1")
  /// HEVC with alpha.
  public static let hevcWithAlpha = AVVideoCodecType(rawValue: "muxa")
  /// ProRes 422 Proxy.
  public static let proRes422Proxy = AVVideoCodecType(rawValue: "apco")
  /// ProRes 422 LT.
  public static let proRes422LT = AVVideoCodecType(rawValue: "apcs")
  /// ProRes 422.
  public static let proRes422 = AVVideoCodecType(rawValue: "apcn")
  /// ProRes 422 HQ.
  public static let proRes422HQ = AVVideoCodecType(rawValue: "apch")
  /// ProRes 4444.
  public static let proRes4444 = AVVideoCodecType(rawValue: "ap4h")
}
