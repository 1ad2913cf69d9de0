// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Foundation
public import HLSEncoding
public import HLSVariants
internal import Synchronization

/// A property of an asset that is loaded before it is read.
public struct AVAsyncProperty<Root, Value>: Sendable {
  let load: @Sendable (Root) async throws -> Value

  init(_ load: @escaping @Sendable (Root) async throws -> Value) { self.load = load }
}

// The URL does not change, and a Mutex guards what has been read.
/// An HLS presentation or a media file at a URL.
public final class AVURLAsset: AVAsset, @unchecked Sendable {
  /// The URL of the multivariant playlist.
  public let url: URL

  /// What has been read.
  private let loaded: Mutex<Asset?>

  /// Creates an asset. Nothing is read before a property is loaded; the options of AVFoundation,
  /// which are about headers and cookies, are ignored.
  public init(url: URL, options: [String: Any]? = nil) {
    self.url = url
    loaded = Mutex(nil)
  }

  /// Creates an asset from a playlist that has been read, for tests.
  public init(_ asset: Asset) {
    url = asset.uri.flatMap(URL.init(string:)) ?? URL(filePath: "/")
    loaded = Mutex(asset)
  }

  /// What a media file at the URL holds.
  public override func mediaSource() async throws -> SourceDescription {
    try SourceDescription.inspect(url.isFileURL ? url.path : url.absoluteString)
  }

  /// Each track as one clip.
  override func timeline() async throws -> [TrackTimeline] {
    try await allTracks().map { track in
      var timeline = TrackTimeline(trackID: track.trackID, mediaType: track.mediaType)
      try timeline.insert(track.timeRange.seconds(), of: track, at: nil)
      return timeline
    }
  }

  /// The asset beneath, read when it is first asked for.
  ///
  /// - Throws: `LoadingError` for a URL that cannot be read, `PlaylistError` for a text that is no
  ///   multivariant playlist.
  public func hlsAsset() async throws -> Asset {
    try await hlsAsset(with: FileAndWebReader())
  }

  /// The asset beneath, read by a reader when it is first asked for.
  func hlsAsset(with reader: some ResourceReader) async throws -> Asset {
    if let asset = loaded.withLock({ $0 }) { return asset }
    let asset = try await Asset.load(url.absoluteString, with: reader)
    loaded.withLock { $0 = asset }
    return asset
  }

  /// Loads a property.
  public func load<Value>(_ property: AVAsyncProperty<Asset, Value>) async throws -> Value {
    try await property.load(try await hlsAsset())
  }

  /// Loads two properties.
  public func load<A, B>(
    _ first: AVAsyncProperty<Asset, A>, _ second: AVAsyncProperty<Asset, B>
  ) async throws -> (A, B) {
    let asset = try await hlsAsset()
    return (try await first.load(asset), try await second.load(asset))
  }

  /// The variants, where they have been loaded; else none.
  @available(*, deprecated, message: "Use load(.variants) instead")
  public var variants: [AVAssetVariant] {
    loaded.withLock { $0 }?.variants.map(AVAssetVariant.init) ?? []
  }

  /// The options of a characteristic; `nil` where the asset has none.
  public func loadMediaSelectionGroup(
    for characteristic: AVMediaCharacteristic
  ) async throws -> AVMediaSelectionGroup? {
    let kind: MediaSelectionGroup.Kind
    switch characteristic {
    case .audible: kind = .audible
    case .legible: kind = .legible
    case .visual: kind = .visual
    default: return nil
    }
    return try await hlsAsset().mediaSelectionGroup(for: kind).map(AVMediaSelectionGroup.init)
  }
}

extension AVAsyncProperty where Root == Asset, Value == [AVAssetVariant] {
  /// The variants, in the order of the playlist.
  public static var variants: Self { Self { $0.variants.map(AVAssetVariant.init) } }
}

extension AVAsyncProperty where Root == Asset, Value == AVMediaSelection {
  /// The automatic media selection.
  public static var preferredMediaSelection: Self {
    Self { AVMediaSelection($0.automaticMediaSelection, of: nil) }
  }
}

extension AVAsyncProperty where Root == Asset, Value == [AVMediaCharacteristic] {
  /// The characteristics that there are options of.
  public static var availableMediaCharacteristicsWithMediaSelectionOptions: Self {
    Self { asset in
      asset.mediaSelectionGroups.map { group in
        switch group.kind {
        case .audible: .audible
        case .legible: .legible
        case .visual: .visual
        }
      }
    }
  }
}
