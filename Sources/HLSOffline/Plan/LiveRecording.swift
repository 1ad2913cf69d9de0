// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
public import HLSVariants

/// A stream that has not ended, as far as it has come: every segment that a playlist ever had.
///
/// Each ``plan()`` reads the playlists again. A plan whose ``DownloadPlan/isLive`` says so is
/// downloaded as far as it goes; the one after the end completes the package.
public struct LiveRecording: Sendable {
  private let selection: Selection
  private let reader: TransportReader
  private let storesKeys: Bool
  private var playlists: [String: LoadedPlaylist] = [:]

  /// Prepares a recording.
  ///
  /// - Parameters:
  ///   - selection: What is stored.
  ///   - reader: What reads playlists.
  ///   - storesKeys: Whether keys are fetched and stored too.
  public init(_ selection: Selection, reading reader: TransportReader, storesKeys: Bool = false) {
    self.selection = selection
    self.reader = reader
    self.storesKeys = storesKeys
  }

  /// Reads the playlists and plans what they have had so far.
  ///
  /// - Returns: The plan.
  /// - Throws: ``OfflineError``, where segments were missed too, and what keeps a playlist from being
  ///   read.
  public mutating func plan() async throws -> DownloadPlan {
    for uri in selection.mediaPlaylistURIs {
      if playlists[uri]?.playlist.hasEndList == true { continue }
      let loaded = try await LoadedPlaylist(uri, of: selection.asset, reader)
      if let known = playlists[uri] {
        do throws(PlaylistError) {
          playlists[uri]?.playlist = try known.playlist.merging(loaded.playlist)
        } catch {
          throw OfflineError(.sourceChanged, ResourceURI.redacted(uri), error.reason)
        }
      } else {
        playlists[uri] = loaded
      }
    }
    // The playlists change as they should: their versions say nothing.
    return try DownloadPlan(
      selection, playlists: playlists, storesKeys: storesKeys, fileSize: { reader.size(of: $0) })
  }
}
