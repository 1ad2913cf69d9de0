// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import ISOBMFF

/// Frames of sound one after the other, as packed audio and transport streams hold them.
struct AudioFrames: Sendable {
  /// The formats that HLS has outside MP4.
  enum Kind: Hashable, Sendable {
    case aac, ac3, eac3, mp3

    /// The format of the frame that begins bytes.
    init?(_ bytes: ArraySlice<UInt8>) {
      guard bytes.count >= 6 else { return nil }
      let start = bytes.startIndex
      switch (bytes[start], bytes[start + 1]) {
      case (0xFF, let second) where second & 0xF6 == 0xF0: self = .aac
      case (0xFF, let second) where second & 0xE6 == 0xE2: self = .mp3
      // The identification of the bit stream tells AC-3, up to 10, from E-AC-3.
      case (0x0B, 0x77): self = bytes[start + 5] >> 3 <= 10 ? .ac3 : .eac3
      default: return nil
      }
    }
  }

  /// The format.
  let kind: Kind
  /// The sample entry that the frames would have in MP4.
  let entry: SampleEntry?
  /// Samples a second.
  let sampleRate: UInt32
  /// The samples of all whole frames; 0 where frames could not be counted.
  let sampleCount: Int

  /// Reads frames; `nil` where none begins the bytes.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let kind = Kind(bytes) else { return nil }
    self.kind = kind
    switch kind {
    case .aac: (entry, sampleRate, sampleCount) = Self.aac(bytes)
    case .ac3: (entry, sampleRate, sampleCount) = Self.ac3(bytes)
    case .eac3:
      (entry, sampleRate, sampleCount) = (.other(OpaqueBox(type: "ec-3", content: [])), 0, 0)
    case .mp3:
      let descriptor = ElementaryStreamDescriptor(
        objectTypeIndication: 0x6B, bufferSize: 0, maximumBitRate: 0, averageBitRate: 0,
        decoderSpecificInfo: [])
      entry = .audio(
        AudioSampleEntry(configuration: .mpeg4(descriptor), channels: 2, sampleRate: 0))
      (sampleRate, sampleCount) = (0, 0)
    }
  }

  private static let rates: [UInt32] = [
    96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
  ]

  /// Frames of ADTS (ISO/IEC 13818-7 section 6.2).
  private static func aac(_ bytes: ArraySlice<UInt8>) -> (SampleEntry?, UInt32, Int) {
    var at = bytes.startIndex
    let index = Int(bytes[at + 2] >> 2 & 0xF)
    guard bytes.count >= 7, index < rates.count else { return (nil, 0, 0) }
    let channels = (bytes[at + 2] & 1) << 2 | bytes[at + 3] >> 6
    let config = AudioSpecificConfig.lowComplexity(
      sampleRate: rates[index], channelConfiguration: channels)
    // HE-AAC stands in ADTS as its AAC-LC core, so the profile says no more than that.
    let isLowComplexity = bytes[at + 2] >> 6 == 1
    var count = 0
    while bytes.endIndex - at >= 7, bytes[at] == 0xFF, bytes[at + 1] & 0xF6 == 0xF0 {
      let length =
        Int(bytes[at + 3] & 3) << 11 | Int(bytes[at + 4]) << 3 | Int(bytes[at + 5] >> 5)
      guard length >= 7, length <= bytes.endIndex - at else { break }
      count += 1024 * (Int(bytes[at + 6] & 3) + 1)
      at += length
    }
    return (isLowComplexity ? .audio(AudioSampleEntry(config)) : nil, rates[index], count)
  }

  /// Frames of AC-3 (ETSI TS 102 366 section 4.4.1), each of 1,536 samples.
  private static func ac3(_ bytes: ArraySlice<UInt8>) -> (SampleEntry?, UInt32, Int) {
    let start = bytes.startIndex
    guard bytes.count >= 8 else { return (nil, 0, 0) }
    let code = Int(bytes[start + 4] >> 6)
    let sampleRates: [UInt32] = [48000, 44100, 32000]
    guard code < 3 else { return (nil, 0, 0) }
    let mode = UInt32(bytes[start + 6] >> 5)
    // The bit of low frequencies follows mixing levels that depend on the mode.
    var skipped = 3
    if mode & 1 == 1, mode != 1 { skipped += 2 }
    if mode & 4 == 4 { skipped += 2 }
    if mode == 2 { skipped += 2 }
    let word = UInt32(bytes[start + 6]) << 8 | UInt32(bytes[start + 7])
    let hasLowFrequency = word >> UInt32(15 - skipped) & 1
    let bits =
      UInt32(code) << 22 | UInt32(bytes[start + 5] >> 3) << 17
      | UInt32(bytes[start + 5] & 7) << 14 | mode << 11 | hasLowFrequency << 10
      | UInt32(bytes[start + 4] & 0x3E) << 4
    let record = AC3Configuration(bits: bits)
    let entry = AudioSampleEntry(
      configuration: .ac3(record), channels: UInt16(clamping: record.channels),
      sampleRate: sampleRates[code])
    return (.audio(entry), sampleRates[code], 0)
  }
}
