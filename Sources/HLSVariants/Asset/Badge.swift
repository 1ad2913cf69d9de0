// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
internal import ISOBMFF

/// A mark by which a service tells how good a title is, by rule and never by guess.
public enum Badge: String, CaseIterable, Sendable {
  /// A variant of at least 3840 pixels on its longer side.
  case ultraHD = "4K"
  /// A variant with a Dolby Vision codec, in `CODECS` or `SUPPLEMENTAL-CODECS`. PQ alone is not
  /// Dolby Vision.
  case dolbyVision = "Dolby Vision"
  /// A PQ variant that plays without Dolby Vision.
  case hdr10 = "HDR10"
  /// An HLG variant that plays without Dolby Vision.
  case hlg = "HLG"
  /// A variant with `ec-3` whose audio group has a rendition coded with JOC. Sixteen channels alone
  /// are not Dolby Atmos.
  case dolbyAtmos = "Dolby Atmos"
  /// A rendition of six channels or more without spatial coding.
  case surround = "5.1"
  /// A variant with `alac` or `fLaC`.
  case lossless = "Lossless"
  /// Closed captions, or subtitles that transcribe spoken dialogue.
  case captions = "Captions"
  /// A variant whose pictures are for two eyes.
  case spatial = "Spatial"
}

extension Asset {
  /// The badges that the playlist earns, in the order of ``Badge``.
  public var badges: [Badge] { Badge.allCases.filter(isEarned) }

  private func isEarned(_ badge: Badge) -> Bool {
    switch badge {
    case .ultraHD:
      variants.contains { variant in
        variant.videoAttributes?.presentationSize.map { max($0.width, $0.height) >= 3840 }
          ?? false
      }
    case .dolbyVision: variants.contains { $0.videoAttributes?.isDolbyVision ?? false }
    case .hdr10: variants.contains { $0.videoAttributes?.videoRange == .pq && $0.hasPlainBase }
    case .hlg: variants.contains { $0.videoAttributes?.videoRange == .hlg && $0.hasPlainBase }
    case .dolbyAtmos: variants.contains(where: \.hasAtmos)
    case .surround:
      playlist.renditions.contains { rendition in
        guard rendition.type == .audio, let channels = rendition.channels else { return false }
        return (channels.count ?? 0) >= 6 && channels.codingIdentifiers.isEmpty
      }
    case .lossless: variants.contains { $0.audioAttributes?.isLossless ?? false }
    case .captions:
      playlist.renditions.contains { rendition in
        rendition.type == .closedCaptions
          || rendition.type == .subtitles
            && rendition.characteristics.contains(MediaSelectionOption.transcribesDialog)
      }
    case .spatial:
      variants.contains { variant in
        variant.videoAttributes?.videoLayoutAttributes
          .contains { !$0.stereoViewComponents.isEmpty } ?? false
      }
    }
  }
}

extension AssetVariant {
  /// Whether `CODECS` itself is not Dolby Vision, so that the pictures play without it.
  fileprivate var hasPlainBase: Bool { !codecs.contains { $0.dolbyVision != nil } }

  fileprivate var hasAtmos: Bool {
    guard let audio = audioAttributes, audio.formatIDs.contains("ec-3") else { return false }
    return audio.group.hasJointObjectCoding
  }
}
