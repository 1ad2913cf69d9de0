// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What a generation of Apple's devices encodes in hardware, as far as that has been published.
///
/// Exports here are always made in software; this is for whoever decides where to export.
public struct HardwareExport: Hashable, Sendable {
  /// How a generation encodes something.
  public enum Support: String, Hashable, Sendable, Codable {
    /// In hardware.
    case hardware
    /// In software.
    case software
    /// Not at all.
    case none
    /// No source that was found says.
    case unknown
  }

  /// The devices, such as `iPhone and iPad with A10 Fusion`.
  public var generation: String
  /// HEVC at 8 bits: SDR.
  public var hevc: Support
  /// HEVC at 10 bits: HDR10 and HLG.
  public var hevcHDR: Support
  /// ProRes.
  public var proRes: Support
  /// Where it is published, or who reports what was.
  public var source: String

  private static let sessions2017 =
    "WWDC 2017 sessions 503 and 511, reported by applech2.com/archives/20170626-hevc-hw-sw-acceleration-mac.html"
  private static let session2020 = "WWDC 2020 session 10010"

  /// Every generation that was found, oldest first in each line of devices.
  public static let all: [HardwareExport] = [
    HardwareExport(
      generation: "iPhone and iPad with A10 Fusion and later", hevc: .hardware, hevcHDR: .hardware,
      proRes: .unknown, source: "\(sessions2017); HDR: \(session2020)"),
    HardwareExport(
      generation: "Mac with Intel Skylake", hevc: .hardware, hevcHDR: .software,
      proRes: .software, source: "\(sessions2017); ProRes: \(session2020)"),
    HardwareExport(
      generation: "Mac of 2017 and later", hevc: .hardware, hevcHDR: .hardware,
      proRes: .software, source: session2020),
    HardwareExport(
      generation: "Mac with M1 Pro or M1 Max", hevc: .hardware, hevcHDR: .hardware,
      proRes: .hardware,
      source:
        "\(session2020); ProRes: videomaker.com/news/m1-pro-and-m1-max-the-most-powerful-chips-apple-has-built"
    ),
    HardwareExport(
      generation: "every other Mac", hevc: .software, hevcHDR: .software, proRes: .software,
      source: session2020),
  ]

  /// How the generation makes what a preset makes of an HDR source; H.264 is not in the sources.
  public func support(for preset: ExportPreset) -> Support {
    switch preset.family {
    case .hevc: hevcHDR
    case .proRes422, .proRes4444: proRes
    case .h264, .hevcWithAlpha, .mvHEVC, .audio, .passthrough: .unknown
    }
  }
}
