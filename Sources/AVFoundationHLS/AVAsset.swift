// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Foundation
public import HLSEncoding
internal import LibAV

// Stores nothing itself; its subclasses are of this module, and guard what they store with a Mutex.
/// Timed media: at a URL, or put together of others.
public class AVAsset: NSObject, @unchecked Sendable {
  override init() {}

  /// What exports see of the asset.
  ///
  /// - Returns: What inspection of a media file found, and what a composition becomes.
  /// - Throws: `EncodingError` for what is no media file, such as a playlist, and for clips that do
  ///   not go together.
  public func mediaSource() async throws -> SourceDescription {
    throw EncodingError(.source, "asset", "expected an asset at a URL or a composition")
  }

  /// The clips of each track, where the asset is edited or exported with more than a preset.
  func timeline() async throws -> [TrackTimeline] { [] }

  /// The tracks of a kind.
  public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
    try await load(.tracks).filter { $0.mediaType == mediaType }
  }

  /// The track of a number; `nil` where there is none.
  public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVAssetTrack? {
    try await load(.tracks).first { $0.trackID == trackID }
  }

  /// All tracks of pictures and sound.
  func allTracks() async throws -> [AVAssetTrack] {
    let source = try await mediaSource()
    return source.tracks.compactMap { stream in
      stream.mediaType.map { AVAssetTrack(stream, of: source, $0) }
    }
  }

  /// How long the asset lasts.
  func loadedDuration() async throws -> CMTime {
    try await mediaSource().duration.map(CMTime.init) ?? .indefinite
  }

  /// Loads a property of media.
  public func load<Value>(_ property: AVAsyncProperty<AVAsset, Value>) async throws -> Value {
    try await property.load(self)
  }

  /// Loads two properties of media.
  public func load<A, B>(
    _ first: AVAsyncProperty<AVAsset, A>, _ second: AVAsyncProperty<AVAsset, B>
  ) async throws -> (A, B) {
    (try await first.load(self), try await second.load(self))
  }
}

extension AVAsyncProperty where Root == AVAsset, Value == [AVAssetTrack] {
  /// The tracks of pictures and sound.
  public static var tracks: Self { Self { try await $0.allTracks() } }
}

extension AVAsyncProperty where Root == AVAsset, Value == CMTime {
  /// How long the asset lasts.
  public static var duration: Self { Self { try await $0.loadedDuration() } }
}

extension StreamDescription {
  /// Apple's name of what the track carries; `nil` for what exports leave out.
  var mediaType: AVMediaType? {
    switch kind {
    case .video: .video
    case .audio: .audio
    case .subtitle, .data, .attachment, .coverArt: nil
    }
  }
}
