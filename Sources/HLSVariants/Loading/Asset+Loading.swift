// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HLSPlaylist

extension Asset {
  /// Reads an asset from a path or an http(s) URL.
  ///
  /// - Throws: ``LoadingError`` for a resource that cannot be read, `PlaylistError` for a text that
  ///   is no multivariant playlist.
  public static func load(
    _ uri: String, with reader: some ResourceReader = FileAndWebReader()
  ) async throws -> Asset {
    let (bytes, uri) = try await reader.read(uri)
    return try Asset(parsing: bytes, uri: uri)
  }

  /// Reads a media playlist of the asset, by its resolved URI.
  ///
  /// - Throws: ``LoadingError``, and `PlaylistError` for a text that is no media playlist.
  public func loadMediaPlaylist(
    _ uri: String, with reader: some ResourceReader = FileAndWebReader()
  ) async throws -> (playlist: MediaPlaylist, uri: String) {
    let (bytes, uri) = try await reader.read(uri)
    var options = ReadingOptions.lenient
    options.uri = uri
    options.importedVariables = playlist.variables
    return (try MediaPlaylist(parsing: bytes, options: options), uri)
  }
}

extension MediaPlaylists {
  /// Reads the playlists that a selection stores, those that can be read and are not here yet.
  ///
  /// - Returns: The URIs that could not be read, with the reason of each.
  public mutating func load(
    for selection: Selection, with reader: some ResourceReader = FileAndWebReader()
  ) async -> [(uri: String, reason: String)] {
    var failures: [(uri: String, reason: String)] = []
    for uri in selection.mediaPlaylistURIs where playlists[uri] == nil {
      do {
        add(try await selection.asset.loadMediaPlaylist(uri, with: reader).playlist, uri: uri)
      } catch {
        failures.append((uri, "\(error)"))
      }
    }
    return failures
  }
}
