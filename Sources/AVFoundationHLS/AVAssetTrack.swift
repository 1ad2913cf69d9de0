// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Foundation
internal import HDRColor
internal import HLSEncoding
internal import LibAV

// What is stored does not change; the one subclass is of this module, and guards what it stores.
/// A track of a media file or of a composition.
public class AVAssetTrack: NSObject, @unchecked Sendable {
  /// What the track carries.
  public let mediaType: AVMediaType
  /// The track's number in its asset.
  public let trackID: CMPersistentTrackID
  /// The track in its file; `nil` for one of a composition.
  let media: (source: SourceDescription, stream: StreamDescription)?

  init(_ stream: StreamDescription, of source: SourceDescription, _ mediaType: AVMediaType) {
    self.mediaType = mediaType
    trackID = CMPersistentTrackID(clamping: stream.index + 1)
    media = (source, stream)
  }

  init(_ trackID: CMPersistentTrackID, _ mediaType: AVMediaType) {
    self.mediaType = mediaType
    self.trackID = trackID
    media = nil
  }

  /// The size of the pictures, before any rotation.
  public var naturalSize: CGSize {
    let video = media?.stream.video
    return CGSize(width: video?.width ?? 0, height: video?.height ?? 0)
  }

  /// How pictures have to be turned to be upright.
  public var preferredTransform: CGAffineTransform {
    CGAffineTransform(media?.stream.video?.orientation ?? .upright, of: naturalSize)
  }

  /// When the track is seen or heard, from its own start.
  public var timeRange: CMTimeRange {
    let own = media.flatMap {
      $0.stream.timeRange ?? $0.source.duration.map { TimeRange(duration: $0) }
    }
    return own.map(CMTimeRange.init) ?? .invalid
  }

  /// Loads a property.
  public func load<Value>(_ property: AVAsyncProperty<AVAssetTrack, Value>) async throws -> Value {
    try await property.load(self)
  }

  /// Loads two properties.
  public func load<A, B>(
    _ first: AVAsyncProperty<AVAssetTrack, A>, _ second: AVAsyncProperty<AVAssetTrack, B>
  ) async throws -> (A, B) {
    (try await first.load(self), try await second.load(self))
  }

  /// Loads three properties.
  public func load<A, B, C>(
    _ first: AVAsyncProperty<AVAssetTrack, A>, _ second: AVAsyncProperty<AVAssetTrack, B>,
    _ third: AVAsyncProperty<AVAssetTrack, C>
  ) async throws -> (A, B, C) {
    (try await first.load(self), try await second.load(self), try await third.load(self))
  }
}

extension AVAsyncProperty where Root == AVAssetTrack, Value == [CMFormatDescription] {
  /// What the track's samples are.
  public static var formatDescriptions: Self {
    Self { track in
      track.media.map { [CMFormatDescription($0.source, track.mediaType)] } ?? []
    }
  }
}

extension AVAsyncProperty where Root == AVAssetTrack, Value == Float {
  /// Frames a second.
  public static var nominalFrameRate: Self {
    Self { Float($0.media?.stream.video?.frameRate.value ?? 0) }
  }
}

extension AVAsyncProperty where Root == AVAssetTrack, Value == CGSize {
  /// The size of the pictures, before any rotation.
  public static var naturalSize: Self { Self { $0.naturalSize } }
}

extension AVAsyncProperty where Root == AVAssetTrack, Value == CGAffineTransform {
  /// How pictures have to be turned to be upright.
  public static var preferredTransform: Self { Self { $0.preferredTransform } }
}

extension AVAsyncProperty where Root == AVAssetTrack, Value == CMTimeRange {
  /// When the track is seen or heard.
  public static var timeRange: Self { Self { $0.timeRange } }
}
