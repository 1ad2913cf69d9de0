// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSEncoding
internal import LibAV

/// How samples of sound are stored.
public struct AudioStreamBasicDescription: Hashable, Sendable {
  /// Samples a second.
  public var mSampleRate: Float64
  /// The codec, ``kAudioFormatLinearPCM``.
  public var mFormatID: AudioFormatID
  /// What samples are, by the flags `kAudioFormatFlag…`.
  public var mFormatFlags: UInt32
  /// Bytes of a packet.
  public var mBytesPerPacket: UInt32
  /// Frames of a packet, 1.
  public var mFramesPerPacket: UInt32
  /// Bytes of the samples of one time.
  public var mBytesPerFrame: UInt32
  /// Channels.
  public var mChannelsPerFrame: UInt32
  /// Bits of a sample.
  public var mBitsPerChannel: UInt32
  /// 0.
  public var mReserved: UInt32

  /// Creates a description.
  public init(
    mSampleRate: Float64 = 0, mFormatID: AudioFormatID = 0, mFormatFlags: UInt32 = 0,
    mBytesPerPacket: UInt32 = 0, mFramesPerPacket: UInt32 = 0, mBytesPerFrame: UInt32 = 0,
    mChannelsPerFrame: UInt32 = 0, mBitsPerChannel: UInt32 = 0, mReserved: UInt32 = 0
  ) {
    self.mSampleRate = mSampleRate
    self.mFormatID = mFormatID
    self.mFormatFlags = mFormatFlags
    self.mBytesPerPacket = mBytesPerPacket
    self.mFramesPerPacket = mFramesPerPacket
    self.mBytesPerFrame = mBytesPerFrame
    self.mChannelsPerFrame = mChannelsPerFrame
    self.mBitsPerChannel = mBitsPerChannel
    self.mReserved = mReserved
  }

  /// How a sample is stored; `nil` where a writer does not take such.
  var sampleFormat: SoundBuffer.SampleFormat? {
    let unwanted = kAudioFormatFlagIsBigEndian | kAudioFormatFlagIsNonInterleaved
    guard mFormatID == kAudioFormatLinearPCM, mFormatFlags & unwanted == 0,
      (1...768_000).contains(mSampleRate)
    else { return nil }
    let isFloat = mFormatFlags & kAudioFormatFlagIsFloat != 0
    let format: SoundBuffer.SampleFormat
    switch (isFloat, mBitsPerChannel) {
    case (true, 32): format = .float32
    case (false, 16): format = .int16
    case (false, 32): format = .int32
    default: return nil
    }
    return Int(mBytesPerFrame) == format.byteCount * Int(mChannelsPerFrame) ? format : nil
  }

  /// The usual layout of so many channels, as Apple's tags for AAC have them.
  var channelLayout: ChannelLayout? {
    switch mChannelsPerFrame {
    case 1: .mono
    case 2: .stereo
    case 5: .surround50
    case 6: ChannelLayout("5.1")
    case 8: ChannelLayout("7.1")
    default: nil
    }
  }
}

/// Linear PCM: `lpcm`.
public let kAudioFormatLinearPCM: AudioFormatID = 0x6C70_636D
/// Samples are floating numbers.
public let kAudioFormatFlagIsFloat: UInt32 = 1
/// Samples have their high byte first.
public let kAudioFormatFlagIsBigEndian: UInt32 = 2
/// Samples are integers with a sign.
public let kAudioFormatFlagIsSignedInteger: UInt32 = 4
/// Samples fill their bytes.
public let kAudioFormatFlagIsPacked: UInt32 = 8
/// Channels come one after the other.
public let kAudioFormatFlagIsNonInterleaved: UInt32 = 32
