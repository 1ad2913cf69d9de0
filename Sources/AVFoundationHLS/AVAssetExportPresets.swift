// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

// The presets of export sessions; `ExportPreset` says what each makes. The text of each constant is
// its name.

/// The preset `LowQuality`.
public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"
/// The preset `MediumQuality`.
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"
/// The preset `HighestQuality`.
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
/// The preset `HEVCHighestQuality`.
public let AVAssetExportPresetHEVCHighestQuality = "AVAssetExportPresetHEVCHighestQuality"
/// The preset `HEVCHighestQualityWithAlpha`.
public let AVAssetExportPresetHEVCHighestQualityWithAlpha =
  "AVAssetExportPresetHEVCHighestQualityWithAlpha"
/// The preset `640x480`.
public let AVAssetExportPreset640x480 = "AVAssetExportPreset640x480"
/// The preset `960x540`.
public let AVAssetExportPreset960x540 = "AVAssetExportPreset960x540"
/// The preset `1280x720`.
public let AVAssetExportPreset1280x720 = "AVAssetExportPreset1280x720"
/// The preset `1920x1080`.
public let AVAssetExportPreset1920x1080 = "AVAssetExportPreset1920x1080"
/// The preset `3840x2160`.
public let AVAssetExportPreset3840x2160 = "AVAssetExportPreset3840x2160"
/// The preset `HEVC1920x1080`.
public let AVAssetExportPresetHEVC1920x1080 = "AVAssetExportPresetHEVC1920x1080"
/// The preset `HEVC1920x1080WithAlpha`.
public let AVAssetExportPresetHEVC1920x1080WithAlpha = "AVAssetExportPresetHEVC1920x1080WithAlpha"
/// The preset `HEVC3840x2160`.
public let AVAssetExportPresetHEVC3840x2160 = "AVAssetExportPresetHEVC3840x2160"
/// The preset `HEVC3840x2160WithAlpha`.
public let AVAssetExportPresetHEVC3840x2160WithAlpha = "AVAssetExportPresetHEVC3840x2160WithAlpha"
/// The preset `HEVC4320x2160`.
public let AVAssetExportPresetHEVC4320x2160 = "AVAssetExportPresetHEVC4320x2160"
/// The preset `HEVC7680x4320`.
public let AVAssetExportPresetHEVC7680x4320 = "AVAssetExportPresetHEVC7680x4320"
/// The preset `MVHEVC960x960`.
public let AVAssetExportPresetMVHEVC960x960 = "AVAssetExportPresetMVHEVC960x960"
/// The preset `MVHEVC1440x1440`.
public let AVAssetExportPresetMVHEVC1440x1440 = "AVAssetExportPresetMVHEVC1440x1440"
/// The preset `MVHEVC4320x4320`.
public let AVAssetExportPresetMVHEVC4320x4320 = "AVAssetExportPresetMVHEVC4320x4320"
/// The preset `MVHEVC7680x7680`.
public let AVAssetExportPresetMVHEVC7680x7680 = "AVAssetExportPresetMVHEVC7680x7680"
/// The preset `AppleM4A`.
public let AVAssetExportPresetAppleM4A = "AVAssetExportPresetAppleM4A"
/// The preset `AppleProRes422LPCM`.
public let AVAssetExportPresetAppleProRes422LPCM = "AVAssetExportPresetAppleProRes422LPCM"
/// The preset `AppleProRes4444LPCM`.
public let AVAssetExportPresetAppleProRes4444LPCM = "AVAssetExportPresetAppleProRes4444LPCM"
/// The preset `AppleM4VCellular`.
public let AVAssetExportPresetAppleM4VCellular = "AVAssetExportPresetAppleM4VCellular"
/// The preset `AppleM4ViPod`.
public let AVAssetExportPresetAppleM4ViPod = "AVAssetExportPresetAppleM4ViPod"
/// The preset `AppleM4V480pSD`.
public let AVAssetExportPresetAppleM4V480pSD = "AVAssetExportPresetAppleM4V480pSD"
/// The preset `AppleM4VAppleTV`.
public let AVAssetExportPresetAppleM4VAppleTV = "AVAssetExportPresetAppleM4VAppleTV"
/// The preset `AppleM4VWiFi`.
public let AVAssetExportPresetAppleM4VWiFi = "AVAssetExportPresetAppleM4VWiFi"
/// The preset `AppleM4V720pHD`.
public let AVAssetExportPresetAppleM4V720pHD = "AVAssetExportPresetAppleM4V720pHD"
/// The preset `AppleM4V1080pHD`.
public let AVAssetExportPresetAppleM4V1080pHD = "AVAssetExportPresetAppleM4V1080pHD"
/// The preset `Passthrough`.
public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"
