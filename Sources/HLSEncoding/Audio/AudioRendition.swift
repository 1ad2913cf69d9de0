// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import LibAV

/// An audio rendition: one programme in one codec at one rate.
public struct AudioRendition: Hashable, Sendable {
  /// What is heard.
  public var program: AudioProgram
  /// The codec.
  public var codec: AudioCodec
  /// The channels that are encoded.
  public var layout: ChannelLayout
  /// Mean bits a second.
  public var bitRate: Int
  /// Whether it is the group for slow networks.
  public var isLowRate: Bool
  /// What it is amplified by, in dB.
  public var gain = 0.0
  /// What AC-3 and E-AC-3 say of their loudness (dialnorm), -31 to -1 LUFS, where it is known
  /// beforehand; FFmpeg's encoders say -31 otherwise, with which players change nothing.
  public var dialogueLevel: Int?
  /// The folder, such as `audio-aac-128k-en`.
  public var directory: String

  /// Samples a second.
  public var sampleRate: Int { program.sampleRate }
  /// The language, as BCP 47 writes it; `und` when the source does not say.
  public var language: String { program.language }
  /// The name for people, unique in its group.
  public var name: String { program.name }
  /// Whether players choose it unless told otherwise.
  public var isDefault: Bool { program.isDefault }
  /// The number of channels.
  public var channelCount: Int { layout.channels.count }

  /// The GROUP-ID that variants name: one for each codec, as players that lack a codec refuse every
  /// variant that names it.
  public var groupID: String { isLowRate ? "\(codec.rawValue)-low" : codec.rawValue }
}

/// A variant of a ladder: pictures, and the group of sound that plays with them.
public struct LadderVariant: Sendable {
  /// The pictures.
  public var rung: VideoRung
  /// The members of the group; empty without sound.
  public var sound: [AudioRendition]

  /// The variants of a ladder, in the master's order: the rungs with AAC, each at the rate that
  /// goes with it, then all of them once more with each other codec, since players do not change
  /// from one codec of sound to another while they play.
  public static func all(of rungs: [VideoRung], with audio: [AudioRendition]) -> [LadderVariant] {
    let codecs = AudioCodec.allCases.filter { codec in audio.contains { $0.codec == codec } }
    guard !codecs.isEmpty else { return rungs.map { LadderVariant(rung: $0, sound: []) } }
    return codecs.flatMap { codec in
      rungs.map { rung in
        LadderVariant(
          rung: rung,
          sound: audio.filter {
            $0.codec == codec && (codec != .aac || $0.isLowRate == rung.usesLowRateAudio)
          })
      }
    }
  }
}
