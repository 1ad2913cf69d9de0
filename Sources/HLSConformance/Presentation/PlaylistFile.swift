// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HLSPlaylist

/// A playlist of a stream, as far as it could be read.
public struct PlaylistFile: PlacedItem, Sendable {
  /// What reading came to.
  public enum Outcome: Sendable {
    /// The playlist, without the lines of ``PlaylistFile/errors``.
    case playlist(Playlist)
    /// The text is no playlist, for the last of ``PlaylistFile/errors``.
    case malformed
    /// There is no text.
    case unreadable(String)
  }

  /// Where the playlist is: a path or a URI.
  public let name: String
  /// Its text.
  public let bytes: [UInt8]
  /// What reading came to.
  public let outcome: Outcome
  /// What stops a client from reading the text; the playlist is what is left without these lines.
  public let errors: [PlaylistError]
  /// Where the text came from, after redirects.
  var base: String
  /// How the web delivered the text; `nil` for files.
  var delivery: StreamResource.Delivery?
  /// Who names the playlist, or `nil` for the one that was asked for.
  let referrer: Place?
  /// The variables of the playlist that names this one.
  var importedVariables: [String: String]?

  /// The playlist, if it could be read.
  public var playlist: Playlist? {
    if case .playlist(let playlist) = outcome { playlist } else { nil }
  }

  var place: Place { Place(file: name) }
}
