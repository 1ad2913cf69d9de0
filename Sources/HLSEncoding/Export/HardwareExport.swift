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
  /// H.264.
  public var h264: Support
  /// HEVC at 8 bits: SDR.
  public var hevc: Support
  /// HEVC at 10 bits: HDR10 and HLG.
  public var hevcHDR: Support
  /// ProRes.
  public var proRes: Support
  /// Where it is published, or who reports what was; for ``Support/unknown`` that nobody does.
  public var source: String

  /// How the generation makes what a preset makes of an HDR source.
  ///
  /// HEVC with alpha and MV-HEVC are in none of the sources.
  public func support(for preset: ExportPreset) -> Support {
    switch preset.family {
    case .h264: h264
    case .hevc: hevcHDR
    case .proRes422, .proRes4444: proRes
    case .hevcWithAlpha, .mvHEVC, .audio, .passthrough: .unknown
    }
  }
}
