// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HDRColor
public import ISOBMFF
internal import LibAV

/// What HDR rungs say of the display, the light and the surroundings that the source was made for.
///
/// It is copied from the source where it can be true, measured where that was asked for, and never
/// made up.
public struct StaticMetadata: Hashable, Sendable {
  /// The mastering display, for PQ rungs of a PQ source.
  public var masteringDisplay: MasteringDisplay?
  /// The light levels, for PQ rungs of a PQ source.
  public var contentLightLevel: ContentLightLevel?
  /// The light around the viewer, for rungs of the source's own range.
  public var ambientViewingEnvironment: AmbientViewingEnvironment?

  /// Takes what is credible out of a source's metadata, and says what is not.
  ///
  /// Light levels that were measured stand in for missing or incredible ones, never for others.
  static func credible(
    in source: SourceDescription, _ measured: MeasuredLight?
  ) -> (metadata: StaticMetadata, doubts: [String]) {
    var metadata = StaticMetadata()
    var doubts: [String] = []
    guard let video = source.mainVideo?.video, video.videoRange != .sdr else {
      return (metadata, doubts)
    }
    if video.videoRange == .pq {
      if let display = video.masteringDisplay {
        if let reason = display.implausibility {
          doubts.append("the mastering display is dropped: \(reason)")
        } else {
          metadata.masteringDisplay = display
        }
      }
      if let levels = video.contentLightLevel {
        if let reason = levels.implausibility {
          doubts.append("the light levels are dropped: \(reason)")
        } else {
          metadata.contentLightLevel = levels
        }
      }
      let found = measured?.contentLightLevel
      if found?.implausibility == nil {
        metadata.contentLightLevel = metadata.contentLightLevel ?? found
      }
    }
    if let ambient = source.evidence.ambientViewingEnvironment.value {
      if ambient.illuminance > 0, ambient.light.y > 0 {
        metadata.ambientViewingEnvironment = ambient
      } else {
        doubts.append("the ambient viewing environment is dropped: it has no light")
      }
    }
    return (metadata, doubts)
  }

  /// The peak that drives the tone map: measured, else of the light levels, else of the display.
  func peak(_ measured: MeasuredLight?) -> PicturePeak {
    PicturePeak(
      measured: measured?.peak, contentLightLevel: contentLightLevel,
      masteringDisplay: masteringDisplay)
  }

  /// What rungs of a range carry of it.
  func carried(by range: VideoRange, from source: VideoRange) -> StaticMetadata {
    guard range == source, range != .sdr else { return StaticMetadata() }
    return self
  }
}
