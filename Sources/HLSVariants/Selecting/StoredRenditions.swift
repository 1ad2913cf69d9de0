// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
internal import ISOBMFF

/// The renditions of a variant that media selections take.
struct StoredRenditions {
  private(set) var audio: [Rendition] = []
  private(set) var subtitles: [Rendition] = []

  init(asset: Asset, variant: AssetVariant, selections: [MediaSelection]) {
    let group = variant.audioAttributes?.group ?? .empty
    let legible = asset.mediaSelectionGroup(for: .legible)
    for selection in selections {
      if let rendition = Self.rendition(for: selection.audible, in: group),
        !audio.contains(rendition)
      {
        audio.append(rendition)
      }
      // Forced subtitles belong to the sound, whether or not others are read.
      for option in [selection.legible, legible?.forcedOption(for: selection.audible)] {
        guard let option,
          let rendition = variant.subtitleGroup[option],
          !subtitles.contains(rendition)
        else { continue }
        subtitles.append(rendition)
      }
    }
  }

  /// The option's version in a group; where it has none, the one in the option's language, the
  /// default one, the first.
  private static func rendition(
    for option: MediaSelectionOption?, in group: RenditionGroup
  ) -> Rendition? {
    if let option {
      if let own = group[option] { return own }
      if let language = option.language {
        let wanted = LanguageTag(language)
        let near = group.renditions.first { rendition in
          rendition.language.map {
            wanted.distance(to: LanguageTag($0), readsScript: false) != nil
          } ?? false
        }
        if let near { return near }
      }
    }
    return group.renditions.first { $0.isDefault ?? false } ?? group.renditions.first
  }
}

extension Selector {
  /// The I-frames that go with a variant: of its range, else SDR; as large, else the next smaller;
  /// of several the lowest bit rate.
  func iFrames(for variant: AssetVariant) -> IFrameStream? {
    guard let video = variant.videoAttributes else { return nil }
    let pathway = variant.stream.pathwayID ?? "."
    let playable = asset.playlist.iFrameStreams.filter { stream in
      (stream.pathwayID ?? ".") == pathway
        && stream.codecs.allSatisfy { device.plays(MediaCodec(parsing: $0)) }
    }
    let height = video.presentationSize?.height ?? .max
    for range in [video.videoRange, .sdr] {
      let fitting = playable.filter {
        ($0.videoRange ?? .sdr) == range && ($0.resolution?.height ?? 0) <= height
      }
      let best = fitting.max { a, b in
        let (left, right) = (a.resolution?.height ?? 0, b.resolution?.height ?? 0)
        return left != right ? left < right : a.bandwidth > b.bandwidth
      }
      if let best { return best }
    }
    return nil
  }
}
