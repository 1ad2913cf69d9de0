// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// What sound is encoded with.
public enum AudioCodec: String, CaseIterable, Sendable {
  /// AAC-LC, which every player has.
  case aac
  /// AC-3 (Dolby Digital).
  case ac3
  /// E-AC-3 (Dolby Digital Plus).
  case eac3
  /// Linear PCM of 16 bits, low byte first.
  case pcm16
  /// Linear PCM of 24 bits, low byte first.
  case pcm24

  /// The codecs of ladders.
  public static let forLadders: [AudioCodec] = [.aac, .ac3, .eac3]

  /// Bits of a sample; `nil` for what is compressed.
  public var pcmBitDepth: Int? {
    switch self {
    case .pcm16: 16
    case .pcm24: 24
    case .aac, .ac3, .eac3: nil
    }
  }

  /// FFmpeg's name of the encoder, and of the codec.
  var encoder: String {
    switch self {
    case .pcm16: "pcm_s16le"
    case .pcm24: "pcm_s24le"
    case .aac, .ac3, .eac3: rawValue
    }
  }

  /// FFmpeg's name of how the encoder takes samples.
  var sampleFormat: String {
    switch self {
    case .pcm16: "s16"
    case .pcm24: "s32"
    case .aac, .ac3, .eac3: "fltp"
    }
  }

  /// Samples of a frame.
  var frameSize: Int { self == .ac3 || self == .eac3 ? 1536 : 1024 }

  /// Samples that have to follow the last one for it to come out whole: half of AC-3's window.
  /// AAC's encoder adds its own.
  var tail: Int { self == .ac3 || self == .eac3 ? 256 : 0 }

  /// The layouts that are encoded; anything else is mixed down to one of them.
  func layout(for source: ChannelLayout) -> ChannelLayout {
    guard pcmBitDepth == nil else { return source }
    guard source.channels.count > 1 else { return .mono }
    return self == .aac ? .stereo : source.surround ?? .stereo
  }

  /// The mean rate for so many channels, in b/s: for stereo and 5.1 those of authoring rule 2.9,
  /// which has none for stereo in AC-3. Mono in AC-3 takes what FFmpeg's encoders need to keep the
  /// loudness of noise.
  func bitRate(channels: Int) -> Int {
    switch (self, channels) {
    case (.aac, 1): 64_000
    case (.aac, _): 128_000
    case (.ac3, 1), (.eac3, 1): 96_000
    case (.ac3, 2): 192_000
    case (.eac3, 2): 160_000
    case (.ac3, _): 384_000
    case (.eac3, _): 192_000
    // What is not compressed has 48,000 samples a second as a rule.
    case (.pcm16, _), (.pcm24, _): 48_000 * channels * (pcmBitDepth ?? 0)
    }
  }

  /// The rate of AAC for slow networks, in b/s.
  static func lowRate(channels: Int) -> Int { channels == 1 ? 32_000 : 48_000 }
}

extension ChannelLayout {
  /// The layout of AC-3 that takes everything a sound has around the listener; `nil` when it has
  /// no centre or fewer than two channels behind or beside.
  var surround: ChannelLayout? {
    let around = channels.filter { $0.hasPrefix("B") || $0.hasPrefix("S") }
    guard channels.contains("FC"), around.count >= 2 else { return nil }
    return channels.contains("LFE") ? .surround51 : .surround50
  }
}
