// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HLSPlaylist

/// The media playlists of an asset that have been read, by their resolved URIs: what sizes are
/// known from.
public struct MediaPlaylists: Sendable {
  /// The playlists.
  public private(set) var playlists: [String: MediaPlaylist] = [:]

  /// The size of a resource, where it is known without fetching it.
  let fileSize: @Sendable (String) -> UInt64?

  private var sizes: [String: SizeEstimate] = [:]

  /// Creates an empty collection.
  public init(fileSize: @escaping @Sendable (String) -> UInt64? = { _ in nil }) {
    self.fileSize = fileSize
  }

  /// Adds a playlist.
  public mutating func add(_ playlist: MediaPlaylist, uri: String) {
    playlists[uri] = playlist
    sizes[uri] = SizeEstimate(of: playlist, at: uri, fileSize: fileSize)
  }

  /// How long the content lasts; `nil` where no playlist has been read.
  public var duration: ExactDecimal? { playlists.values.map(\.segments.duration).max() }

  /// The size of all that a playlist names.
  public func size(of uri: String) -> SizeEstimate? { sizes[uri] }
}

extension Selection {
  /// What the media playlists that have been read say against the download: a stream that is still
  /// live, which AVFoundation refuses with an exception.
  public func warnings(about playlists: MediaPlaylists) -> [SelectionWarning] {
    let uris = mediaPlaylistURIs.filter { playlists.playlists[$0].map { !$0.hasEndList } ?? false }
    guard let first = uris.first else { return [] }
    return [
      SelectionWarning(
        .stillLive,
        "the stream is still live (\(first) has no EXT-X-ENDLIST): AVFoundation raises an "
          + "exception instead of storing it")
    ]
  }

  /// The resolved URIs of the media playlists that are stored, each once, the primary variant's
  /// first.
  public var mediaPlaylistURIs: [String] {
    var uris: [String] = []
    for choice in [primary] + auxiliary.compactMap(\.self) {
      for uri in choice.mediaPlaylistURIs(in: asset) where !uris.contains(uri) { uris.append(uri) }
    }
    return uris
  }

  /// The bytes that each choice adds to what those before it store, the primary one first; `nil`
  /// for no choice, and where nothing is known of the duration.
  public func sizes(by playlists: MediaPlaylists) -> [SizeEstimate?] {
    var stored: Set<String> = []
    var rates: [String: Double] = [:]
    return ([primary] + auxiliary).map { choice in
      guard let choice else { return nil }
      defer {
        stored.formUnion(choice.mediaPlaylistURIs(in: asset))
        rates[choice.variant.uri] = choice.variant.averageBitRate ?? choice.variant.peakBitRate
      }
      return choice.size(in: asset, beside: stored, rates, playlists)
    }
  }
}

extension ContentChoice {
  fileprivate func mediaPlaylistURIs(in asset: Asset) -> [String] {
    [variant.uri]
      + (audio + subtitles).compactMap { $0.uri.map(asset.resolve) }
      + (iFrameStream.map { [asset.resolve($0.uri)] } ?? [])
  }

  /// What the choice adds: by its playlists where the main ones have been measured, else by the
  /// variant's declared rate, which includes its sound.
  fileprivate func size(
    in asset: Asset, beside stored: Set<String>, _ rates: [String: Double],
    _ playlists: MediaPlaylists
  ) -> SizeEstimate? {
    let main = [variant.uri] + audio.compactMap { $0.uri.map(asset.resolve) }
    let added = mediaPlaylistURIs(in: asset).filter { !stored.contains($0) }
    let sizes = added.compactMap { playlists.size(of: $0) }
    if main.allSatisfy({ stored.contains($0) || playlists.size(of: $0) != nil }) {
      return sizes.reduce(.zero, +)
    }
    guard let rate = variant.averageBitRate ?? variant.peakBitRate,
      let duration = playlists.duration ?? asset.contentDuration
    else { return nil }
    // Where the video is stored already, only the difference is new.
    let bits = max(0, rate - (rates[variant.uri] ?? 0))
    return SizeEstimate(
      bitsPerSecond: bits, seconds: duration.doubleValue,
      basis: variant.averageBitRate == nil ? .bandwidth : .averageBandwidth)
  }
}

extension Asset {
  /// A reference of the playlist, resolved against its URI.
  func resolve(_ reference: String) -> String {
    uri.map { URIReference.resolve(reference, against: $0) } ?? reference
  }
}
