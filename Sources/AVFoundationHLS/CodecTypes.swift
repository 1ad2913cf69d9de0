// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

// The codes of Core Media and Core Audio that variants are compared with.

/// Four characters, the first in the highest bits.
public typealias FourCharCode = UInt32

/// A video codec by four characters.
public typealias CMVideoCodecType = FourCharCode

/// An audio format by four characters.
public typealias AudioFormatID = UInt32

/// H.264: `avc1`.
public let kCMVideoCodecType_H264: CMVideoCodecType = 0x6176_6331
/// HEVC: `hvc1`.
public let kCMVideoCodecType_HEVC: CMVideoCodecType = 0x6876_6331
/// Dolby Vision in HEVC: `dvh1`.
public let kCMVideoCodecType_DolbyVisionHEVC: CMVideoCodecType = 0x6476_6831
/// AV1: `av01`.
public let kCMVideoCodecType_AV1: CMVideoCodecType = 0x6176_3031

/// AAC of low complexity: `aac `.
public let kAudioFormatMPEG4AAC: AudioFormatID = 0x6161_6320
/// HE-AAC: `aach`.
public let kAudioFormatMPEG4AAC_HE: AudioFormatID = 0x6161_6368
/// HE-AAC version 2: `aacp`.
public let kAudioFormatMPEG4AAC_HE_V2: AudioFormatID = 0x6161_6370
/// xHE-AAC: `usac`.
public let kAudioFormatMPEGD_USAC: AudioFormatID = 0x7573_6163
/// MP3: `.mp3`.
public let kAudioFormatMPEGLayer3: AudioFormatID = 0x2E6D_7033
/// Dolby Digital: `ac-3`.
public let kAudioFormatAC3: AudioFormatID = 0x6163_2D33
/// Dolby Digital Plus: `ec-3`.
public let kAudioFormatEnhancedAC3: AudioFormatID = 0x6563_2D33
/// Apple Lossless: `alac`.
public let kAudioFormatAppleLossless: AudioFormatID = 0x616C_6163
/// FLAC: `flac`.
public let kAudioFormatFLAC: AudioFormatID = 0x666C_6163
/// Opus: `opus`.
public let kAudioFormatOpus: AudioFormatID = 0x6F70_7573
