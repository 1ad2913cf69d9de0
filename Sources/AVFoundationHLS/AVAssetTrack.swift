// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Foundation
internal import HDRColor
public import HLSEncoding
internal import LibAV

/// A track of a media file.
public final class AVAssetTrack: Sendable {
  /// What the track carries.
  public let mediaType: AVMediaType
  let source: SourceDescription
  let stream: StreamDescription

  init(_ stream: StreamDescription, of source: SourceDescription, _ mediaType: AVMediaType) {
    self.stream = stream
    self.source = source
    self.mediaType = mediaType
  }

  /// Loads a property.
  public func load<Value>(_ property: AVAsyncProperty<AVAssetTrack, Value>) async throws -> Value {
    try property.value(self)
  }
}

extension AVAsyncProperty where Root == AVAssetTrack, Value == [CMFormatDescription] {
  /// What the track's samples are.
  public static var formatDescriptions: Self {
    Self { track in [CMFormatDescription(track.source, track.mediaType)] }
  }
}

extension AVAsyncProperty where Root == AVAssetTrack, Value == Float {
  /// Frames a second.
  public static var nominalFrameRate: Self {
    Self { Float($0.stream.video?.frameRate.value ?? 0) }
  }
}

extension AVAsyncProperty where Root == AVAssetTrack, Value == CGSize {
  /// The size of the pictures, before any rotation.
  public static var naturalSize: Self {
    Self { track in
      CGSize(width: track.stream.video?.width ?? 0, height: track.stream.video?.height ?? 0)
    }
  }
}

extension AVURLAsset {
  /// What a media file at the URL holds.
  ///
  /// - Returns: What inspection found.
  /// - Throws: `EncodingError` for what is no media file, such as a playlist.
  public func mediaSource() async throws -> SourceDescription {
    try SourceDescription.inspect(url.isFileURL ? url.path : url.absoluteString)
  }

  /// The tracks of a kind in a media file.
  public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
    let source = try await mediaSource()
    let kind: StreamDescription.Kind? =
      mediaType == .video ? .video : mediaType == .audio ? .audio : nil
    return source.tracks.filter { $0.kind == kind }
      .map { AVAssetTrack($0, of: source, mediaType) }
  }
}
