// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Foundation
internal import HLSEncoding
internal import LibAV
internal import Synchronization

/// No track.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0

// Sendable: a Mutex guards all that is stored beside the constants of the superclass.
/// A track of a composition, which holds parts of tracks of files.
public final class AVMutableCompositionTrack: AVAssetTrack, @unchecked Sendable {
  /// All that the track stores.
  private struct State {
    var timeline: TrackTimeline
    var preferredTransform = CGAffineTransform.identity
    var isEnabled = true
  }

  private let state: Mutex<State>

  override init(_ trackID: CMPersistentTrackID, _ mediaType: AVMediaType) {
    state = Mutex(State(timeline: TrackTimeline(trackID: trackID, mediaType: mediaType)))
    super.init(trackID, mediaType)
  }

  /// What exports take of the track: nothing where it is not enabled.
  var timeline: TrackTimeline {
    state.withLock { state in
      var timeline = state.timeline
      if !state.isEnabled { timeline.clips = [] }
      return timeline
    }
  }

  /// Whether the track is seen or heard.
  public var isEnabled: Bool {
    get { state.withLock { $0.isEnabled } }
    set { state.withLock { $0.isEnabled = newValue } }
  }

  /// How pictures are to be turned. Exports without a video composition turn each clip upright as
  /// its file says; the transform is kept for code that reads it.
  public override var preferredTransform: CGAffineTransform {
    get { state.withLock { $0.preferredTransform } }
    set { state.withLock { $0.preferredTransform = newValue } }
  }

  /// From 0 to the end of the last part.
  public override var timeRange: CMTimeRange {
    CMTimeRange(TimeRange(duration: state.withLock { $0.timeline.duration }))
  }

  /// The size of the first part's pictures as they are stored.
  public override var naturalSize: CGSize {
    let video = state.withLock { $0.timeline.clips.first?.source.mainVideo?.video }
    return video.map { CGSize(width: $0.width, height: $0.height) } ?? .zero
  }

  /// Puts a part of a track of a file at a time; what was there from then on comes later. A time
  /// that is not valid is the end.
  ///
  /// - Throws: `EncodingError` for a range that the track does not have, and for a track of another
  ///   kind.
  public func insertTimeRange(
    _ timeRange: CMTimeRange, of track: AVAssetTrack, at startTime: CMTime
  ) throws {
    let range = try timeRange.seconds()
    try state.withLock { try $0.timeline.insert(range, of: track, at: startTime.rational) }
  }

  /// Puts black or silence at a range; what was there from then on comes later.
  public func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
    guard let range = try? timeRange.seconds() else { return }
    makeRoom(range.duration, at: range.start)
  }

  /// Takes a range out; what lies behind it comes sooner.
  public func removeTimeRange(_ timeRange: CMTimeRange) {
    guard let range = try? timeRange.seconds() else { return }
    state.withLock { $0.timeline.remove(range) }
  }

  func makeRoom(_ length: Rational, at time: Rational) {
    state.withLock { state in
      // Behind the end nothing has to move.
      guard time < state.timeline.duration else { return }
      try? state.timeline.makeRoom(length, at: time)
    }
  }
}
