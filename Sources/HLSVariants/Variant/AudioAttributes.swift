// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HLSPlaylist
public import ISOBMFF

/// What a variant says of its sound.
public struct AudioAttributes: Hashable, Sendable {
  /// The audio codecs of `CODECS` as formats of Core Audio; empty where none are declared.
  public var formatIDs: [FourCC]

  /// The renditions of the variant's audio group; empty when the sound is in the variant's own
  /// playlist, or the group is not defined.
  public var renditions: [Rendition] { group.renditions }

  let group: RenditionGroup

  /// Reads the attributes of a stream; `nil` when it declares no audio codec and names no group.
  init?(_ stream: VariantStream, codecs: [MediaCodec], group: RenditionGroup) {
    formatIDs = []
    for codec in codecs where codec.kind == .audio && !formatIDs.contains(codec.type) {
      formatIDs.append(codec.type)
    }
    guard !formatIDs.isEmpty || stream.audio != nil else { return nil }
    self.group = group
  }

  /// What is declared for one option alone; `nil` when the variant does not offer it or its
  /// rendition declares neither channels nor a sample rate.
  public func renditionSpecificAttributes(
    for option: MediaSelectionOption
  ) -> RenditionSpecificAttributes? {
    group[option].flatMap(RenditionSpecificAttributes.init)
  }
}

extension AudioAttributes {
  /// Whether a lossless format is declared.
  public var isLossless: Bool { formatIDs.contains("alac") || formatIDs.contains("flac") }
}

/// What is declared for one audio rendition of a variant (`CHANNELS`, `SAMPLE-RATE`).
public struct RenditionSpecificAttributes: Hashable, Sendable {
  /// The number of independent channels; more than 2 is rich multichannel.
  public var channelCount: Int?

  /// Samples a second. AVFoundation has it in predicates alone.
  public var sampleRate: Double?

  /// Whether the sound is made for headphones.
  public var isBinaural: Bool

  /// Whether the sound is virtualised or processed for headphones or speakers.
  public var isImmersive: Bool

  /// Whether the sound is derived from a multichannel rendition with the same timing.
  public var isDownmix: Bool

  /// Identifiers of spatial coding, such as `JOC` for Dolby Atmos.
  public var codingIdentifiers: [String]

  /// Reads the attributes of a rendition; `nil` when it declares none of them.
  init?(_ rendition: Rendition) {
    guard rendition.channels != nil || rendition.sampleRate != nil else { return nil }
    let usage = rendition.channels?.usageIndicators ?? []
    channelCount = rendition.channels?.count
    sampleRate = rendition.sampleRate.map { Double($0) }
    isBinaural = usage.contains("BINAURAL")
    isImmersive = usage.contains("IMMERSIVE")
    isDownmix = usage.contains("DOWNMIX")
    codingIdentifiers = rendition.channels?.codingIdentifiers ?? []
  }
}
