// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import ISOBMFF

/// How long frames of sound are heard: tables let the last one before a gap last through it.
struct SoundDuration {
  /// What most frames last, in the timescale.
  private let usual: Int64
  /// What is no gap yet, in the timescale.
  private let tolerance: Int64

  /// What is no gap yet, in seconds: jitter of containers.
  private static let leastGap = 0.1

  /// What EXT-X-GAP is worth, in the timescale.
  private let leastSilence: Int64

  /// Takes the usual duration of a track.
  init(_ rendition: CopyRendition) {
    usual = rendition.survey.usualDuration ?? 0
    tolerance = max(2 * usual, Int64(Self.leastGap * Double(rendition.timescale)))
    leastSilence = max(tolerance, rendition.timescale)
  }

  /// How long a frame is heard, in the timescale.
  func duration(of sample: Sample) -> Int64 {
    let duration = Int64(sample.duration)
    return usual > 0 && duration > usual &+ tolerance ? usual : duration
  }

  /// Whether nothing is there to be heard between two times.
  func isGap(from end: Int64, to start: Int64) -> Bool { start &- end > tolerance }

  /// Whether that lasts a second or more, and players are to be told.
  func isSilence(from end: Int64, to start: Int64) -> Bool { start &- end > leastSilence }
}
