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

  /// Samples of a frame.
  var frameSize: Int { self == .aac ? 1024 : 1536 }

  /// Samples that have to follow the last one for it to come out whole: half of AC-3's window.
  /// AAC's encoder adds its own.
  var tail: Int { self == .aac ? 0 : 256 }

  /// The layouts that are encoded; anything else is mixed down to one of them.
  func layout(for source: ChannelLayout) -> ChannelLayout {
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
