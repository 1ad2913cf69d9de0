// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSEncoding

// The keys of settings dictionaries.

/// The codec.
public let AVVideoCodecKey = SettingsKey.codec
/// Pixels in a row.
public let AVVideoWidthKey = SettingsKey.width
/// Rows.
public let AVVideoHeightKey = SettingsKey.height
/// How a source is fitted.
public let AVVideoScalingModeKey = SettingsKey.scalingMode
/// The dictionary of colours.
public let AVVideoColorPropertiesKey = SettingsKey.colorProperties
/// Primaries.
public let AVVideoColorPrimariesKey = SettingsKey.primaries
/// The transfer function.
public let AVVideoTransferFunctionKey = SettingsKey.transfer
/// The matrix.
public let AVVideoYCbCrMatrixKey = SettingsKey.matrix
/// The dictionary of what the codec does.
public let AVVideoCompressionPropertiesKey = SettingsKey.compressionProperties
/// Mean bits a second.
public let AVVideoAverageBitRateKey = SettingsKey.averageBitRate
/// Quality from 0 to 1.
public let AVVideoQualityKey = SettingsKey.quality
/// Profile and level.
public let AVVideoProfileLevelKey = SettingsKey.profileLevel
/// Frames between key frames.
public let AVVideoMaxKeyFrameIntervalKey = SettingsKey.maximumKeyFrameInterval
/// Seconds between key frames.
public let AVVideoMaxKeyFrameIntervalDurationKey = SettingsKey.maximumKeyFrameIntervalDuration
/// Whether frames may be reordered.
public let AVVideoAllowFrameReorderingKey = SettingsKey.allowsFrameReordering
/// The source's frames a second.
public let AVVideoExpectedSourceFrameRateKey = SettingsKey.expectedFrameRate
/// H.264's entropy coding.
public let AVVideoH264EntropyModeKey = SettingsKey.entropyMode
/// The dictionary that chooses an encoder.
public let AVVideoEncoderSpecificationKey = SettingsKey.encoderSpecification
/// The codec of sound.
public let AVFormatIDKey = SettingsKey.format
/// Samples a second.
public let AVSampleRateKey = SettingsKey.sampleRate
/// Channels.
public let AVNumberOfChannelsKey = SettingsKey.channels
/// Bits a second of sound.
public let AVEncoderBitRateKey = SettingsKey.audioBitRate
/// Bits of a sample of linear PCM.
public let AVLinearPCMBitDepthKey = SettingsKey.pcmBitDepth
/// Whether linear PCM has its high byte first.
public let AVLinearPCMIsBigEndianKey = SettingsKey.pcmIsBigEndian
/// Whether linear PCM is floating.
public let AVLinearPCMIsFloatKey = SettingsKey.pcmIsFloat
/// Whether channels come one after the other.
public let AVLinearPCMIsNonInterleaved = SettingsKey.pcmIsNonInterleaved

/// The mastering display in 24 bytes.
public let kVTCompressionPropertyKey_MasteringDisplayColorVolume = SettingsKey.masteringDisplay
/// The light levels in 4 bytes.
public let kVTCompressionPropertyKey_ContentLightLevelInfo = SettingsKey.contentLightLevel
/// HEVC Main 10 at the level that suits.
public let kVTProfileLevel_HEVC_Main10_AutoLevel = "HEVC_Main10_AutoLevel"
/// HEVC Main at the level that suits.
public let kVTProfileLevel_HEVC_Main_AutoLevel = "HEVC_Main_AutoLevel"
/// H.264 High at the level that suits.
public let AVVideoProfileLevelH264HighAutoLevel = "H264_High_AutoLevel"
/// H.264 Main at the level that suits.
public let AVVideoProfileLevelH264MainAutoLevel = "H264_Main_AutoLevel"
/// H.264 Baseline at the level that suits.
public let AVVideoProfileLevelH264BaselineAutoLevel = "H264_Baseline_AutoLevel"
