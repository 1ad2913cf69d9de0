// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension OutputSettings.Audio {
  private static let keys = [
    SettingsKey.format, SettingsKey.sampleRate, SettingsKey.channels, SettingsKey.audioBitRate,
    SettingsKey.pcmBitDepth, SettingsKey.pcmIsBigEndian, SettingsKey.pcmIsFloat,
    SettingsKey.pcmIsNonInterleaved,
  ]
  private static let aac = 0x6161_6320
  private static let pcm = 0x6C70_636D

  /// Reads the dictionary that a writer's audio input takes.
  ///
  /// - Throws: ``EncodingError`` that names the key and the remedy.
  public init(dictionary: [String: Any]) throws(EncodingError) {
    let values = try SettingsDictionary(dictionary, keys: Self.keys)
    let format = try values.integer(SettingsKey.format, in: 0...Int(UInt32.max))
    let depth = try values.integer(SettingsKey.pcmBitDepth, in: 8...32)
    for key in [
      SettingsKey.pcmIsBigEndian, SettingsKey.pcmIsFloat, SettingsKey.pcmIsNonInterleaved,
    ] {
      guard try values.flag(key) != true else {
        throw EncodingError(
          .settings, key, "linear PCM is written as interleaved integers, low byte first",
          hint: "leave the key out, or give false")
      }
    }
    switch (format, depth) {
    case (Self.aac, nil): codec = .aac
    case (Self.pcm, 16): codec = .pcm16
    case (Self.pcm, nil), (Self.pcm, 24): codec = .pcm24
    case (Self.pcm, _):
      throw EncodingError(
        .settings, SettingsKey.pcmBitDepth, "expected 16 or 24 bits, found \(depth ?? 0)",
        hint: "24 bits hold what others do")
    case (Self.aac, _):
      throw EncodingError(
        .settings, SettingsKey.pcmBitDepth, "AAC has no bits of a sample",
        hint: "leave the key out")
    default:
      throw EncodingError(
        .settings, SettingsKey.format, "expected kAudioFormatMPEG4AAC or kAudioFormatLinearPCM",
        hint: "AAC is what every player has")
    }
    sampleRate = try values.integer(SettingsKey.sampleRate, in: 8_000...192_000)
    channels = try values.integer(SettingsKey.channels, in: 1...8)
    bitRate = try values.integer(SettingsKey.audioBitRate, in: 8_000...1_000_000)
    try validate()
  }

  /// The dictionary that a writer's audio input takes.
  public var dictionary: [String: Any] {
    var values: [String: Any] = [SettingsKey.format: UInt32(codec == .aac ? Self.aac : Self.pcm)]
    values[SettingsKey.pcmBitDepth] = codec.pcmBitDepth
    values[SettingsKey.sampleRate] = sampleRate
    values[SettingsKey.channels] = channels
    values[SettingsKey.audioBitRate] = bitRate
    return values
  }

  /// Checks what the types cannot say.
  ///
  /// - Throws: ``EncodingError`` that names the key and the remedy.
  public func validate() throws(EncodingError) {
    if codec.pcmBitDepth != nil, bitRate != nil {
      throw EncodingError(
        .settings, SettingsKey.audioBitRate, "linear PCM has no rate to choose",
        hint: "leave the key out, or name AAC")
    }
    if codec == .aac, let rate = sampleRate, rate > 96_000 {
      throw EncodingError(
        .settings, SettingsKey.sampleRate, "AAC goes up to 96,000 Hz, found \(rate)",
        hint: "48,000 Hz is what video has")
    }
    if codec == .ac3 || codec == .eac3 {
      throw EncodingError(
        .settings, SettingsKey.format, "AC-3 is written into ladders alone, not into exports",
        hint: "name AAC or linear PCM")
    }
  }
}
