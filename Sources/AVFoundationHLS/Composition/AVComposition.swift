// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Foundation
public import HLSEncoding
internal import LibAV
internal import Synchronization

// Sendable: a Mutex guards all that is stored; the one subclass is of this module.
/// Parts of other assets on one timeline, track by track.
public class AVComposition: AVAsset, @unchecked Sendable {
  /// The tracks and the size of the pictures: all that compositions store.
  struct State {
    var tracks: [AVMutableCompositionTrack] = []
    var naturalSize = CGSize.zero
  }

  let state = Mutex(State())

  /// How long the longest track lasts.
  public var duration: CMTime { tracks.map(\.timeRange.end).max() ?? .zero }

  /// The tracks, the lowest pictures first.
  public var tracks: [AVMutableCompositionTrack] { state.withLock { $0.tracks } }

  /// The size of the pictures; zero where it is left to the clips.
  public var naturalSize: CGSize { state.withLock { $0.naturalSize } }

  /// The tracks of a kind.
  public func tracks(withMediaType mediaType: AVMediaType) -> [AVMutableCompositionTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }

  /// The track of a number.
  public func track(withTrackID trackID: CMPersistentTrackID) -> AVMutableCompositionTrack? {
    tracks.first { $0.trackID == trackID }
  }

  public override func mediaSource() async throws -> SourceDescription {
    let (composition, video) = try CompositionAssembly(try await timeline()).composition(
      size: naturalSize)
    return try CompositionPlan(composition, video).source
  }

  override func timeline() async throws -> [TrackTimeline] { tracks.map(\.timeline) }

  override func allTracks() async throws -> [AVAssetTrack] { tracks }

  override func loadedDuration() async throws -> CMTime { duration }
}

// Sendable: it stores nothing beside what the Mutex of its superclass guards.
/// A composition that can be changed.
public final class AVMutableComposition: AVComposition, @unchecked Sendable {
  /// Creates a composition without tracks.
  public override init() { super.init() }

  /// The size of the pictures; zero where it is left to the clips.
  public override var naturalSize: CGSize {
    get { super.naturalSize }
    set { state.withLock { $0.naturalSize = newValue } }
  }

  /// Adds a track.
  ///
  /// - Parameters:
  ///   - mediaType: Pictures or sound.
  ///   - trackID: Its number, or `kCMPersistentTrackID_Invalid` for any.
  /// - Returns: The track; `nil` where the number is taken or the kind is another.
  @discardableResult
  public func addMutableTrack(
    withMediaType mediaType: AVMediaType, preferredTrackID trackID: CMPersistentTrackID
  ) -> AVMutableCompositionTrack? {
    guard mediaType == .video || mediaType == .audio else { return nil }
    return state.withLock { state in
      let taken = Set(state.tracks.map(\.trackID))
      guard !taken.contains(trackID) else { return nil }
      let free = (taken.max() ?? 0) + 1
      let track = AVMutableCompositionTrack(
        trackID == kCMPersistentTrackID_Invalid ? free : trackID, mediaType)
      state.tracks.append(track)
      return track
    }
  }

  /// Takes a track out.
  public func removeTrack(_ track: AVMutableCompositionTrack) {
    state.withLock { state in state.tracks.removeAll { $0 === track } }
  }

  /// A track that a part of another can be inserted into.
  public func mutableTrack(compatibleWith track: AVAssetTrack) -> AVMutableCompositionTrack? {
    tracks.first { $0.mediaType == track.mediaType }
  }

  /// Puts a part of an asset at a time, its first pictures and its first sound; what was there from
  /// then on comes later.
  ///
  /// - Throws: `EncodingError` for a range that the asset does not have.
  public func insertTimeRange(
    _ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime
  ) async throws {
    let range = try timeRange.seconds()
    let time = startTime.rational ?? duration.rational ?? Rational(0)
    let inserted = try await [AVMediaType.video, .audio].asyncCompactMap { type in
      try await asset.loadTracks(withMediaType: type).first
    }
    guard !inserted.isEmpty else {
      throw EncodingError(.source, "asset", "expected a track with pictures or sound, found none")
    }
    let targets = inserted.map { track in
      mutableTrack(compatibleWith: track)
        ?? addMutableTrack(
          withMediaType: track.mediaType, preferredTrackID: kCMPersistentTrackID_Invalid)
    }
    for (track, target) in zip(inserted, targets) {
      try target?.insertTimeRange(timeRange, of: track, at: CMTime(time))
    }
    for track in tracks where !targets.contains(where: { $0 === track }) {
      track.makeRoom(range.duration, at: time)
    }
  }

  /// Puts black and silence into every track.
  public func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
    for track in tracks { track.insertEmptyTimeRange(timeRange) }
  }

  /// Takes a range out of every track.
  public func removeTimeRange(_ timeRange: CMTimeRange) {
    for track in tracks { track.removeTimeRange(timeRange) }
  }
}

extension Sequence {
  fileprivate func asyncCompactMap<T>(_ body: (Element) async throws -> T?) async rethrows -> [T] {
    var results: [T] = []
    for element in self { if let result = try await body(element) { results.append(result) } }
    return results
  }
}
