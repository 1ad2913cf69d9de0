// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

/// How a live playlist was when it was loaded again, against the load before: facts alone, so that
/// watching for a day takes no more memory than watching for a minute.
struct Reload: Sendable {
  /// Seconds since the first load.
  var seconds: Double
  /// Why nothing could be loaded; the other facts are then those of the load before.
  var failure: String?
  /// Why the playlist does not continue the one before.
  var contradiction: String?
  /// The version that the load before declared, and that this one does.
  var versions: (before: UInt64, after: UInt64) = (1, 1)
  /// Whether segments were removed.
  var hasLostSegments = false
  /// The number of the segment after the last.
  var endSequence: UInt64 = 0
  /// How long the playlist is.
  var duration = ExactDecimal.zero
  /// Whether the playlist has ended.
  var hasEnded = false

  /// A load.
  init(seconds: Double, from before: MediaPlaylist, to after: MediaPlaylist) {
    self.seconds = seconds
    do throws(PlaylistError) {
      try after.checkContinues(before)
    } catch {
      contradiction = error.reason
    }
    versions = (before.declaredVersion ?? 1, after.declaredVersion ?? 1)
    hasLostSegments = after.mediaSequence > before.mediaSequence
    endSequence = after.endSequence
    duration = after.segments.duration
    hasEnded = after.hasEndList
  }

  /// A load that failed.
  init(seconds: Double, failure: String, after last: MediaPlaylist) {
    self.init(seconds: seconds, from: last, to: last)
    self.failure = failure
  }
}
