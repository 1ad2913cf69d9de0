// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The keys of the dictionaries, by the texts of AVFoundation's and VideoToolbox's constants.
public enum SettingsKey {
  /// The codec of pictures.
  public static let codec = "AVVideoCodecKey"
  /// Pixels in a row.
  public static let width = "AVVideoWidthKey"
  /// Rows.
  public static let height = "AVVideoHeightKey"
  /// How the source is fitted.
  public static let scalingMode = "AVVideoScalingModeKey"
  /// The dictionary of colours.
  public static let colorProperties = "AVVideoColorPropertiesKey"
  /// Primaries.
  public static let primaries = "ColorPrimaries"
  /// The transfer function.
  public static let transfer = "TransferFunction"
  /// The matrix.
  public static let matrix = "YCbCrMatrix"
  /// The dictionary of what the codec does.
  public static let compressionProperties = "AVVideoCompressionPropertiesKey"
  /// Mean bits a second.
  public static let averageBitRate = "AverageBitRate"
  /// Quality from 0 to 1.
  public static let quality = "Quality"
  /// Profile and level.
  public static let profileLevel = "ProfileLevel"
  /// Frames from key frame to key frame.
  public static let maximumKeyFrameInterval = "MaxKeyFrameInterval"
  /// Seconds from key frame to key frame.
  public static let maximumKeyFrameIntervalDuration = "MaxKeyFrameIntervalDuration"
  /// Whether frames may be reordered.
  public static let allowsFrameReordering = "AllowFrameReordering"
  /// The source's frames a second.
  public static let expectedFrameRate = "ExpectedFrameRate"
  /// H.264's entropy coding.
  public static let entropyMode = "H264EntropyMode"
  /// The mastering display in 24 bytes.
  public static let masteringDisplay = "MasteringDisplayColorVolume"
  /// The light levels in 4 bytes.
  public static let contentLightLevel = "ContentLightLevelInfo"
  /// The dictionary that chooses an encoder.
  public static let encoderSpecification = "AVVideoEncoderSpecificationKey"
  /// The encoder's name.
  public static let encoderID = "EncoderID"
  /// Whether an encoder in hardware may be used, which there is none of.
  public static let enablesHardware = "EnableHardwareAcceleratedVideoEncoder"
  /// Whether an encoder in hardware must be used, which there is none of.
  public static let requiresHardware = "RequireHardwareAcceleratedVideoEncoder"

  /// The codec of sound.
  public static let format = "AVFormatIDKey"
  /// Samples a second.
  public static let sampleRate = "AVSampleRateKey"
  /// Channels.
  public static let channels = "AVNumberOfChannelsKey"
  /// Bits a second of sound.
  public static let audioBitRate = "AVEncoderBitRateKey"
  /// Bits of a sample of linear PCM.
  public static let pcmBitDepth = "AVLinearPCMBitDepthKey"
  /// Whether linear PCM has its high byte first.
  public static let pcmIsBigEndian = "AVLinearPCMIsBigEndianKey"
  /// Whether linear PCM is floating.
  public static let pcmIsFloat = "AVLinearPCMIsFloatKey"
  /// Whether the channels of linear PCM come one after the other.
  public static let pcmIsNonInterleaved = "AVLinearPCMIsNonInterleaved"
}
