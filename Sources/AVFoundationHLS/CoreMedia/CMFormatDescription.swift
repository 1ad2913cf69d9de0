// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HLSEncoding
internal import LibAV

/// What media samples are: the codec, and of pictures the size, the rate and the colours.
public final class CMFormatDescription: Sendable {
  /// What is described.
  public let mediaType: AVMediaType
  let format: SourceFormat?
  let sound: AudioStreamBasicDescription?
  /// Four characters: the codec, or how pixels are stored.
  let subType: FourCharCode

  init(_ source: SourceDescription, _ mediaType: AVMediaType) {
    self.mediaType = mediaType
    format = SourceFormat(source)
    sound = nil
    subType = 0
  }

  /// Describes pictures, where no file does.
  public init(pictures format: SourceFormat) {
    mediaType = .video
    self.format = format
    sound = nil
    subType = 0
  }

  init(pictures format: SourceFormat, subType: FourCharCode) {
    mediaType = .video
    self.format = format
    sound = nil
    self.subType = subType
  }

  init(sound: AudioStreamBasicDescription) {
    mediaType = .audio
    format = nil
    self.sound = sound
    subType = sound.mFormatID
  }
}

/// What samples of pictures are.
public typealias CMVideoFormatDescription = CMFormatDescription
/// What samples of sound are.
public typealias CMAudioFormatDescription = CMFormatDescription

/// The extension of a description: primaries.
public let kCMFormatDescriptionExtension_ColorPrimaries = kCVImageBufferColorPrimariesKey
/// The extension of a description: the transfer function.
public let kCMFormatDescriptionExtension_TransferFunction = kCVImageBufferTransferFunctionKey
/// The extension of a description: the matrix.
public let kCMFormatDescriptionExtension_YCbCrMatrix = kCVImageBufferYCbCrMatrixKey
/// The extension of a description: whether code values span the full range.
public let kCMFormatDescriptionExtension_FullRangeVideo = "FullRangeVideo"
/// The extension of a description: bits of a sample.
public let kCMFormatDescriptionExtension_BitsPerComponent = "BitsPerComponent"
/// BT.709.
public let kCMFormatDescriptionColorPrimaries_ITU_R_709_2 =
  kCVImageBufferColorPrimaries_ITU_R_709_2
/// BT.2020.
public let kCMFormatDescriptionColorPrimaries_ITU_R_2020 =
  kCVImageBufferColorPrimaries_ITU_R_2020
/// P3 with a D65 white.
public let kCMFormatDescriptionColorPrimaries_P3_D65 = kCVImageBufferColorPrimaries_P3_D65
/// BT.709.
public let kCMFormatDescriptionTransferFunction_ITU_R_709_2 =
  kCVImageBufferTransferFunction_ITU_R_709_2
/// PQ.
public let kCMFormatDescriptionTransferFunction_SMPTE_ST_2084_PQ =
  kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ
/// HLG.
public let kCMFormatDescriptionTransferFunction_ITU_R_2100_HLG =
  kCVImageBufferTransferFunction_ITU_R_2100_HLG
/// BT.709.
public let kCMFormatDescriptionYCbCrMatrix_ITU_R_709_2 = kCVImageBufferYCbCrMatrix_ITU_R_709_2
/// BT.601.
public let kCMFormatDescriptionYCbCrMatrix_ITU_R_601_4 = kCVImageBufferYCbCrMatrix_ITU_R_601_4
/// BT.2020.
public let kCMFormatDescriptionYCbCrMatrix_ITU_R_2020 = kCVImageBufferYCbCrMatrix_ITU_R_2020
