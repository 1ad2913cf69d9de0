// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import LibAV

/// Gives settings to start from: those of a preset, filled in from a source's format.
///
/// Apple publishes no values. Those that are known from public code are taken over; all others are
/// Rung's, and ``bitRateOrigin`` says which a rate is.
public struct OutputSettingsAssistant: Sendable {
  /// The preset.
  public let preset: ExportPreset

  /// What comes in; settings never scale it up, and keep its range where the codec can.
  public var source: SourceFormat?

  /// Apple's names of the presets that an assistant takes, each with that of its export preset.
  public static let presets: [(name: String, preset: ExportPreset)] =
    ExportPreset.all.filter { preset in
      preset.limit != nil && preset.fileTypes != [.m4v] && !preset.name.hasSuffix("Quality")
    }.map { preset in
      (
        preset.name.replacing(
          "AVAssetExportPreset", with: "AVOutputSettingsPreset", maxReplacements: 1),
        preset
      )
    }

  /// Creates an assistant for a preset by Apple's name, such as `AVOutputSettingsPreset1920x1080`,
  /// or by that on the command line; `nil` where there is none of that name, or where it is one
  /// that cannot be encoded here.
  public init?(preset name: String) {
    let found = Self.presets.first { $0.name == name || $0.preset.commandName == name }
    guard let preset = found?.preset, preset.refusal == nil else { return nil }
    self.preset = preset
  }

  /// Settings of pictures.
  public var videoSettings: OutputSettings.Video? { preset.settings(for: source)?.video }

  /// Settings of sound: stereo AAC at 48 kHz.
  public var audioSettings: OutputSettings.Audio? {
    OutputSettings.Audio(
      codec: .aac, sampleRate: 48_000, channels: 2, bitRate: AudioCodec.aac.bitRate(channels: 2))
  }

  /// The kind of file that goes with the settings.
  public var fileType: FileType { .mov }

  /// Where the rate of ``videoSettings`` is known from.
  public var bitRateOrigin: ExportPreset.Origin {
    videoSettings?.compression.averageBitRate == ExportPreset.publicBitRate ? .published : .rung
  }

  /// The mean duration of a frame that is assumed, in seconds: 1/30 unless the source says.
  public var averageFrameDuration: Rational { source?.frameRate.inverse ?? Rational(1, 30) }
}
